import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pricing } from '#clients/pricing/contract.ts'
import { setClockTo } from '#testing/testAccounts.ts'
import { closeMonth } from '#testing/testClosedMonth.ts'
import { douyinFile, importWorld } from '#testing/testImports.ts'
import { lateText } from './rules.ts'
import { reratesOf } from './testRerates.ts'

const world = await importWorld()
const { as, db } = world
const { issued, rowOf, amountsOf } = reratesOf(world)
const admin = as('admin')
const store = world.storeId('星澜美妆')
const row = { companyCode: '001', storeId: store, createdAt: new Date('2026-01-01T02:00:00Z') }
const included: Pricing = { model: 'included', monthlyCents: 1_500_000, includedDaily: 500, overageCents: 80 }
await db
  .insertInto('storeTerms')
  .values({ ...row, fromOn: '2026-01-01', pricing: JSON.stringify(included) })
  .execute()
await db
  .insertInto('storeState')
  .values({ ...row, fromOn: '2026-05-15', status: 'serving' })
  .execute()
await db.updateTable('company').set({ booksFrom: '2026-05-01' }).where('code', '=', '001').execute()
await setClockTo(world, '2026-06-10')
// 15,000.00 × 17 ÷ 31.
await issued(store)
await closeMonth(db, '001', '2026-05')
await setClockTo(world, '2026-06-11')

const late = (batchId: number, who = admin) => who.post('/api/customer-bills/rerates/late', { batchId })
const figures = async () => db.selectFrom('storeDaily').selectAll().where('storeId', '=', store).execute()

test('figures of a closed day are not imported; their difference is drafted in the oldest open month', async () => {
  const preview = await world.upload('head', douyinFile({ 小桃: 9_000 }, 12_000))
  assert.equal(preview.data.blocks[0]?.code, 'PERIOD_CLOSED')
  const { id } = preview.data
  const consequences = await admin.get(`/api/customer-bills/rerates/late/consequences?batchId=${id}`)
  assert.deepEqual(
    consequences.data.items.map(({ label, to }: { label: string; to: number }) => [label, to]),
    [
      ['已结账的店日', 1],
      ['调整草稿', 1],
      ['合计', 280_000],
    ],
  )
  assert.equal((await late(id, as('sales'))).status, 403)
  assert.equal((await late(id, as('admin2'))).status, 404)
  const { status, data, body } = await late(id)
  assert.equal(status, 200, body.errorMessage)
  const [result] = data.results
  // 12,000 − 17 × 500 = 3,500 at ¥0.80.
  assert.deepEqual([result.days, result.month, result.differenceCents], [1, '2026-05', 280_000])
  assert.equal(lateText(result), '2026-05 已结账，数字不再改；差额 ¥2,800.00 记在 2026-06。')
  const bill = (await admin.get(`/api/customer-bills/${result.billId}`)).data
  assert.deepEqual(
    [bill.month, bill.status, bill.totalCents, bill.lines[0].label],
    ['2026-06', 'draft', 280_000, '5 月超量补差 3,500 − 0'],
  )
  assert.deepEqual(await figures(), [])
  const listed = await rowOf(store)
  assert.deepEqual([listed?.state, listed?.causes], ['adjusted', ['import']])
  const detail = (await admin.get(`/api/customer-bills/rerates/${listed?.id}`)).data
  assert.deepEqual(detail.late, [{ batchId: id, fileName: '飞鸽.csv', days: 1 }])
  assert.deepEqual([detail.days.length, detail.days[0].now.volume], [1, 12_000])
})

test('repeating a late file changes nothing; withdrawing it makes its adjustment refundable', async () => {
  const [file] = (await admin.get(`/api/customer-bills/rerates/${(await rowOf(store))?.id}`)).data.late
  const again = (await late(file.batchId)).data.results[0]
  assert.deepEqual(
    [again.billId, lateText(again)],
    [null, '2026-05 已结账，数字不再改；没有需要调整的差额。'],
  )
  const drop = { batchId: file.batchId, reason: '文件是别家店的' }
  const { status, data } = await admin.post('/api/customer-bills/rerates/late/drop', drop)
  assert.deepEqual([status, data.days], [200, 1])
  const amounts = await amountsOf(store)
  assert.deepEqual(amounts?.slice(2), [280_000, 0, -280_000, 'pending'])
  assert.deepEqual((await rowOf(store))?.causes, ['undo'], 'the list says why')
  assert.equal((await admin.post('/api/customer-bills/rerates/late/drop', drop)).status, 404)
})

test('a file without closed days is rejected, since it can be imported normally', async () => {
  await db
    .updateTable('monthlyFinancial')
    .set({ status: 'reopened', reopenedAt: new Date(), reopenedBy: 1, reopenedWhy: '改错' })
    .execute()
  const preview = await world.upload('head', douyinFile({ 小桃: 9_001 }, 12_001))
  const { body } = await late(preview.data.id)
  assert.equal(body.errorMessage, '这个文件里没有已结账的日子，直接导入即可。')
})
