import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreState } from '#db/tables.ts'
import { testApp } from '#testing/testApp.ts'
import { insertFigures, startService } from '#testing/testBills.ts'
import { closeMonth, openMonth } from '#testing/testClosedMonth.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { Bill, BillPage } from './contract.ts'

const { as, db, clock } = await testApp(seedWorld)
const ids = idsIn(db)
const finance = as('finance')
clock.now = new Date('2026-06-02T04:00:00Z')
const [tmall, douyin, jd, foreign] = await Promise.all(
  ['晨曦家居旗舰店', '星澜美妆', '宏远数码京东自营店', '恒月母婴'].map(ids.storeId),
)
await startService(db, tmall ?? 0, {
  model: 'included',
  monthlyCents: 300_000,
  includedDaily: 100,
  overageCents: 50,
})
await startService(db, douyin ?? 0, { model: 'fixed', monthlyCents: 200_001 })
await startService(db, jd ?? 0, null)
await startService(db, foreign ?? 0, { model: 'fixed', monthlyCents: 100_000 }, '002')
await insertFigures(db, tmall ?? 0, ['2026-04-01', '2026-04-28'], { consultUsers: 120 })

const propose = (month = '2026-04', who = finance) => who.post('/api/customer-bills/propose', { month })
const billsOf = async (storeId: number | undefined, month = '2026-04'): Promise<Bill[]> =>
  (await as('admin').get(`/api/customer-bills?storeId=${storeId}&month=${month}&sort=id`)).data.items
const pageOf = async (id: number | undefined): Promise<BillPage> =>
  (await as('admin').get(`/api/customer-bills/${id}`)).data
const step = (bill: Bill | undefined, verb: string, more: object = {}) =>
  finance.post(`/api/customer-bills/${bill?.id}/${verb}`, { version: bill?.version, ...more })

test('drafts are calculated from terms and figures, and missing data is reported and saved', async () => {
  const { data } = await propose()
  // 3000 + (28 × 120 − 30 × 100) × 0.50 + 2000.01
  assert.deepEqual(data, {
    created: 3,
    refreshed: 0,
    unchanged: 0,
    withdrawn: 0,
    incomplete: 2,
    totalCents: 518_001,
    unpriced: { count: 1, names: ['宏远数码京东自营店'] },
  })
  const [bill] = await billsOf(tmall)
  assert.deepEqual([bill?.status, bill?.origin, bill?.totalCents], ['draft', 'proposed', 318_000])
  assert.deepEqual(bill?.missing, [{ what: 'volume', days: ['2026-04-29', '2026-04-30'] }])
  const { lines } = await pageOf(bill?.id)
  assert.deepEqual(
    lines.map(({ item, qty, per, price, amountCents }) => [item, qty, per, price, amountCents]),
    [
      ['monthly', 30, 30, 300_000, 300_000],
      ['overage', 360, 1, 50, 18_000],
    ],
  )
  const [draftWithoutTerms] = await billsOf(jd)
  assert.equal(draftWithoutTerms?.missing[0]?.what, 'terms')
  assert.equal((await step(draftWithoutTerms, 'issue')).body.errorCode, 'WRONG_STATE')
  assert.deepEqual(await billsOf(foreign), [])
})

test('a second run writes nothing', async () => {
  const before = [...(await billsOf(tmall)), ...(await billsOf(douyin))]
  const { data } = await propose()
  assert.deepEqual([data.created, data.refreshed, data.unchanged], [0, 0, 3])
  assert.deepEqual([...(await billsOf(tmall)), ...(await billsOf(douyin))], before)
})

test('late figures update an unedited draft', async () => {
  await insertFigures(db, tmall ?? 0, ['2026-04-29', '2026-04-30'], { consultUsers: 120 })
  assert.equal((await propose()).data.refreshed, 1)
  const [bill] = await billsOf(tmall)
  assert.deepEqual([bill?.totalCents, bill?.missing], [330_000, []])
})

