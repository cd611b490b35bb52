import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BillPage } from '#billing/customer-bills/contract.ts'
import type { WorklogStatus } from '#operations/worklogs/contract.ts'
import { issueBill, setClockTo } from '#testing/testAccounts.ts'
import { testApp } from '#testing/testApp.ts'
import { insertFigures, startService } from '#testing/testBills.ts'
import { closingsOf } from '#testing/testClosing.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { Check } from './contractClosing.ts'

const world = await testApp(seedWorld)
const { as, db } = world
const ids = idsIn(db)
const chenxi = await ids.customerId('杭州晨曦家居有限公司')
const douyin = await ids.storeId('星澜美妆')
const [finance, month] = [as('finance'), '2026-04']
const NOW = '2026-05-19'
await startService(db, douyin, { model: 'fixed', monthlyCents: 300_000 })
const { checks } = closingsOf(world)

const itemOf = async (item: string): Promise<Check> => {
  const found = (await checks('admin', month)).find((one) => one.item === item)
  assert.ok(found, item)
  return found
}
const openOf = async (item: string) => {
  const { count, of, examples } = await itemOf(item)
  return [count, of, examples]
}
const queryOf = ({ link }: Check) => link?.slice(link.indexOf('?')) ?? ''
const propose = () => finance.post('/api/customer-bills/propose', { month })

test('a row without a volume is a missing figure, and the count equals that of the linked report', async () => {
  await insertFigures(db, douyin, ['2026-04-01', '2026-04-27'], { consultUsers: 100 })
  const dayRow = { companyCode: '001', storeId: douyin, onDay: '2026-04-28', source: 'keyed' as const }
  await db
    .insertInto('storeDaily')
    .values({ ...dayRow, salesCents: 5, updatedAt: new Date() })
    .execute()
  const check = await itemOf('figures')
  assert.deepEqual([check.count, check.of], [3, 30])
  const report = await as('admin').get(`/api/reports/daily-store${queryOf(check)}&storeId=${douyin}`)
  assert.equal(report.data.total, check.count)
})

test('the count of unapproved logs equals that of the linked list, whatever their status', async () => {
  const staffId = await ids.staffId('agent')
  const reviewer = { reviewedAt: new Date('2026-04-21T02:00:00Z'), reviewedBy: await ids.staffId('head') }
  const written = { submittedAt: new Date('2026-04-20T10:00:00Z'), summary: '正常', halfHours: 16 }
  const log = (onDay: string, status: WorklogStatus) => ({
    companyCode: '001',
    staffId,
    onDay,
    shift: 'morning',
    status,
    ...(status !== 'draft' && written),
    ...((status === 'returned' || status === 'approved') && reviewer),
    ...(status === 'returned' && { reviewNote: '请补数据' }),
  })
  const states = ['draft', 'submitted', 'returned', 'approved'] as const
  await db
    .insertInto('worklog')
    .values(states.map((status, at) => log(`2026-04-1${at}`, status)))
    .execute()
  const check = await itemOf('worklogs')
  assert.deepEqual([check.count, check.of], [3, 4])
  const listed = await as('admin').get(`/api/worklogs${queryOf(check)}`)
  assert.equal(listed.data.total, check.count)
})

test('a prepaid month requires a settlement until it is proposed', async () => {
  await setClockTo(world, '2026-04-02')
  const bill: BillPage = await issueBill(finance, chenxi, 300_000, {
    kind: 'service',
    month,
    storeId: douyin,
  })
  assert.equal(bill.prepaid, true)
  await setClockTo(world, NOW)
  assert.deepEqual(await openOf('settlements'), [0, 1, []])
  await db
    .insertInto('storeState')
    .values({
      companyCode: '001',
      storeId: douyin,
      status: 'paused',
      fromOn: '2026-04-16',
      createdAt: new Date('2026-04-16T02:00:00Z'),
    })
    .execute()
  assert.deepEqual(await openOf('settlements'), [1, 1, ['星澜美妆']])
  assert.equal(queryOf(await itemOf('settlements')), `?propose=${month}&companyCode=001`)
  assert.deepEqual(await openOf('missingBills'), [0, 1, []])
  assert.equal((await propose()).data.created, 1)
  assert.equal((await itemOf('settlements')).done, true)
  assert.deepEqual(await openOf('draftBills'), [1, 2, ['星澜美妆']])
})

test('the count of stores without a bill equals that of the linked list of stores', async () => {
  const jd = await ids.storeId('宏远数码京东自营店')
  await startService(db, jd, { model: 'fixed', monthlyCents: 300_000 })
  const check = await itemOf('missingBills')
  assert.deepEqual([check.count, check.examples], [1, ['宏远数码京东自营店']])
  const listed = await as('admin').get(`/api/stores${queryOf(check)}`)
  assert.deepEqual(
    [listed.data.total, listed.data.items.map(({ name }: { name: string }) => name)],
    [check.count, check.examples],
  )
  assert.equal((await as('sales').get(`/api/stores${queryOf(check)}`)).body.errorCode, 'FORBIDDEN')
  await propose()
  assert.equal((await as('finance').get(`/api/stores?unbilled=${month}`)).data.total, 0)
})

test('the refund of a stopped store is required until it is proposed', async () => {
  const tmall = await ids.storeId('晨曦家居旗舰店')
  await startService(db, tmall, { model: 'fixed', monthlyCents: 300_000 })
  await setClockTo(world, '2026-04-20')
  const { version } = (await as('admin').get(`/api/stores/${tmall}`)).data
  const stop = { version, stoppedOn: '2026-04-20', reason: 'price', monthPaid: true }
  const stopped = await as('admin').post(`/api/stores/${tmall}/stop`, stop)
  assert.equal(stopped.status, 200, stopped.body.errorMessage)
  await setClockTo(world, NOW)
  assert.deepEqual(await openOf('settlements'), [1, 1, ['晨曦家居旗舰店']])
  await propose()
  assert.equal((await itemOf('settlements')).done, true)
})

test('a store in service on a day without a price is named, until a bill of the month is issued', async () => {
  const before = await itemOf('unpriced')
  assert.equal(before.done, true)
  const store = { customerId: chenxi, platform: 'pdd', name: '还没定价的店' }
  const served = { ...store, status: 'serving', onlineOn: '2026-04-01' }
  const { id } = (await as('admin').post('/api/stores', served)).data
  const check = await itemOf('unpriced')
  assert.deepEqual([check.count, check.of, check.examples], [1, (before.of ?? 0) + 1, ['还没定价的店']])
  assert.equal(queryOf(check), `?price=${month}&companyCode=001`)
  const listed = async () => (await as('admin').get(`/api/stores${queryOf(check)}`)).data.total
  assert.equal(await listed(), 1)
  const terms = { fromOn: '2026-04-11', pricing: { model: 'fixed', monthlyCents: 300_000 } }
  assert.equal((await finance.post(`/api/stores/${id}/terms`, terms)).status, 200)
  assert.equal((await itemOf('unpriced')).count, 1, 'the days before the price')
  await issueBill(finance, chenxi, 300_000, { kind: 'service', month, storeId: id })
  assert.deepEqual([(await itemOf('unpriced')).count, await listed()], [0, 0])
})
