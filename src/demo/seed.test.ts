import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { NOON, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { demoRows } from './rows.ts'
import { makeDemo, seedDemo } from './seed.ts'
import { testClosings } from './testClosings.ts'
import { testDuty } from './testDuty.ts'
import { testLosses } from './testLosses.ts'
import { testPay } from './testPay.ts'
import { testSettlements } from './testSettlements.ts'

const { as, db } = await testApp(async (database) => {
  const demo = await makeDemo(() => NOON)
  await database.transaction().execute((tx) => seedDemo(tx, () => NOON, TEST_KEYS, demo))
})

const YESTERDAY = '2026-05-18'

/** The number that a query returns. */
async function count(query: ReturnType<typeof sql<{ n: number }>>): Promise<number> {
  return Number((await query.execute(db)).rows[0]?.n)
}

const rowsOf = (table: string, where = 'true') =>
  count(sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${sql.raw(where)}`)

test('the same time gives identical rows', () => {
  assert.equal(JSON.stringify(demoRows(NOON, 'hash')), JSON.stringify(demoRows(NOON, 'hash')))
})

test('there are four companies, about 40 people, 60 customers and 150 stores on all platforms', async () => {
  assert.equal(await rowsOf('company'), 4)
  assert.ok(Math.abs((await rowsOf('staff')) - 42) <= 3)
  assert.equal(await rowsOf('customer', 'merged_into_id is null'), 60)
  assert.equal(await rowsOf('store'), 150)
  assert.equal(await count(sql`select count(distinct platform) as n from store`), 10)
})

test('figures cover the 120 days up to yesterday, on which some stores are missing', async () => {
  const { rows } = await sql<{ first: string; last: string; days: number }>`
    select min(on_day) as first, max(on_day) as last, count(distinct on_day) as days from store_daily`.execute(
    db,
  )
  assert.deepEqual(rows[0], { first: '2026-01-19', last: YESTERDAY, days: 120 })
  const missing = await count(sql`select count(*) as n from store where status = 'serving'
    and not exists (select 1 from store_daily d where d.store_id = store.id and d.on_day = ${YESTERDAY})`)
  assert.ok(missing >= 3 && missing <= 12, `${missing} stores are missing`)
})

/** Conditions that no row may meet. */
const IMPOSSIBLE = [
  'unreplied > coalesce(consult_users, consult_sessions)',
  'replied > reply_base',
  "unreplied is not null and not 'replied' = any(derived) and replied <> reply_base - unreplied",
  'within_3min > within_3min_base',
  'within_30s > within_30s_base',
  'unreplied_3min is not null and within_3min <> within_3min_base - unreplied_3min',
  'satisfied > evaluated',
  'order_users > inquiry_users',
  "'salesCents' = any(pending) and sales_cents is not null",
]

for (const table of ['store_daily', 'agent_daily']) {
  for (const condition of IMPOSSIBLE) {
    test(`no row of ${table} has ${condition}`, async () => {
      assert.equal(await rowsOf(table, condition), 0)
    })
  }
}

test('a store row marked as a sum is the sum of its nicks', async () => {
  const wrong = await count(sql`select count(*) as n from store_daily s join (
      select store_id, on_day, sum(consult_users) as consult, sum(replied) as replied, sum(sales_cents) as sales,
        sum(art_total_cs) as art, sum(art_weight) as weight
      from agent_daily group by store_id, on_day) a using (store_id, on_day)
    where s.source = 'sum' and (s.consult_users, s.replied, s.sales_cents, s.art_total_cs, s.art_weight)
      is distinct from (a.consult, a.replied, a.sales, a.art, a.weight)`)
  assert.equal(wrong, 0)
  assert.ok((await rowsOf('store_daily', "source = 'sum'")) > 8_000)
})

test('every platform provides the figures of its reply rate', async () => {
  const headline =
    "case when platform in ('pdd', 'douyin', 'kuaishou') then within_3min_base else reply_base end"
  const without = sql<{ n: number }>`select count(*) as n from store_daily join store on store.id = store_id
    where ${sql.raw(headline)} is null`
  assert.equal(await count(without), 0)
})

test('the shares of a store never exceed 100 %, and no nick is bound twice on a day', async () => {
  assert.equal(
    await count(sql`select count(*) as n from (select store_id from store_assignment
      where to_on is null group by store_id having sum(share_percent) > 100) over`),
    0,
  )
  assert.equal(
    await count(sql`select count(*) as n from agent_account a join agent_account b using (store_id, nick)
      where a.id < b.id and a.from_on <= coalesce(b.to_on, 'infinity') and b.from_on <= coalesce(a.to_on, 'infinity')`),
    0,
  )
})

test('a few nicks are unbound, and some figures are still being counted', async () => {
  const unmatched = await count(sql`select count(distinct (d.store_id, d.nick)) as n from agent_daily d
    where not exists (select 1 from agent_account a where a.store_id = d.store_id and a.nick = d.nick)`)
  assert.ok(unmatched >= 2 && unmatched <= 8, `${unmatched} nicks`)
  assert.ok((await rowsOf('store_daily', "pending <> '{}'")) > 0)
})

test('volumes grow, vary by weekday and peak in a sale; some stores fall', async () => {
  const mean = (where: string) =>
    count(sql`select avg(v) as n from (select on_day, sum(consult_users) as v from store_daily
      group by on_day) day where ${sql.raw(where)}`)
  assert.ok(
    (await mean('extract(isodow from on_day) in (6, 7)')) >
      (await mean('extract(isodow from on_day) in (2, 3)')),
  )
  assert.ok(
    (await mean("on_day between '2026-04-04' and '2026-04-06'")) >
      1.4 * (await mean("on_day < '2026-03-01'")),
  )
  assert.ok((await mean("on_day > '2026-05-01'")) > (await mean("on_day < '2026-02-01'")))
  const fallen = await count(sql`select count(*) as n from store_daily d where on_day = ${YESTERDAY}
    and consult_users < 0.6 * (select avg(consult_users) from store_daily b where b.store_id = d.store_id
      and b.on_day between '2026-05-11' and '2026-05-17')`)
  assert.ok(fallen >= 2 && fallen <= 10, `${fallen} stores fell`)
})

test('company 003 has its admin, the first shifts and nothing else', async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'company_code'`.execute(db)
  const filled: string[] = []
  for (const { name } of tables) if ((await rowsOf(name, "company_code = '003'")) > 0) filled.push(name)
  // Every company begins with the four shifts.
  assert.deepEqual(filled.sort(), ['shift_def', 'staff'])
  assert.equal(await rowsOf('staff', "company_code = '003'"), 1)
  const { user, home } = {
    user: (await as('admin3').get('/api/currentUser')).data,
    home: (await as('admin3').get('/api/home')).data,
  }
  assert.deepEqual([user.mustChangePassword, user.companyName], [false, '晴川客服'])
  assert.deepEqual([home.records.customers.count, home.records.stores.count], [0, 0])
})

