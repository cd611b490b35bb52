import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { toXlsx } from '#kit/sheets/write.ts'
import { TEST_KEYS, testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import { eraseLeavers } from './eraseLeavers.ts'

const { app, as, db, clock } = await testApp(seedWorld)
const id = await idsIn(db).staffId('agent2')

const [FIRST, SECOND, THIRD] = ['13800000007', '13711112222', '13633334444']
const [CARD, NEW_CARD] = ['6222020200112233445', '6217000012345678903']
const NUMBERS = [FIRST, SECOND, THIRD, CARD, NEW_CARD]

const erase = (run: boolean) => eraseLeavers(db, { now: clock.now, auditKey: TEST_KEYS('audit'), run })

/** The text and JSON columns that contain one of the numbers, with or without spaces and dashes. */
async function holders(): Promise<string[]> {
  const { rows: tables } = await sql<{ table: string; columns: string[] }>`
    select c.table_name as table, array_agg(c.column_name::text order by c.column_name) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'character', 'character varying', 'json', 'jsonb', 'ARRAY')
    group by 1 order by 1`.execute(db)
  assert.ok(tables.length > 50, 'every table is looked at')
  const found: string[] = []
  for (const { table, columns } of tables) {
    const matches = columns.map(
      (column) => sql`coalesce(bool_or(
        regexp_replace(${sql.raw(`"${column}"`)}::text, '[[:space:]-]', '', 'g') ~ ${NUMBERS.join('|')}), false)`,
    )
    const { rows } = await sql<{ held: boolean[] }>`
      select array[${sql.join(matches)}] as held from ${sql.raw(`"${table}"`)}`.execute(db)
    const held = columns.filter((_, at) => rows[0]?.held[at])
    found.push(...held.map((column) => `${table}.${column}`))
  }
  return found
}

async function change(body: object): Promise<void> {
  const { version } = await db
    .selectFrom('staff')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const answer = await as('admin').patch(`/api/staff/${id}`, { version, ...body })
  assert.equal(answer.status, 200, answer.body.errorMessage)
}

/** Uploads a staff sheet and runs the given import steps. */
async function bring(rows: string[][], steps: readonly string[]): Promise<void> {
  const columns = ['用户名', '姓名', '角色', '手机号', '收款卡号'].map((title) => ({
    title,
    type: 'text' as const,
  }))
  const bytes = Buffer.from(toXlsx([{ name: '数据', columns, rows }]))
  const begun = await as('admin').upload(
    '/api/record-imports',
    { name: '员工.xlsx', bytes },
    { entity: 'staff' },
  )
  assert.equal(begun.status, 200, begun.body.errorMessage)
  for (const step of steps) {
    for (let state = ''; state !== (step === 'check' ? 'ready' : 'done'); ) {
      const answer = await as('admin').post(`/api/record-imports/${begun.data.id}/${step}`)
      assert.equal(answer.status, 200, answer.body.errorMessage)
      state = answer.data.state
    }
  }
}

test('after erasing a former staff member no table contains their mobile or card', async () => {
  await change({ mobile: SECOND, payeeBank: '招商银行', payeeCard: CARD })
  await bring([['agent2', '赵晓冬', '客服', THIRD, NEW_CARD]], ['check', 'run'])
  // Neither row is written: one is invalid, one awaits confirmation. Both contain numbers as users type them.
  await bring([['agent2', '赵晓冬', '船长', '+86 136-3333-4444', '']], ['check', 'run'])
  await bring([['agent2', '赵小冬', '客服', '136 3333 4444', '6217 0000 1234 5678 903']], ['check'])
  await as(null).post('/api/login/account', { type: 'mobile', mobile: THIRD, captcha: '000000' })
  await app.inject({ method: 'POST', url: `/api/login/captcha?mobile=${THIRD}`, payload: {} })
  const gone = { status: 'left' as const, leftOn: '2025-11-01' }
  await db.updateTable('staff').set(gone).where('id', '=', id).execute()
  assert.deepEqual(await holders(), [
    'record_import_row.before',
    'record_import_row.cells',
    'sign_in_code.mobile',
    'sign_in_code_request.mobile',
    'sign_in_failure.name',
    'sign_in_streak.name',
    'staff.mobile',
    'staff.payee_card',
  ])

  const [erased] = await erase(true)
  assert.deepEqual([erased?.username, erased?.fullLines], ['agent2', 0])
  assert.deepEqual(await holders(), [])
  const rows = await db
    .selectFrom('recordImportRow')
    .select(['state', 'cells', 'before', 'problem'])
    .orderBy('recordImportId')
    .execute()
  const problem = JSON.stringify({ sentence: '内容已随离职资料按规定删除。' })
  const empty = { cells: null, before: null }
  assert.deepEqual(rows, [
    { state: 'updated', problem: null, ...empty },
    { state: 'error', problem, ...empty },
    { state: 'skipped', problem, ...empty },
  ])
})

test('the person’s log shows masked changes of mobile and card, and still verifies', async () => {
  const { items } = (await as('admin').get(`/api/audit-logs?entity=staff&recordId=${id}`)).data
  assert.deepEqual(
    items.map(({ action, changes }: { action: string; changes: object }) => [action, changes]),
    [
      ['erase', { erased: [null, ['手机号', '收款银行', '收款卡号']] }],
      ['update', { mobile: ['137****2222', '136****4444'], payeeCard: ['**** 3445', '**** 8903'] }],
      [
        'update',
        {
          mobile: ['138****0007', '137****2222'],
          payeeBank: [null, '招商银行'],
          payeeCard: [null, '**** 3445'],
        },
      ],
    ],
  )
  const { data } = await as('admin').get('/api/audit-logs/verification')
  assert.deepEqual(
    data.items.map(({ broken }: { broken: unknown }) => broken),
    data.items.map(() => null),
  )
})

test('unmasked lines from before masking are counted and stay unchanged, since they are hashed', async () => {
  const agent3 = await idsIn(db).staffId('agent3')
  const line = { companyCode: '001', at: clock.now, actorName: '何立', action: 'update', entity: 'staff' }
  const changes = [
    { mobile: [null, '13800000005'] },
    { mobile: ['13800000005', null], name: ['旧', '新'] },
    { payeeCard: ['**** 3445', null], name: ['旧', '新'] },
  ]
  for (const [seq, one] of changes.entries()) {
    const place = { seq: 1_000_000 + seq, salt: Buffer.alloc(16), hash: Buffer.alloc(32) }
    const old = { ...line, ...place, recordId: String(agent3), changes: JSON.stringify(one), requestId: 'r' }
    await db.insertInto('audit').values(old).execute()
  }
  const gone = { status: 'left' as const, leftOn: '2025-11-01' }
  await db.updateTable('staff').set(gone).where('id', '=', agent3).execute()
  assert.deepEqual(
    (await erase(true)).map(({ username, fullLines }) => [username, fullLines]),
    [['agent3', 2]],
  )
})
