import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Selectable } from 'kysely'
import type { Warning, Worklog } from '#db/tables.ts'
import { idsIn } from '#testing/testWorld.ts'
import { daily, PATH, testSubscriptions } from './testSubscriptions.ts'

const { as, db, clock, at, viewOf, noticesOf, lastOf } = await testSubscriptions()

interface DigestNotice {
  title: { values: { view: string; n: number } }
  text: { values: { days?: string; names: string } } | null
}

/** Inserts a work log of the agent in each state. */
async function seedLogs(states: readonly Selectable<Worklog>['status'][]): Promise<void> {
  const { id } = await db
    .selectFrom('staff')
    .select('id')
    .where('username', '=', 'agent')
    .executeTakeFirstOrThrow()
  const log = { companyCode: '001', staffId: id, shift: 'morning', summary: '正常', halfHours: 16 }
  const rows = states.map((status, index) => ({ ...log, status, onDay: `2026-05-1${index}` }))
  await db
    .insertInto('worklog')
    .values(rows.map((row) => ({ ...row, submittedAt: clock.now })))
    .execute()
}

/** Inserts warnings of a customer by kind and status. */
async function seedWarnings(
  ...statuses: [kind: Warning['kind'], status: Selectable<Warning>['status']][]
): Promise<void> {
  const customerId = await idsIn(db).customerId('杭州晨曦家居有限公司')
  const about = { customerId, companyCode: '001', weekOn: '2026-05-11' }
  const counted = { expected: 7, reported: 7, volumeOf: ['consultUsers'], comparedStores: 1 }
  const risk = { score: 10, riskParts: '[]', scoreVersion: 1 }
  await db
    .insertInto('customerWeek')
    .values({ ...about, ...counted, ...risk })
    .execute()
  const at = { createdAt: clock.now, updatedAt: clock.now, value: -4500, level: 'red' as const }
  const rows = statuses.map(([kind, status]) => ({ ...about, ...at, kind, status }))
  await db.insertInto('warning').values(rows).execute()
}

test('subscriptions: relative days are resolved per delivery; without filters the page defaults apply', async () => {
  const reports = 'list.reports.daily-customer.customers'
  const yesterday = await viewOf('finance', '昨日', { list: reports, query: 'from=yesterday' })
  const defaults = await viewOf('finance', '近况', { list: reports })
  const fixed = await viewOf('finance', '那天', { list: reports, query: 'from=2026-05-01&to=2026-05-01' })
  const logs = await viewOf('head', '待审', { list: 'list.worklogs' })
  const all = await viewOf('head', '全部日志', { list: 'list.worklogs', query: 'status=' })
  await seedLogs(['submitted', 'draft'])
  for (const viewId of [yesterday, defaults, fixed]) await as('finance').post(PATH, daily(viewId))
  for (const viewId of [logs, all]) await as('head').post(PATH, daily(viewId))
  const daysOf = async (day: string) => {
    const before = (await noticesOf('finance')).length
    await at(`${day}T14:00`)
    const newNotices = (await noticesOf('finance')).slice(0, -before || undefined)
    return Object.fromEntries(
      newNotices.map(({ title, text }: DigestNotice) => [title.values.view, text?.values.days]),
    )
  }
  const week = { 近况: '2026-05-12 – 2026-05-18', 那天: '2026-05-01' }
  assert.deepEqual(await daysOf('05-19'), { ...week, 昨日: '2026-05-18' })
  const later = { 近况: '2026-05-13 – 2026-05-19', 那天: '2026-05-01' }
  assert.deepEqual(await daysOf('05-20'), { ...later, 昨日: '2026-05-19' })
  const counts = (await noticesOf('head')).map(({ title }: DigestNotice) => [
    title.values.view,
    title.values.n,
  ])
  assert.deepEqual(Object.fromEntries(counts.slice(0, 2)), { 待审: 1, 全部日志: 2 })
})

test('subscriptions: a view of warnings without filters applies the page default 待处理', async () => {
  await seedWarnings(['fall', 'pending'], ['zero', 'handling'], ['missing', 'resolved'])
  const first = await viewOf('finance', '预警', { list: 'list.warnings' })
  const all = await viewOf('finance', '全部预警', { list: 'list.warnings', query: 'status=' })
  for (const viewId of [first, all]) await as('finance').post(PATH, daily(viewId, 16))
  const before = (await noticesOf('finance')).length
  await at('05-19T16:00')
  const newNotices = (await noticesOf('finance')).slice(0, -before || undefined)
  const counts = newNotices.map(({ title }: DigestNotice) => [title.values.view, title.values.n])
  assert.deepEqual(Object.fromEntries(counts), { 预警: 1, 全部预警: 3 })
})

test('subscriptions: each list is read with the subscriber’s reach, without amounts of money', async () => {
  const lists = {
    head: ['list.worklogs', 'list.warnings', 'list.reports.daily-worker', 'list.reports.daily-worker.agents'],
    finance: ['list.warnings', 'list.reports.daily-customer', 'list.reports.daily-customer.customers'],
    sales2: ['list.reports.daily-customer.customers'],
  }
  for (const [who, names] of Object.entries(lists)) {
    for (const list of names) {
      const viewId = await viewOf(who, list.slice(5, 25), { list, query: '' })
      const { data, body } = await as(who).post(PATH, daily(viewId, 17))
      assert.ok(data.id, `${list} ${body.errorMessage}`)
      assert.notEqual(data.listName, '', list)
    }
  }
  await at('05-19T17:00')
  for (const who of Object.keys(lists)) {
    const failed = (await as(who).get(PATH)).data.filter(
      (one: { last: { state: string } | null }) => one.last,
    )
    assert.deepEqual(
      failed.filter((one: { last: { state: string } }) => one.last.state !== 'done'),
      [],
      who,
    )
  }
  const [firstNotice] = await noticesOf('sales2')
  assert.deepEqual([firstNotice.title.values.n, firstNotice.text.values.names], [1, '宏远数码 -'])
  // A subscriber without permission for the list gets a failed delivery and no content.
  const viewId = await viewOf('agent2', '越权', { list: 'list.warnings' })
  const { data } = await as('agent2').post(PATH, daily(viewId, 18))
  await at('05-19T18:00')
  assert.match((await lastOf('agent2', data.id)).failure, /权限/)
  assert.deepEqual(await noticesOf('agent2'), [])
})
