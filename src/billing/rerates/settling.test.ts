import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { BillPage } from '#billing/customer-bills/contract.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import { setClockTo } from '#testing/testAccounts.ts'
import { closeMonth, openMonth } from '#testing/testClosedMonth.ts'
import { closingsOf } from '#testing/testClosing.ts'
import { douyinFile, importWorld } from '#testing/testImports.ts'
import { idsIn } from '#testing/testWorld.ts'
import { addStore, reratesOf } from './testRerates.ts'

const world = await importWorld()
const { as, db } = world
const finance = as('finance')
const { draftOf, issue, issued, rowOf, settle, amountsOf, work, workAtNight } = reratesOf(world)
const customerId = await idsIn(db).customerId('宏远数码')
await setClockTo(world, '2026-06-10')

const included: Pricing = { model: 'included', monthlyCents: 1_500_000, includedDaily: 500, overageCents: 80 }
const fixed = (monthlyCents: number): Pricing => ({ model: 'fixed', monthlyCents })
const add = (pricing: Pricing) => addStore(db, customerId, pricing)
const pageOf = async (id: number | undefined): Promise<BillPage> =>
  (await finance.get(`/api/customer-bills/${id}`)).data
const lastAudit = async () =>
  (await db.selectFrom('audit').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id

test('an import and its undo are listed as causes', async () => {
  const store = world.storeId('星澜美妆')
  const at = new Date('2026-01-01T02:00:00Z')
  const row = { companyCode: '001', storeId: store, createdAt: at }
  await db
    .insertInto('storeTerms')
    .values({ ...row, fromOn: '2026-01-01', pricing: JSON.stringify(included) })
    .execute()
  await db
    .insertInto('storeState')
    .values({ ...row, fromOn: '2026-05-15', status: 'serving' })
    .execute()
  await issued(store)
  await setClockTo(world, '2026-06-11')
  const preview = await world.upload('head', douyinFile({ 小桃: 9_000 }, 12_000))
  const batch = await world.commit('head', preview)
  assert.equal(batch.status, 200, batch.body.errorMessage)
  await work()
  const listed = await rowOf(store)
  assert.deepEqual([listed?.state, listed?.causes], ['pending', ['import']])
  await setClockTo(world, '2026-06-12')
  const undone = await world.undo('head', batch)
  assert.equal(undone.status, 200, undone.body.errorMessage)
  await work()
  const even = await rowOf(store)
  assert.deepEqual([even?.state, even?.differenceCents, even?.causes], ['matched', 0, ['undo']])
})

test('a run without changes writes and logs nothing; a run with changes is logged', async () => {
  const store = await add(fixed(310_000))
  await issued(store)
  await work()
  const run = () => finance.post('/api/customer-bills/rerate', { month: '2026-05' })
  await run()
  const [before, rows] = [
    await lastAudit(),
    await db.selectFrom('rerate').selectAll().orderBy('id').execute(),
  ]
  const { data } = await run()
  assert.equal(data.changed, 0)
  assert.ok(data.compared > 1, String(data.compared))
  await workAtNight()
  assert.equal(await lastAudit(), before)
  assert.deepEqual(await db.selectFrom('rerate').selectAll().orderBy('id').execute(), rows)
  await sql`alter table store_terms disable trigger store_terms_rerates_insert`.execute(db)
  await finance.post(`/api/stores/${store}/terms`, {
    fromOn: '2026-05-01',
    pricing: fixed(620_000),
    reason: '补录',
  })
  await sql`alter table store_terms enable trigger store_terms_rerates_insert`.execute(db)
  // Not marked, so only a full run finds it.
  await work()
  assert.equal(await rowOf(store), undefined)
  assert.equal((await run()).data.changed, 1)
  const line = await db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  assert.deepEqual([line.action, line.recordId], ['rerate', '2026-05'])
  const ahead = await finance.post('/api/customer-bills/rerate', { month: '2026-07' })
  assert.equal(ahead.data.fields.month, '这个月还没有到。')
})

test('bills of version 0.1.0 are compared by their lines, or by the proposal if the draft was changed', async () => {
  const [plain, changed, keyed] = [
    await add(fixed(310_000)),
    await add(fixed(310_000)),
    await add(fixed(310_000)),
  ]
  const lines = [{ label: '打包价', qty: 1, priceCents: 250_000, taxRateBp: 600 }]
  const service = { customerId, storeId: keyed, kind: 'service', month: '2026-05', lines }
  const byHand = await finance.post('/api/customer-bills', service)
  const { id, version } = byHand.data
  assert.equal((await finance.post(`/api/customer-bills/${id}/issue`, { version })).status, 200)
  await issued(plain)
  const draft = await draftOf(changed)
  const page = await finance.patch(`/api/customer-bills/${draft.id}`, {
    version: draft.version,
    lines,
    reason: '打包',
  })
  await issue(page.data)
  // Version 0.1.0 saved no prices.
  await sql`alter table customer_bill_price disable trigger user`.execute(db)
  await sql`delete from customer_bill_price where store_id in (${plain}, ${changed}, ${keyed})`.execute(db)
  await sql`alter table customer_bill_price enable trigger user`.execute(db)
  await workAtNight()
  for (const store of [plain, changed, keyed]) assert.equal(await rowOf(store), undefined, String(store))
  for (const store of [plain, changed, keyed]) {
    await finance.post(`/api/stores/${store}/terms`, {
      fromOn: '2026-05-16',
      pricing: fixed(620_000),
      reason: '补录',
    })
  }
  await work()
  for (const store of [plain, changed, keyed]) {
    assert.deepEqual(await amountsOf(store), [310_000, 470_000, 0, 0, 160_000, 'pending'], String(store))
    const { data } = await finance.get(`/api/customer-bills/rerates/${(await rowOf(store))?.id}`)
    assert.equal(data.daysKnown, false)
  }
})

test('a draft proposed before a change is issued with its old price and then listed', async () => {
  const store = await add(fixed(930_000))
  const draft = await draftOf(store)
  // Drafts follow price changes immediately, but a stop only after the next proposal.
  await db
    .insertInto('storeState')
    .values({
      companyCode: '001',
      storeId: store,
      fromOn: '2026-05-21',
      status: 'stopped',
      createdAt: new Date('2026-06-10T05:00:00Z'),
    })
    .execute()
  assert.equal((await issue(draft)).totalCents, 930_000)
  await work()
  assert.deepEqual(await amountsOf(store), [930_000, 600_000, 0, 0, -330_000, 'pending'])
})

test('voiding and reissuing a bill settles its difference', async () => {
  const store = await add(fixed(310_000))
  const bill = await issued(store)
  await finance.post(`/api/stores/${store}/terms`, {
    fromOn: '2026-05-16',
    pricing: fixed(620_000),
    reason: '补录',
  })
  await work()
  assert.equal((await rowOf(store))?.voidableBillId, bill.id)
  await finance.post(`/api/customer-bills/${bill.id}/void`, { version: bill.version, reason: '重出' })
  await issued(store)
  await work()
  assert.deepEqual(await amountsOf(store), [470_000, 470_000, 0, 0, 0, 'matched'])
})

test('the adjustment of a closed month is drafted in the oldest open month', async () => {
  const store = await add(fixed(310_000))
  await issued(store, '2026-04')
  await finance.post(`/api/stores/${store}/terms`, {
    fromOn: '2026-04-16',
    pricing: fixed(620_000),
    reason: '补录',
  })
  await work()
  await db.updateTable('company').set({ booksFrom: '2026-04-01' }).where('code', '=', '001').execute()
  await closeMonth(db)
  const row = await rowOf(store)
  const consequences = await finance.get(`/api/customer-bills/rerates/adjust/consequences?ids=${row?.id}`)
  const moved = consequences.data.items.find(({ label }: { label: string }) => label === '记在之后的月份')
  assert.deepEqual(moved.values, { month: '2026-04', open: '2026-05' })
  const { data } = await settle('adjust', row)
  const page = await pageOf(data.results[0].billId)
  assert.deepEqual(
    [page.month, page.totalCents, page.lines[0]?.label],
    ['2026-05', 155_000, '4 月月费补差 15 − 30'],
  )
  await openMonth(db)
})

test('settling needs the version that was shown; other users can neither settle nor see the rows', async () => {
  const store = await add(fixed(310_000))
  await issued(store)
  const path = `/api/stores/${store}/terms`
  await finance.post(path, { fromOn: '2026-05-16', pricing: fixed(620_000), reason: '补录' })
  await work()
  const row = await rowOf(store)
  await finance.post(path, { fromOn: '2026-05-21', pricing: fixed(930_000), reason: '补录' })
  // The mark is not processed yet.
  assert.equal(
    (await settle('adjust', row)).data.results[0].problem,
    '这一行的差额在您查看之后变了，请核对后再处理。',
  )
  assert.equal(
    await as('sales2')
      .get('/api/customer-bills/rerates')
      .then(({ status }) => status),
    403,
  )
  assert.equal((await as('admin2').get(`/api/customer-bills/rerates/${row?.id}`)).status, 404)
  const foreign = await as('admin2').post('/api/customer-bills/rerates/adjust', { ids: [row?.id] })
  assert.equal(foreign.data.results[0].problem, '这一行差额不存在，或不在您可见的范围内。')
  await work()
  const { data } = await finance.get('/api/customer-bills/rerates?status=pending')
  assert.equal(data.total, data.statusCounts.pending)
  assert.ok(data.pendingCents > 0)
})

test('a prepaid month is compared only after its settlement', async () => {
  const store = await add(fixed(310_000))
  await setClockTo(world, '2026-06-12')
  const lines = [{ label: '预收', qty: 1, priceCents: 310_000, taxRateBp: 600 }]
  const ahead = await finance.post('/api/customer-bills', {
    customerId,
    storeId: store,
    kind: 'service',
    month: '2026-06',
    lines,
  })
  const paid = await finance.post(`/api/customer-bills/${ahead.data.id}/issue`, {
    version: ahead.data.version,
  })
  assert.equal(paid.data.prepaid, true)
  await finance.post(`/api/stores/${store}/terms`, {
    fromOn: '2026-06-01',
    pricing: fixed(620_000),
    reason: '补录',
  })
  await work()
  assert.equal(await rowOf(store), undefined)
  await setClockTo(world, '2026-07-02')
  const settlement = await issued(store, '2026-06')
  assert.equal(settlement.totalCents, 310_000)
  await work()
  assert.equal(await rowOf(store), undefined)
  await finance.post(`/api/stores/${store}/terms`, {
    fromOn: '2026-06-16',
    pricing: fixed(930_000),
    reason: '补录',
  })
  await work()
  assert.deepEqual(await amountsOf(store), [620_000, 775_000, 0, 0, 155_000, 'pending'])
  await settle('adjust', await rowOf(store))
  // A new proposal creates no second settlement.
  const again = await finance.post('/api/customer-bills/propose', { month: '2026-06' })
  const bills = (await finance.get(`/api/customer-bills?storeId=${store}&month=2026-06&kind=adjustment`)).data
  assert.deepEqual([again.status, bills.total], [200, 2])
})

test('correcting a price of a closed month drafts an adjustment if backpay is requested', async () => {
  await db.updateTable('company').set({ booksFrom: '2026-04-01' }).where('code', '=', '001').execute()
  await setClockTo(world, '2026-07-03')
  const store = await add(fixed(310_000))
  const bill = await issued(store, '2026-04')
  const [terms] = (await finance.get(`/api/stores/${store}/terms`)).data.items
  await closeMonth(db)
  const path = `/api/stores/${store}/terms/${terms.id}/correct`
  const pricing = fixed(340_000)
  const query = `pricing=${encodeURIComponent(JSON.stringify(pricing))}`
  const consequences = await finance.get(`${path}/consequences?${query}&backpay=yes`)
  const row = consequences.data.items.find(
    ({ label }: { label: string }) => label === '补算已结月份的调整草稿',
  )
  assert.deepEqual([row?.to, row?.values], [1, { money: '¥300.00' }])
  const without = await finance.get(`${path}/consequences?${query}`)
  assert.ok(without.data.items.every(({ label }: { label: string }) => label !== '补算已结月份的调整草稿'))
  const { status, body } = await finance.post(path, { pricing, reason: '录错', backpay: true })
  assert.equal(status, 200, body.errorMessage)
  const drafts = (await finance.get(`/api/customer-bills?storeId=${store}&kind=adjustment`)).data.items
  assert.deepEqual(
    drafts.map(({ month, totalCents, status: state }: BillPage) => [month, totalCents, state]),
    [['2026-05', 30_000, 'draft']],
  )
  const page = await pageOf(drafts[0].id)
  assert.equal(page.relatesTo?.id, bill.id)
  assert.deepEqual(
    page.lines.map(({ label, amountCents }) => [label, amountCents]),
    [
      ['4 月月费补差 0 − 30', -310_000],
      ['4 月月费补差 30 − 0', 340_000],
    ],
  )
  // The data of the closed month is unchanged, so it has no row.
  await work()
  assert.equal(await rowOf(store), undefined)
  await openMonth(db)
})

test('the closing checklist processes marks and counts the same rows as the list that it links to', async () => {
  const { checks } = closingsOf(world)
  await setClockTo(world, '2026-07-04')
  const store = await add(fixed(310_000))
  await issued(store)
  await finance.post(`/api/stores/${store}/terms`, {
    fromOn: '2026-05-16',
    pricing: fixed(620_000),
    reason: '补录',
  })
  const itemOf = async () =>
    (await checks('admin', '2026-05', '?companyCode=001')).find(({ item }) => item === 'rerate')
  const found = await itemOf()
  assert.equal(await amountsOf(store).then((amounts) => amounts?.at(-1)), 'pending')
  assert.deepEqual([found?.done, found?.waivable], [false, true])
  const query = found?.link?.slice(found.link.indexOf('?'))
  assert.equal((await as('admin').get(`/api/customer-bills/rerates${query}`)).data.total, found?.count)
  const rows = (await finance.get('/api/customer-bills/rerates?status=pending&month=2026-05&pageSize=100'))
    .data.items
  const ids = rows.map(({ id }: { id: number }) => id)
  await as('admin').post('/api/customer-bills/rerates/waive', { ids, reason: '年终一并结清' })
  assert.equal((await itemOf())?.done, true)
})

test('concurrent adjustments of the same row create one draft', async () => {
  const store = await add(fixed(310_000))
  await issued(store)
  await finance.post(`/api/stores/${store}/terms`, {
    fromOn: '2026-05-16',
    pricing: fixed(620_000),
    reason: '补录',
  })
  await work()
  const row = await rowOf(store)
  const answers = await Promise.all([1, 2, 3].map(() => settle('adjust', row)))
  const problems = answers.map(({ data }) => data.results[0].problem)
  assert.equal(problems.filter((problem) => problem === null).length, 1, JSON.stringify(problems))
  assert.deepEqual((await amountsOf(store))?.slice(2), [160_000, 0, 0, 'adjusted'])
})

test('a month with a pending difference closes only with a reason', async () => {
  const { close, waiveAll } = closingsOf(world)
  const store = await add(fixed(310_000))
  await issued(store)
  await closeMonth(db)
  await finance.post(`/api/stores/${store}/terms`, {
    fromOn: '2026-05-16',
    pricing: fixed(620_000),
    reason: '补录',
  })
  const reasons = await waiveAll('admin', '2026-05', '?companyCode=001')
  const without = reasons.filter(({ item }) => item !== 'rerate')
  const refused = await close('admin', '2026-05', { waived: without })
  assert.deepEqual([refused.status, refused.data.open], [409, ['rerate']])
  const { status, body } = await close('admin', '2026-05')
  assert.equal(status, 200, body.errorMessage)
  const step = await db
    .selectFrom('monthlyStep')
    .select('waived')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.ok(JSON.stringify(step.waived).includes('"rerate"'))
})
