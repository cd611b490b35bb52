import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { TEST_KEYS, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { emptyHead, hashOfChained, headAt, type Line } from './chain.ts'
import type { Verdict } from './contract.ts'
import { appendLines, findAnchors, sealPending } from './queries.ts'

const { as, db, clock } = await testApp(seedWorld)
const KEY = TEST_KEYS('audit')

const line = (companyCode: string, n: number): Line => ({
  companyCode,
  atUs: clock.now.getTime() * 1_000,
  actorId: null,
  actorName: '系统',
  action: 'update',
  entity: 'store',
  recordId: String(n),
  changes: { name: ['旧', `店 ${n}`] },
  ip: null,
  requestId: 'test',
  via: null,
})

const write = (lines: Line[]) => db.transaction().execute((tx) => appendLines(tx, KEY, lines))

/** Seals all lines that have no position yet, then verifies. */
async function verify(who: string, anchors: string[] = []): Promise<Verdict[]> {
  await sealPending(db, KEY)
  return verifyNow(who, anchors)
}

async function verifyNow(who: string, anchors: string[] = []): Promise<Verdict[]> {
  const query = anchors.map((anchor) => `anchor=${anchor}`).join('&')
  const { status, data } = await as(who).get(`/api/audit-logs/verification?${query}`)
  assert.equal(status, 200)
  return data.items
}

const verdictOf = async (companyCode: string, anchors: string[] = []) =>
  (await verify('admin', anchors)).find((verdict) => verdict.companyCode === companyCode)

const TABLES = ['audit', 'audit_seal', 'audit_head', 'audit_unsealed']

async function run(statements: string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Runs statements that only the owner of the tables can run, calls `look`, and restores the tables. */
async function tampered(statements: string[], inspect: () => Promise<void>): Promise<void> {
  const triggers = (to: string) => TABLES.map((table) => `alter table ${table} ${to} trigger user`)
  const restore = TABLES.flatMap((table) => [
    `delete from ${table}`,
    `insert into ${table} ${table === 'audit' ? 'overriding system value' : ''} table ${table}_copy`,
    `drop table ${table}_copy`,
  ])
  await run(TABLES.map((table) => `create table ${table}_copy as table ${table}`))
  await run([...triggers('disable'), ...statements])
  await inspect().finally(() => run([...restore, ...triggers('enable')]))
}

/** Chains lines as versions before schema 071 do: after the head, which stays locked until the commit. */
async function writeAsBefore(lines: Line[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { atUs, changes, ...lineFields } of lines) {
      const { companyCode } = lineFields
      const head = await tx
        .selectFrom('auditHead')
        .selectAll()
        .where('companyCode', '=', companyCode)
        .forUpdate()
        .executeTakeFirst()
      const { seq: last, hash: before } = head ?? emptyHead(KEY, companyCode)
      const place = { seq: last + 1, salt: Buffer.alloc(16, last) }
      const hash = hashOfChained(KEY, before, { ...lineFields, ...place, atUs, changes })
      const row = {
        ...lineFields,
        ...place,
        hash,
        at: new Date(atUs / 1_000),
        changes: JSON.stringify(changes),
      }
      await tx.insertInto('audit').values(row).execute()
      const end = headAt(KEY, { companyCode, seq: place.seq, hash })
      await tx
        .insertInto('auditHead')
        .values(end)
        .onConflict((conflict) => conflict.column('companyCode').doUpdateSet(end))
        .execute()
    }
  })
}

test('lines chained by an earlier version, before and between new ones, form one chain with them', async () => {
  await writeAsBefore([line('001', 1), line('001', 2), line('001', 3)])
  assert.deepEqual((await verdictOf('001'))?.lines, 3)
  await write([line('001', 4)])
  await writeAsBefore([line('001', 5)])
  await write([line('001', 6)])
  const verdict = await verdictOf('001')
  assert.deepEqual([verdict?.lines, verdict?.broken], [6, null])
})

