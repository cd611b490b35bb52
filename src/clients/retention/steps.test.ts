import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testApp } from '#testing/testApp.ts'
import { createIssuedBill } from '#testing/testBills.ts'
import { rowsByLabel } from '#testing/testConsequences.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)
const { customerId, staffId, storeId } = idsIn(db)

const rowOf = (table: 'customer' | 'store' | 'churnRecord', id: number) =>
  db.selectFrom(table).select(['status', 'version']).where('id', '=', id).executeTakeFirstOrThrow()

const chenxi = await customerId('杭州晨曦家居有限公司')
const yuanshan = await customerId('宏远数码')
const tmall = await storeId('晨曦家居旗舰店')
const douyin = await storeId('星澜美妆')
const jd = await storeId('宏远数码京东自营店')

const TODAY = '2026-05-19'
const detection = { detectedOn: '2026-05-11', reason: 'price', note: '同行报价低两成' }

for (const [id, fee] of [
  [tmall, 300_000],
  [douyin, 200_050],
] as const) {
  await db
    .insertInto('storeTerms')
    .values({
      companyCode: '001',
      storeId: id,
      fromOn: '2026-01-01',
      createdAt: new Date(),
      pricing: JSON.stringify({ model: 'fixed', monthlyCents: fee }),
    })
    .execute()
}

// Bills that are unpaid when the loss is confirmed: one of the store, partly paid, and one of the whole customer.
const ofStore = await createIssuedBill(as('finance'), chenxi, 260_000, { storeId: tmall })
const paidInPart = { onDay: TODAY, amountCents: 100_000, method: 'bank' }
await as('finance').post(`/api/customer-bills/${ofStore.id}/receipts`, paidInPart)
await createIssuedBill(as('finance'), chenxi, 40_000)

const openOf = async (about: string) =>
  (await as('admin').get(`/api/churn-records?${about}&status=retaining&status=churned`)).data.items[0]
const pathOf = (record: { id: number }, step = '') => `/api/churn-records/${record.id}${step}`

await as('finance').post('/api/churn-records', { storeId: tmall, ...detection })
const toCancel = await as('admin').post('/api/churn-records', { storeId: jd, ...detection })
await as('admin').post(pathOf(toCancel.data, '/cancel'), { version: 1, note: '谈妥续约' })

test('POST /api/churn-records/:id/confirm: stops the store and saves the snapshot', async () => {
  const record = await openOf(`storeId=${tmall}`)
  const input = { version: record.version, stopOn: '2026-05-18', reason: 'price' }
  const ahead = await as('sales').post(pathOf(record, '/confirm'), { ...input, stopOn: '2026-05-20' })
  assert.deepEqual(ahead.data.fields, { stopOn: '日期不能晚于今天。' })
  const missing = await as('sales').post(pathOf(record, '/confirm'), { ...input, reason: undefined })
  assert.deepEqual(Object.keys(missing.data.fields), ['reason'])
  const { status, data } = await as('sales').post(pathOf(record, '/confirm'), input)
  assert.equal(status, 200)
  assert.deepEqual([data.status, data.confirmedOn, data.liveStoreCount], ['churned', TODAY, 1])
  const { takenAt: _, ...snapshot } = data.snapshot
  assert.deepEqual(snapshot, {
    // Only the store's own bills; the bill of the whole customer is not included.
    monthlyFeeCents: 300_000,
    revenueCents: 260_000,
    unpaidCents: 160_000,
    refundCents: null,
    // 2026-01-01 to 2026-05-18, both inclusive.
    tenureDays: 138,
    ownerName: '何立',
    leaderName: '陈思雨',
    agents: [{ id: await staffId('agent'), name: '周小禾' }],
    stores: [{ id: tmall, name: '晨曦家居旗舰店' }],
  })
  const store = await db.selectFrom('store').selectAll().where('id', '=', tmall).executeTakeFirstOrThrow()
  assert.deepEqual([store.status, store.stoppedOn], ['stopped', '2026-05-18'])
  const openAssignments = await sql`select 1 from store_assignment where store_id = ${tmall}
    and (to_on is null or to_on > '2026-05-18')`.execute(db)
  assert.equal(openAssignments.rows.length, 0)
})

test('the database rejects changes of a snapshot', async () => {
  await assert.rejects(sql`update churn_snapshot set monthly_fee_cents = 0`.execute(db), /append-only/)
  await assert.rejects(sql`delete from churn_snapshot`.execute(db), /append-only/)
})

