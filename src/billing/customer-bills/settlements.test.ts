import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { startService } from '#testing/testBills.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { Bill, BillPage } from './contract.ts'

const { as, db, clock } = await testApp(seedWorld)
const ids = idsIn(db)
const finance = as('finance')
const [MAY, JUNE] = [new Date('2026-05-19T04:00:00Z'), new Date('2026-06-02T04:00:00Z')]
const douyin = await ids.storeId('星澜美妆')
// Signing in at the later date keeps the session valid at both dates.
clock.now = JUNE
await finance.get('/api/customer-bills')
await startService(db, douyin, { model: 'fixed', monthlyCents: 200_001 })

const propose = (month: string) => finance.post('/api/customer-bills/propose', { month })
const billsOf = async (storeId: number, month: string): Promise<Bill[]> =>
  (await finance.get(`/api/customer-bills?storeId=${storeId}&month=${month}&sort=id`)).data.items
const pageOf = async (id: number | undefined): Promise<BillPage> =>
  (await finance.get(`/api/customer-bills/${id}`)).data
const step = (bill: Bill | undefined, verb: string, more: object = {}) =>
  finance.post(`/api/customer-bills/${bill?.id}/${verb}`, { version: bill?.version, ...more })

test('a prepaid month is settled when it is over, which refunds the unserved part', async () => {
  const customerId = await ids.customerId('杭州晨曦家居有限公司')
  clock.now = MAY
  const paid = await finance.post('/api/customer-bills', {
    customerId,
    storeId: douyin,
    kind: 'service',
    month: '2026-05',
    lines: [{ label: '五月预收', qty: 1, priceCents: 200_001, taxRateBp: 600 }],
  })
  const bill = (await step(paid.data, 'issue')).data
  assert.equal(bill.prepaid, true)
  await db
    .insertInto('storeState')
    .values({
      companyCode: '001',
      storeId: douyin,
      status: 'paused',
      fromOn: '2026-05-16',
      createdAt: new Date('2026-05-16T02:00:00Z'),
    })
    .execute()
  clock.now = JUNE
  await propose('2026-05')
  await propose('2026-05')
  const settled = (await billsOf(douyin, '2026-05')).filter(({ kind }) => kind === 'adjustment')
  // 200001 × 15 ÷ 31 = 96774.67… → 96775
  assert.deepEqual(
    settled.map(({ totalCents }) => totalCents),
    [96_775 - 200_001],
  )
  const page = await pageOf(settled[0]?.id)
  assert.deepEqual(
    page.lines.map(({ item, amountCents }) => [item, amountCents]),
    [
      ['monthly', 96_775],
      ['prepaid', -200_001],
    ],
  )
  assert.equal(page.relatesTo?.id, bill.id)
})

test('a settlement subtracts later refunds, and is withdrawn if nothing is left', async () => {
  const [paid] = (await billsOf(douyin, '2026-05')).filter(({ kind }) => kind === 'service')
  const ofMay = async () =>
    (await billsOf(douyin, '2026-05')).filter(
      ({ kind, status }) => kind === 'adjustment' && status !== 'void',
    )
  const [settlement] = await ofMay()
  assert.equal(settlement?.totalCents, 96_775 - 200_001)
  const receipt = { onDay: '2026-05-20', amountCents: 200_001, method: 'bank' }
  await finance.post(`/api/customer-bills/${paid?.id}/receipts`, receipt)
  const refund = async (amountCents: number) =>
    step((await pageOf(paid?.id)) as Bill, 'refund', { amountCents, reason: '暂停期间退费' })
  assert.equal((await refund(100_000)).status, 200)
  const stale = await step(settlement, 'issue')
  assert.equal(stale.body.errorMessage, '预收账单的退款之后有变化，请重新提出这个月的账单，再出账。')
  await propose('2026-05')
  assert.deepEqual(
    (await ofMay()).map(({ id, totalCents }) => [id, totalCents]),
    [[settlement?.id, -3_226]],
  )
  assert.equal((await refund(3_226)).status, 200)
  assert.equal((await propose('2026-05')).data.withdrawn, 1)
  assert.deepEqual(await ofMay(), [])
})

test('an amount refunded by a settlement cannot be refunded again', async () => {
  const [paid] = (await billsOf(douyin, '2026-05')).filter(({ kind }) => kind === 'service')
  const page = await pageOf(paid?.id)
  for (const { id } of page.related) {
    const { version } = await pageOf(id)
    await finance.post(`/api/customer-bills/${id}/void`, { version, reason: '改由结算退还' })
  }
  await propose('2026-05')
  const [settlement] = (await billsOf(douyin, '2026-05')).filter(
    ({ kind, status }) => kind === 'adjustment' && status === 'draft',
  )
  assert.equal((await step(settlement, 'issue')).status, 200)
  const now = await pageOf(paid?.id)
  assert.equal(now.refundableCents, 96_775)
  const much = await step(now as Bill, 'refund', { amountCents: 96_776, reason: '再退' })
  assert.deepEqual(much.data.fields, { amountCents: '最多可退 ¥967.75。' })
})