test('a line has no position until it is sealed, and is counted as unsealed', async () => {
  await write([line('001', 7)])
  const [before] = await verifyNow('admin')
  assert.deepEqual([before?.lines, before?.unsealed, before?.broken], [6, 1, null])
  assert.equal(await sealPending(db, KEY), 1)
  assert.equal(await sealPending(db, KEY), 0)
  const [after] = await verifyNow('admin')
  assert.deepEqual([after?.lines, after?.unsealed, after?.broken], [7, 0, null])
})

/** The embedded engine runs one transaction at a time. */
const onServer = { skip: process.env.TEST_DATABASE_URL === undefined }

test('concurrent writes of one company do not block each other', onServer, async () => {
  await db.transaction().execute(async (first) => {
    await appendLines(first, KEY, [line('001', 8)])
    await write([line('001', 9)])
    const [verdict] = await verify('admin')
    assert.deepEqual([verdict?.lines, verdict?.broken], [8, null], 'the later number has the earlier place')
  })
  assert.deepEqual((await verdictOf('001'))?.lines, 9)
})

test('concurrent writes of two companies leave no gap in a chain and do not deadlock', async () => {
  const before = (await verdictOf('001'))?.lines ?? 0
  // Half of the writes name the companies in reverse order.
  const both = (n: number) => [line('001', n), line('002', n)]
  await Promise.all(Array.from({ length: 40 }, (_, n) => write(n % 2 ? both(n) : both(n).toReversed())))
  const [first, second] = await verify('admin')
  assert.deepEqual([first?.lines, first?.broken], [before + 40, null])
  assert.deepEqual([second?.lines, second?.broken], [40, null])
})

test('a write through the API adds one line; a failed write adds none', async () => {
  const before = await verdictOf('001')
  const { status } = await as('sales').post('/api/customers', { name: '链上的客户' })
  assert.equal(status, 200)
  assert.notEqual((await as('sales').post('/api/customers', { name: '链上的客户' })).status, 200)
  const after = await verdictOf('001')
  assert.deepEqual([after?.lines, after?.broken], [(before?.lines ?? 0) + 1, null])
})

test('the database refuses to change the log and its head', async () => {
  await assert.rejects(run(["update audit set action = 'view'"]), /append-only/)
  await assert.rejects(run(['update audit set seq = null, salt = null, hash = null']), /append-only/)
  await assert.rejects(run(['update audit_seal set seq = seq + 100']), /append-only/)
  await assert.rejects(run(['delete from audit_seal']), /append-only/)
  await assert.rejects(run(['truncate audit_seal']), /append-only/)
  await assert.rejects(run(['delete from audit']), /append-only/)
  await assert.rejects(run(['truncate audit cascade']), /append-only/)
  await assert.rejects(run(['delete from audit_head']), /append-only/)
})

const FIRST_SEALED = "(select min(seq) from audit_seal where company_code = '001')"
const SEAL_OF_001 = `audit_seal where company_code = '001' and seq`
const COLUMNS = 'company_code, at, actor_name, action, entity, record_id, changes, request_id, salt'

