import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { TEST_KEYS, testApp } from '#app/testApp.ts'
import { seedWorld } from '#app/testWorld.ts'
import type { Line } from './chain.ts'
import type { Verdict } from './contract.ts'
import { beginChains } from './queries.ts'
import { appendLines, findAnchors } from './queriesOfChain.ts'

const { as, db, clock } = await testApp(seedWorld)
const KEY = TEST_KEYS('audit')

const line = (companyCode: string, n: number): Line => ({
  ...{ companyCode, atUs: clock.now.getTime() * 1_000, actorId: null, actorName: '系统' },
  ...{ action: 'update', entity: 'store', recordId: String(n), changes: { name: ['旧', `店 ${n}`] } },
  ...{ ip: null, requestId: 'test', via: null },
})

const write = (lines: Line[]) => db.transaction().execute((tx) => appendLines(tx, KEY, lines))

async function verify(who: string, anchors: string[] = []): Promise<Verdict[]> {
  const query = anchors.map((anchor) => `anchor=${anchor}`).join('&')
  const { status, data } = await as(who).get(`/api/audit-logs/verification?${query}`)
  assert.equal(status, 200)
  return data.items
}

const verdictOf = async (companyCode: string, anchors: string[] = []) =>
  (await verify('admin', anchors)).find((verdict) => verdict.companyCode === companyCode)

const TABLES = ['audit', 'audit_head']