test('a confirmed record cannot be edited, cancelled or confirmed again', async () => {
  const record = await openOf(`storeId=${tmall}`)
  const { version } = record
  const refusals = [
    await as('sales').patch(pathOf(record), { version, reason: 'other' }),
    await as('sales').post(pathOf(record, '/cancel'), { version, note: '误记' }),
    await as('sales').post(pathOf(record, '/confirm'), { version, stopOn: TODAY, reason: 'price' }),
  ]
  for (const { status, body } of refusals) assert.deepEqual([status, body.errorCode], [409, 'WRONG_STATE'])
})

test('role 2 gets no fee in list, record, overview and log, and only records of its own team', async () => {
  const record = await openOf(`storeId=${tmall}`)
  const answers = [
    await as('head').get('/api/churn-records'),
    await as('head').get(pathOf(record)),
    await as('head').get('/api/churn-records/overview'),
    await as('head').get(`/api/audit-logs?entity=churn&recordId=${record.id}`),
  ]
  for (const { status, data } of answers) {
    assert.equal(status, 200)
    assert.doesNotMatch(JSON.stringify(data), /cents|300000/i)
  }
  assert.equal(answers[1]?.data.storeReadable, false)
  assert.equal((await as('head2').get(pathOf(record))).status, 404)
  assert.equal((await as('head2').get(`/api/churn-records?storeId=${tmall}`)).data.total, 0)
  assert.equal((await as('agent').get('/api/churn-records')).status, 403)
})

test('POST /api/customers/:id/churn: opens the record and does not change the customer', async () => {
  const { version } = await rowOf('customer', chenxi)
  const path = `/api/customers/${chenxi}/churn`
  assert.equal((await as('sales2').post(path, { version, ...detection })).status, 404)
  assert.equal((await as('sales').post(path, { version: version + 1, ...detection })).body.errorCode, 'STALE')
  const { status, data } = await as('sales').post(path, { version, ...detection })
  assert.deepEqual([status, data.status, data.subject], [200, 'retaining', 'customer'])
  assert.equal((await rowOf('customer', chenxi)).status, 'active')
  assert.equal((await as('sales').post(path, { version, ...detection })).body.errorCode, 'CONFLICT')
})

test('confirming the loss of a customer stops its live stores, each with its own record', async () => {
  const record = await openOf(`customerId=${chenxi}&subject=customer`)
  const input = { version: record.version, stopOn: TODAY, reason: 'other_vendor' }
  const shown = rowsByLabel(
    (await as('sales').get(pathOf(record, `/confirm/consequences?stopOn=${TODAY}`))).data,
  )
  assert.equal((await rowOf('customer', chenxi)).status, 'active', 'nothing is written')
  const open = async () =>
    (
      await sql<{
        cents: number
      }>`select coalesce(sum(amount_cents), 0)::bigint as cents from billing_proposal
        where state = 'open' and kind = 'bill'`.execute(db)
    ).rows[0]?.cents ?? 0
  const before = await open()
  const { status, data } = await as('sales').post(pathOf(record, '/confirm'), input)
  assert.equal(status, 200)
  assert.deepEqual([data.customerStatus, data.liveStoreCount], ['churned', 0])
  const proposed = (await open()) - before
  assert.deepEqual(shown, {
    客户状态: ['合作中', '已流失'],
    停止服务的店铺: 1,
    结束的客服分配: shown.结束的客服分配,
    ...(proposed > 0 ? { 建议收取的当月服务费: proposed } : {}),
    失去的月费: data.snapshot.monthlyFeeCents,
    还没收的账款: data.snapshot.unpaidCents,
  })
  // The store that stopped the day before is part of this loss, which was detected earlier.
  assert.equal(data.snapshot.monthlyFeeCents, 500_050)
  assert.deepEqual(data.snapshot.stores.map(({ id }: { id: number }) => id).sort(), [tmall, douyin].sort())
  const stores = await as('sales').get(`/api/churn-records?customerId=${chenxi}&subject=store&status=churned`)
  assert.equal(stores.data.total, 2)
  const logged = await as('sales').get(`/api/audit-logs?entity=customer&recordId=${chenxi}`)
  assert.deepEqual(
    [logged.data.items[0].action, logged.data.items[0].changes.status],
    ['churn', ['active', 'churned']],
  )
})