test('one store is in service without a price, as a store that has just gone live', async () => {
  const { items, total: count } = (await as('admin').get('/api/stores?price=none')).data
  assert.deepEqual([count, items[0].onlineOn, items[0].companyCode], [1, '2026-05-17', '001'])
  assert.equal((await as('finance').get('/api/home')).data.records.unpriced.count, 1)
})

const total = async (username: string, path: string) => (await as(username).get(path)).data.total as number

test('each account has rows within its reach', async () => {
  assert.equal(await total('admin', '/api/stores'), 150)
  assert.equal(await total('admin2', '/api/stores'), 24)
  const ofHead = await total('head', '/api/stores')
  assert.ok(ofHead >= 13 && ofHead <= 17, `head reaches ${ofHead} stores`)
  const ofAgent = await total('agent', '/api/stores')
  assert.ok(ofAgent >= 5 && ofAgent <= 6, `agent reaches ${ofAgent} stores`)
  assert.equal(await total('head', '/api/staff'), 4)
  assert.ok((await total('sales', '/api/customers')) >= 10)
  assert.equal(await total('finance', '/api/stores'), 110)
})

test('agent and head have figures of yesterday, and no account must change its password', async () => {
  for (const username of ['agent', 'head']) {
    const path = `/api/reports/daily-store?from=${YESTERDAY}&to=${YESTERDAY}`
    assert.ok((await total(username, path)) >= 4, username)
    assert.equal((await as(username).get('/api/currentUser')).data.mustChangePassword, false)
  }
})

test('generated ids continue after the seeded ones', async () => {
  const customerId = (await as('sales').get('/api/customers?pageSize=1&status=active')).data.items[0].id
  const store = { customerId, platform: 'tmall', name: '种子之后旗舰店' }
  const made = await as('sales').post('/api/stores', store)
  assert.equal(made.status, 200, made.body.errorMessage)
  assert.equal(made.data.id, 151)
})