async function run(statements: string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Does to the tables what only their owner can do, looks, and takes it back. */
async function tampered(statements: string[], look: () => Promise<void>): Promise<void> {
  const triggers = (to: string) => TABLES.map((table) => `alter table ${table} ${to} trigger user`)
  const restore = TABLES.flatMap((table) => [
    `delete from ${table}`,
    `insert into ${table} ${table === 'audit' ? 'overriding system value' : ''} table ${table}_copy`,
    `drop table ${table}_copy`,
  ])
  await run(TABLES.map((table) => `create table ${table}_copy as table ${table}`))
  await run([...triggers('disable'), ...statements])
  await look().finally(() => run([...restore, ...triggers('enable')]))
}

test('lines from before the chain are chained once, and the chain tells of it', async () => {
  for (const recordId of ['1', '2', '3']) {
    const old = { companyCode: '001', at: clock.now, actorName: '何立', action: 'update', entity: 'store' }
    const changes = JSON.stringify({ remark: ['b', 'a'], name: [null, 1.5] })
    await db
      .insertInto('audit')
      .values({ ...old, recordId, changes, requestId: 'r' })
      .execute()
  }
  assert.deepEqual((await verdictOf('001'))?.broken, { seq: null, reason: 'added' })
  await db.transaction().execute((tx) => beginChains(tx, KEY, clock.now))
  const verdict = await verdictOf('001')
  assert.deepEqual([verdict?.lines, verdict?.broken], [4, null])
  const last = await db.selectFrom('audit').selectAll().where('seq', '=', 4).executeTakeFirstOrThrow()
  assert.deepEqual([last.action, last.changes], ['begin-chain', { lines: [null, 3] }])
})

test('parallel writes of two companies: every chain without a gap, nobody waits for ever', async () => {
  const before = (await verdictOf('001'))?.lines ?? 0
  // Half of them name the companies the other way round.
  const both = (n: number) => [line('001', n), line('002', n)]
  await Promise.all(Array.from({ length: 40 }, (_, n) => write(n % 2 ? both(n) : both(n).toReversed())))
  const [first, second] = await verify('admin')
  assert.deepEqual([first?.lines, first?.broken], [before + 40, null])
  assert.deepEqual([second?.lines, second?.broken], [40, null])
})

test('a write through the API is the next line; one that fails leaves none', async () => {
  const before = await verdictOf('001')
  const { status } = await as('sales').post('/api/customers', { name: '链上的客户' })
  assert.equal(status, 200)
  assert.notEqual((await as('sales').post('/api/customers', { name: '链上的客户' })).status, 200)
  const after = await verdictOf('001')
  assert.deepEqual([after?.lines, after?.broken], [(before?.lines ?? 0) + 1, null])
})

test('the log and its head refuse to be changed', async () => {
  await assert.rejects(run(["update audit set action = 'view'"]), /append-only/)
  await assert.rejects(run(['update audit set seq = null, salt = null, hash = null']), /append-only/)
  await assert.rejects(run(['delete from audit']), /append-only/)
  await assert.rejects(run(['truncate audit cascade']), /append-only/)
  await assert.rejects(run(['delete from audit_head']), /append-only/)
})

const TAMPERINGS: [what: string, reason: string, statements: string[]][] = [
  ['an action edited', 'changed', ["update audit set action = 'view' where seq = 3"]],
  ['a value edited', 'changed', [`update audit set changes = '{"remark":["b","x"]}' where seq = 2`]],
  ['a time moved by a microsecond', 'changed', ["update audit set at = at + interval '1 us' where seq = 2"]],
  [
    'a name edited by the owner of the tables',
    'changed',
    ["update audit set actor_name = '别人' where seq = 1"],
  ],
  ['a line deleted', 'missing', ["delete from audit where company_code = '001' and seq = 5"]],
  ['the last line deleted', 'cut', ['delete from audit where seq = (select max(seq) from audit)']],
  [
    'the tail deleted and the head set back',
    'headChanged',
    [
      "delete from audit where company_code = '001' and seq > 10",
      "update audit_head h set seq = 10, hash = a.hash from audit a where a.company_code = '001' and a.seq = 10 and h.company_code = '001'",
    ],
  ],
  [
    'a line added beyond the head',
    'added',
    [
      "insert into audit (company_code, at, actor_name, action, entity, record_id, changes, request_id, seq, salt, hash) select company_code, at, actor_name, action, entity, record_id, changes, request_id, 9999, salt, hash from audit where seq = 1 and company_code = '001'",
    ],
  ],
  [
    'two lines swapped',
    'changed',
    [
      "update audit set seq = -seq where company_code = '001' and seq in (2, 3)",
      "update audit set seq = 5 + seq where company_code = '001' and seq < 0",
    ],
  ],
  ['the head removed', 'headMissing', ["delete from audit_head where company_code = '001'"]],
]

for (const [what, reason, statements] of TAMPERINGS) {
  test(`with the triggers off, ${what}: found`, async () => {
    await tampered(statements, async () => assert.equal((await verdictOf('001'))?.broken?.reason, reason))
    assert.equal((await verdictOf('001'))?.broken, null)
  })
}

test('everything deleted is found by what was written down outside', async () => {
  const anchors = (await findAnchors(db)).map(({ companyCode, seq, hash }) => `${companyCode}:${seq}:${hash}`)
  assert.equal((await verdictOf('001', anchors))?.broken, null)
  await tampered(['delete from audit', 'delete from audit_head'], async () => {
    assert.equal((await verdictOf('001'))?.broken, null)
    assert.deepEqual((await verdictOf('001', anchors))?.broken, { seq: 1, reason: 'cut' })
  })
})

test('GET /api/audit-logs/verification: an admin of another company sees that company only', async () => {
  assert.deepEqual(
    (await verify('admin2')).map(({ companyCode }) => companyCode),
    ['002'],
  )
})

test('GET /api/audit-logs/verification: an anchor has a form', async () => {
  assert.equal((await as('admin').get('/api/audit-logs/verification?anchor=001:x')).status, 400)
})

test('many lines of one write are written in parts, and hold', async () => {
  const before = (await verify('admin2'))[0]?.lines ?? 0
  await write(Array.from({ length: 2_500 }, (_, n) => line('002', n)))
  const [verdict] = await verify('admin2')
  assert.deepEqual([verdict?.lines, verdict?.broken], [before + 2_500, null])
})