test('a store of a lost customer can be won back only after its customer', async () => {
  const record = await openOf(`storeId=${douyin}`)
  const input = { version: record.version, wonBackOn: TODAY }
  const { status, body } = await as('sales').post(pathOf(record, '/win-back'), input)
  assert.deepEqual([status, body.errorCode], [409, 'WRONG_STATE'])
  assert.equal((await rowOf('churnRecord', record.id)).status, 'churned')
})

test('POST /api/customers/:id/win-back: sets 合作中 with the contract, and resumes the chosen stores', async () => {
  const { version } = await rowOf('customer', chenxi)
  const path = `/api/customers/${chenxi}/win-back`
  const input = { version, wonBackOn: TODAY, storeIds: [tmall] }
  const withoutContract = await as('sales').post(path, input)
  assert.deepEqual(Object.keys(withoutContract.data.fields), ['contractStartOn'])
  const contract = { contractStartOn: TODAY, contractEndOn: '2027-05-18' }
  const early = await as('sales').post(path, { ...input, ...contract, wonBackOn: '2026-05-18' })
  assert.deepEqual(Object.keys(early.data.fields), ['wonBackOn'])
  const foreign = await as('admin').post(path, { ...input, ...contract, storeIds: [jd] })
  assert.deepEqual(foreign.data.fields, { storeIds: '请只选择这位客户的店铺。' })
  const { status, data } = await as('sales').post(path, { ...input, ...contract, note: '换了负责人' })
  assert.equal(status, 200)
  assert.deepEqual([data.status, data.wonBackOn, data.closingNote], ['won_back', TODAY, '换了负责人'])
  assert.equal((await rowOf('customer', chenxi)).status, 'active')
  assert.equal((await rowOf('store', tmall)).status, 'serving')
  assert.equal((await rowOf('store', douyin)).status, 'stopped')
  assert.equal((await openOf(`storeId=${tmall}`)) ?? null, null)
})

test('POST /api/churn-records/:id/win-back: wins a store back once, after its customer', async () => {
  const record = await openOf(`storeId=${douyin}`)
  const input = { version: record.version, wonBackOn: TODAY }
  const { status, data } = await as('finance').post(pathOf(record, '/win-back'), input)
  assert.deepEqual([status, data.status], [200, 'won_back'])
  assert.equal((await rowOf('store', douyin)).status, 'serving')
  const again = await as('finance').post(pathOf(record, '/win-back'), { ...input, version: data.version })
  assert.equal(again.body.errorCode, 'WRONG_STATE')
})

test('POST /api/customers/:id/win-back: fails without an open record', async () => {
  const { version } = await rowOf('customer', yuanshan)
  const answer = await as('sales2').post(`/api/customers/${yuanshan}/win-back`, { version, wonBackOn: TODAY })
  assert.equal(answer.body.errorCode, 'WRONG_STATE')
})

test('the overview has the same counts as its list, for each reach and filter', async () => {
  for (const who of ['admin', 'sales', 'sales2', 'finance', 'head', 'admin2']) {
    for (const filters of ['', 'subject=store', 'from=2026-05-12', 'reason=price']) {
      const { counts } = (await as(who).get(`/api/churn-records/overview?${filters}`)).data
      const { statusCounts } = (await as(who).get(`/api/churn-records?${filters}`)).data
      const { retaining = 0, churned = 0, won_back: wonBack = 0, cancelled = 0 } = statusCounts
      assert.deepEqual(counts, { retaining, churned, wonBack, cancelled }, `${who} ${filters}`)
    }
  }
})

test('the overview contains reasons by month, tenures, owners and leaders', async () => {
  const { data } = await as('admin').get('/api/churn-records/overview?subject=store')
  assert.deepEqual(data.counts, { retaining: 0, churned: 0, wonBack: 2, cancelled: 1 })
  assert.deepEqual(data.reasons, [
    { month: '2026-05', reason: 'other_vendor', count: 1 },
    { month: '2026-05', reason: 'price', count: 1 },
  ])
  assert.deepEqual(
    data.tenures.map(({ count }: { count: number }) => count),
    [0, 2, 0, 0, 0],
  )
  assert.deepEqual(data.lostFee, { cents: 0, known: 0 })
  assert.equal(data.medianTenureDays, 138)
  const tally = { lost: 2, wonBack: 2, retaining: 0, lostFeeCents: 0 }
  assert.deepEqual(data.owners, [{ id: await staffId('sales'), name: '何立', ...tally }])
  assert.deepEqual(data.leaders, [{ id: await staffId('head'), name: '陈思雨', ...tally }])
})