const TAMPERINGS: [what: string, reason: string, statements: string[]][] = [
  ['an action edited', 'changed', ["update audit set action = 'view' where seq = 3"]],
  ['a value edited', 'changed', [`update audit set changes = '{"remark":["b","x"]}' where seq = 2`]],
  ['a time moved by a microsecond', 'changed', ["update audit set at = at + interval '1 us' where seq = 2"]],
  [
    'a name edited by the owner of the tables',
    'changed',
    ["update audit set actor_name = '别人' where seq = 1"],
  ],
  [
    'a sealed line edited',
    'changed',
    [`update audit set action = 'view' where id = (select audit_id from ${SEAL_OF_001} = ${FIRST_SEALED})`],
  ],
  ['a line deleted', 'missing', ["delete from audit where company_code = '001' and seq = 3"]],
  [
    'a sealed line deleted, its place left',
    'missing',
    [`delete from audit where id = (select audit_id from ${SEAL_OF_001} = ${FIRST_SEALED})`],
  ],
  [
    'a sealed line deleted with its place',
    'missing',
    [
      `delete from audit where id = (select audit_id from ${SEAL_OF_001} = ${FIRST_SEALED})`,
      `delete from ${SEAL_OF_001} = ${FIRST_SEALED}`,
    ],
  ],
  ['the last place deleted', 'cut', [`delete from ${SEAL_OF_001} = (select max(seq) from audit_seal)`]],
  [
    'the tail deleted and the head set back',
    'headChanged',
    [
      `delete from audit using audit_seal where audit.id = audit_id and audit_seal.company_code = '001'
        and audit_seal.seq > 8`,
      `delete from ${SEAL_OF_001} > 8`,
      `update audit_head h set seq = 8, hash = a.hash from audit_seal a
        where a.company_code = '001' and a.seq = 8 and h.company_code = '001'`,
    ],
  ],
  [
    'a line added beyond the head',
    'added',
    [
      `insert into audit (${COLUMNS}, seq, hash) select ${COLUMNS}, 9999, hash from audit
        where seq = 1 and company_code = '001'`,
    ],
  ],
  [
    'a line added without a place, waiting for none',
    'added',
    [
      `insert into audit (${COLUMNS}, mac) select ${COLUMNS}, hash from audit where seq = 1 and company_code = '001'`,
      'delete from audit_unsealed',
    ],
  ],
  [
    'two places swapped',
    'changed',
    [
      `update ${SEAL_OF_001.replace(' where', ' set seq = -seq where')} in (6, 7)`,
      `update ${SEAL_OF_001.replace(' where', ' set seq = 13 + seq where')} < 0`,
    ],
  ],
  ['the head removed', 'headMissing', ["delete from audit_head where company_code = '001'"]],
]

for (const [what, reason, statements] of TAMPERINGS) {
  test(`with triggers off, verification detects: ${what}`, async () => {
    await sealPending(db, KEY)
    await tampered(statements, async () =>
      assert.equal((await verifyNow('admin'))[0]?.broken?.reason, reason),
    )
    assert.equal((await verdictOf('001'))?.broken, null)
  })
}

test('a line inserted into the database is sealed but detected, since its MAC does not match', async () => {
  const forged = `insert into audit (${COLUMNS}, mac) select ${COLUMNS}, hash from audit
    where seq = 1 and company_code = '001'`
  // A trigger would do this, but triggers are off here.
  const queued = `insert into audit_unsealed select max(id), '001' from audit`
  await tampered([forged, queued], async () =>
    assert.equal((await verdictOf('001'))?.broken?.reason, 'changed'),
  )
})

test('deleting the whole log is detected with anchors from outside the database', async () => {
  const anchors = (await findAnchors(db)).map(({ companyCode, seq, hash }) => `${companyCode}:${seq}:${hash}`)
  assert.equal((await verdictOf('001', anchors))?.broken, null)
  await tampered(['delete from audit', 'delete from audit_seal', 'delete from audit_head'], async () => {
    assert.equal((await verdictOf('001'))?.broken, null)
    assert.deepEqual((await verdictOf('001', anchors))?.broken, { seq: 1, reason: 'cut' })
  })
})

test('GET /api/audit-logs/verification: an admin of another company gets only that company', async () => {
  assert.deepEqual(
    (await verify('admin2')).map(({ companyCode }) => companyCode),
    ['002'],
  )
})

test('GET /api/audit-logs/verification: a malformed anchor gets 400', async () => {
  assert.equal((await as('admin').get('/api/audit-logs/verification?anchor=001:x')).status, 400)
})

test('a write of many lines uses several statements and verifies', async () => {
  const before = (await verify('admin2'))[0]?.lines ?? 0
  await write(Array.from({ length: 2_500 }, (_, n) => line('002', n)))
  const [verdict] = await verify('admin2')
  assert.deepEqual([verdict?.lines, verdict?.broken], [before + 2_500, null])
})