test('a late price updates unedited drafts as previewed', async () => {
  const pricing = { model: 'fixed', monthlyCents: 230_001 }
  const late = { fromOn: '2026-04-16', pricing }
  const query = new URLSearchParams({ fromOn: late.fromOn, pricing: JSON.stringify(pricing) })
  const shown = await finance.get(`/api/stores/${douyin}/terms/consequences?${query}`)
  const sum = shown.data.items.find(({ label }: { label: string }) => label === '草稿账单合计')
  // 2000.01 / 30 × 15 + 2300.01 / 30 × 15
  assert.deepEqual([sum?.from, sum?.to, sum?.values], [200_001, 215_001, { n: 1 }])
  assert.equal((await billsOf(douyin))[0]?.totalCents, 200_001, 'nothing is written yet')
  const others = [...(await billsOf(tmall)), ...(await billsOf(jd))]
  const sent = await finance.post(`/api/stores/${douyin}/terms`, { ...late, reason: '补录四月涨价' })
  assert.equal(sent.status, 200, sent.body.errorMessage)
  const [bill] = await billsOf(douyin)
  assert.deepEqual([bill?.status, bill?.origin, bill?.totalCents], ['draft', 'proposed', 215_001])
  assert.deepEqual((await pageOf(bill?.id)).lines.length, 2)
  assert.deepEqual([...(await billsOf(tmall)), ...(await billsOf(jd))], others)
  assert.deepEqual((await propose()).data.refreshed, 0, 'there is nothing left to follow')
  const terms = (await finance.get(`/api/stores/${douyin}/terms`)).data.items
  const currentTerms = terms.find(({ fromOn }: { fromOn: string }) => fromOn === late.fromOn)
  const right = { pricing: { model: 'fixed', monthlyCents: 200_001 }, reason: '没有涨价' }
  assert.equal(
    (await finance.post(`/api/stores/${douyin}/terms/${currentTerms.id}/correct`, right)).status,
    200,
  )
  assert.deepEqual((await billsOf(douyin))[0]?.totalCents, 200_001)
})

test('editing a proposal needs a reason, and runs no longer update it', async () => {
  const [bill] = await billsOf(douyin)
  const change = (more: object) =>
    finance.patch(`/api/customer-bills/${bill?.id}`, { version: bill?.version, discountCents: 1, ...more })
  assert.deepEqual(Object.keys((await change({})).data.fields), ['reason'])
  const { data } = await change({ reason: '老客户抹零' })
  assert.deepEqual([data.origin, data.totalCents, data.reason], ['changed', 200_000, '老客户抹零'])
  assert.equal((await propose()).data.created, 0)
  assert.equal((await billsOf(douyin))[0]?.totalCents, 200_000)
})

test('a late price does not change an edited draft, and the preview says so', async () => {
  const pricing = { model: 'fixed', monthlyCents: 260_001 }
  const query = new URLSearchParams({ fromOn: '2026-04-20', pricing: JSON.stringify(pricing) })
  const { data } = await finance.get(`/api/stores/${douyin}/terms/consequences?${query}`)
  const labels = data.items.map(({ label, to }: { label: string; to: unknown }) => `${label} ${to}`)
  assert.ok(labels.includes('手工开立或改过的草稿账单 1'), labels.join('\n'))
  assert.ok(!labels.some((label: string) => label.startsWith('草稿账单合计')), labels.join('\n'))
  const before = await billsOf(douyin)
  const late = { fromOn: '2026-04-20', pricing, reason: '补录' }
  assert.equal((await finance.post(`/api/stores/${douyin}/terms`, late)).status, 200)
  assert.deepEqual(await billsOf(douyin), before)
})

test('a rejected draft is not proposed again, but a voided bill is', async () => {
  const [bill] = await billsOf(douyin)
  await step(bill, 'void', { reason: '本月免单' })
  assert.equal((await propose()).data.created, 0)
  assert.deepEqual(
    (await billsOf(douyin)).map(({ status }) => status),
    ['void'],
  )
  const [other] = await billsOf(tmall)
  const done = await step(other, 'issue')
  assert.equal((await propose()).data.created, 0)
  await step(done.data, 'void', { reason: '开错月份' })
  assert.equal((await propose()).data.created, 1)
})

test('concurrent runs create each draft once', async () => {
  const answers = await Promise.all([propose('2026-03'), propose('2026-03'), propose('2026-03')])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal(
    answers.reduce((created, { data }) => created + data.created, 0),
    3,
  )
  assert.equal((await billsOf(douyin, '2026-03')).length, 1)
})

test('a month that is not over is rejected; the admin of 001 proposes for all companies', async () => {
  assert.equal((await propose('2026-06')).body.errorCode, 'WRONG_STATE')
  assert.deepEqual(Object.keys((await propose('2026-5')).data.fields), ['month'])
  const { data } = await propose('2026-02', as('admin'))
  assert.equal(data.created, 4)
  assert.equal((await billsOf(foreign, '2026-02'))[0]?.totalCents, 100_000)
  assert.equal((await propose('2026-02', as('sales'))).status, 403)
})

test('companies that have closed the month are skipped', async () => {
  await closeMonth(db, '002', '2026-01')
  const { status, data } = await propose('2026-01', as('admin'))
  assert.deepEqual([status, data.created], [200, 3])
  assert.deepEqual(await billsOf(foreign, '2026-01'), [])
  await closeMonth(db, '001', '2026-01')
  assert.equal((await propose('2026-01', as('admin'))).body.errorCode, 'PERIOD_CLOSED')
  await openMonth(db, '001', '2026-01')
  await openMonth(db, '002', '2026-01')
})