test('the files of the last days are in the list of imports, and the newest can be undone', async () => {
  const { items } = (await as('admin').get('/api/imports?status=committed&pageSize=100')).data
  assert.equal(items.length, 100)
  const [newest] = items
  const [group] = newest.groups
  assert.equal(group.on, YESTERDAY)
  assert.equal(newest.undoable, true)
  const figures = () => rowsOf('store_daily', `store_id = ${group.storeId} and on_day = '${group.on}'`)
  assert.equal(await figures(), 1)
  const undone = await as('admin').post(`/api/imports/${newest.id}/undo`, { version: newest.version })
  assert.equal(undone.status, 200, undone.body.errorMessage)
  assert.equal(await figures(), 0)
})

test('there are churn records in every state and in several months, with all snapshots', async () => {
  const { rows } = await sql<{ subject: string; status: string; n: number }>`
    select subject, status, count(*)::int as n from churn_record group by 1, 2 order by 1, 2`.execute(db)
  const states = ['cancelled', 'churned', 'retaining', 'won_back']
  for (const subject of ['customer', 'store']) {
    assert.deepEqual(
      rows.filter((row) => row.subject === subject).map(({ status }) => status),
      states,
    )
  }
  const months = await count(
    sql`select count(distinct to_char(detected_on, 'YYYY-MM')) as n from churn_record`,
  )
  assert.ok(months >= 8, `${months} months`)
  const lacking = sql<{ n: number }>`select count(*) as n from churn_record r
    where (status in ('churned', 'won_back')) <> exists (select 1 from churn_snapshot s where s.record_id = r.id)`
  assert.equal(await count(lacking), 0)
  const unlike = sql<{ n: number }>`select count(*) as n from store s where (status = 'stopped') <> exists (
    select 1 from churn_record r where r.store_id = s.id and r.status = 'churned')`
  assert.equal(await count(unlike), 0)
})

test('keyed figures have a source; there are questions, corrections, differences and pending figures', async () => {
  const withoutSource = await count(sql`select count(*) as n from store_daily d where d.source = 'keyed'
    and not exists (select 1 from keyed_figure k where k.store_id = d.store_id and k.on_day = d.on_day)`)
  assert.equal(withoutSource, 0)
  const total = async (path: string) => (await as('head').get(`/api/${path}`)).data.total
  assert.deepEqual(
    [await total('figure-questions?status=open'), await total('figure-questions?status=answered')],
    [2, 1],
  )
  assert.ok((await total('figure-corrections')) >= 2)
  assert.ok((await total('figures/differences')) >= 2)
  const awaited = (await as('admin').get('/api/figures/pending')).data.total
  assert.ok(awaited >= 1)
})

test('of two customer merges one can be undone; the log has lines on churn, rosters, warnings and new records', async () => {
  const merges = await db.selectFrom('customerMerge').select(['id', 'keptId']).orderBy('id').execute()
  const undoable = async (keptId: number) => {
    const { items } = (await as('sales').get(`/api/customers/${keptId}/merges`)).data
    return items.map((merge: { undoable: boolean }) => merge.undoable)
  }
  assert.deepEqual(await Promise.all(merges.map(({ keptId }) => undoable(keptId))), [[true], [false]])
  const actions = async (entity: string) => {
    const lines = await db
      .selectFrom('audit')
      .select('action')
      .distinct()
      .where('entity', '=', entity)
      .execute()
    return lines.map(({ action }) => action).sort()
  }
  assert.deepEqual(await actions('churn'), ['cancel', 'confirm', 'measure', 'open', 'win-back'])
  assert.deepEqual(await actions('roster'), ['copy', 'plan'])
  assert.deepEqual(await actions('warning'), ['handling', 'ignored', 'resolved'])
  for (const entity of ['customer', 'store']) {
    assert.ok((await actions(entity)).includes('create'), entity)
  }
  const undone = await as('sales').post(`/api/customer-merges/${merges[0]?.id}/undo`)
  assert.equal(undone.status, 200, undone.body.errorMessage)
})

testLosses(db)
testDuty({ as })
testPay({ as })
testSettlements({ as, db }, ['2026-04', '2026-05'])
testClosings({ as, db })