test('stops are included: days in the bill of the month, refundable money as a refund', async () => {
  const stop = async (storeId: number | undefined, monthPaid: boolean) => {
    const { version } = (await as('admin').get(`/api/stores/${storeId}`)).data
    const answer = await as('admin').post(`/api/stores/${storeId}/stop`, {
      version,
      stoppedOn: '2026-05-10',
      reason: 'price',
      monthPaid,
    })
    assert.equal(answer.status, 200, answer.body.errorMessage)
  }
  await stop(tmall, false)
  await stop(foreign, true)
  await propose('2026-05', as('admin'))
  const stateOf = async (storeId: number | undefined) =>
    (
      await db
        .selectFrom('billingProposal')
        .select('state')
        .where('storeId', '=', storeId ?? 0)
        .executeTakeFirst()
    )?.state
  const [days] = await billsOf(tmall, '2026-05')
  // 300000 × 10 ÷ 31 = 96774.19…
  assert.deepEqual([days?.kind, days?.totalCents], ['service', 96_774])
  assert.equal(await stateOf(tmall), 'open')
  await step(days, 'issue', { missingReason: 'noData' })
  assert.equal(await stateOf(tmall), 'taken')
  const back = await billsOf(foreign, '2026-05')
  // 100000 × 21 ÷ 31 = 67741.93…
  assert.deepEqual(
    back.map(({ kind, totalCents }) => [kind, totalCents]),
    [['refund', -67_742]],
  )
  await as('admin2').post(`/api/customer-bills/${back[0]?.id}/void`, {
    version: back[0]?.version,
    reason: '已抵扣',
  })
  assert.equal(await stateOf(foreign), 'dropped')
})

/** Adds a service state from a past day on. */
const noted = (storeId: number | undefined, status: StoreState['status'], fromOn: string) =>
  db
    .insertInto('storeState')
    .values({ companyCode: '001', storeId: storeId ?? 0, status, fromOn, createdAt: clock.now })
    .execute()

test('an unedited draft is withdrawn when its month needs it no longer, and proposed again when it does', async () => {
  const [january] = [await propose('2026-01')]
  assert.equal(january.data.withdrawn, 0)
  const drafted = (await billsOf(douyin, '2026-01'))[0]
  assert.deepEqual([drafted?.status, drafted?.totalCents], ['draft', 200_001])
  await noted(douyin, 'pending', '2026-01-01')
  const gone = (await propose('2026-01')).data
  assert.deepEqual([gone.created, gone.withdrawn], [0, 1])
  const [left] = await billsOf(douyin, '2026-01')
  assert.deepEqual([left?.id, left?.status, left?.code], [drafted?.id, 'void', null])
  const { data: log } = await as('admin').get(`/api/audit-logs?entity=customer-bill&recordId=${drafted?.id}`)
  assert.equal(log.items[0].action, 'withdraw')
  assert.deepEqual(
    [(await propose('2026-01')).data.withdrawn, (await billsOf(douyin, '2026-01')).length],
    [0, 1],
  )
  await noted(douyin, 'serving', '2026-01-01')
  assert.equal((await propose('2026-01')).data.created, 1)
})

test('a stop entered late for the previous month withdraws the draft of the month', async () => {
  const [draftBefore] = (await billsOf(jd, '2026-02')).filter(({ status }) => status === 'draft')
  assert.ok(draftBefore)
  await db
    .updateTable('store')
    .set({ stoppedOn: '2026-01-31' })
    .where('id', '=', jd ?? 0)
    .execute()
  await noted(jd, 'stopped', '2026-01-31')
  assert.equal((await propose('2026-02')).data.withdrawn, 1)
  assert.deepEqual(
    (await billsOf(jd, '2026-02')).map(({ id, status }) => [id, status]),
    [[draftBefore.id, 'void']],
  )
})

test('stores are not billed if their customer has a service bill without a store', async () => {
  const customerId = await ids.customerId('杭州晨曦家居有限公司')
  const month = '2026-03'
  await propose(month)
  const customerBill = await finance.post('/api/customer-bills', {
    customerId,
    kind: 'service',
    month,
    lines: [{ label: '三月打包服务', qty: 1, priceCents: 450_000, taxRateBp: 600 }],
  })
  assert.equal(customerBill.status, 200)
  const mine = async () =>
    (await Promise.all([tmall, douyin].map((id) => billsOf(id, month))))
      .flat()
      .filter(({ status }) => status !== 'void')
  const before = (await mine()).filter(({ customerId: of }) => of === customerId).length
  const { data } = await propose(month)
  assert.deepEqual([data.created, data.withdrawn], [0, before])
  assert.ok(before > 0)
  assert.deepEqual(
    (await mine()).filter(({ customerId: of }) => of === customerId),
    [],
  )
})
