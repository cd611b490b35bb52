import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { createDraft, createIssuedBill, startService } from '#testing/testBills.ts'
import { closeMonth } from '#testing/testClosedMonth.ts'
import { rowsByLabel } from '#testing/testConsequences.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)
const { customerId, storeId } = idsIn(db)
const chenxi = await customerId('杭州晨曦家居有限公司')
const [tmall, douyin, jd, foreign] = [
  await storeId('晨曦家居旗舰店'),
  await storeId('星澜美妆'),
  await storeId('宏远数码京东自营店'),
  await storeId('恒月母婴'),
]
for (const id of [tmall, douyin, jd]) await startService(db, id, null)

const pricing = { model: 'fixed', monthlyCents: 300_000 }
const PATH = '/api/stores/terms'
const set = (who: string, ids: number[], more: object = {}) => as(who).post(PATH, { ids, pricing, ...more })
const preview = (who: string, ids: number[], more: Record<string, string> = {}) => {
  const query = new URLSearchParams({ pricing: JSON.stringify(pricing), ...more })
  for (const id of ids) query.append('ids', String(id))
  return as(who).get(`${PATH}/consequences?${query}`)
}
const termsOf = async (id: number) =>
  db
    .selectFrom('storeTerms')
    .select(['fromOn', 'pricing', 'storeSalaryCents', 'note'])
    .where('storeId', '=', id)
    .where('replacedAt', 'is', null)
    .orderBy('fromOn')
    .execute()
const createStore = async (more: object) =>
  (await as('admin').post('/api/stores', { customerId: chenxi, platform: 'pdd', ...more })).data.id as number

test('stores without a price are found by users who may see prices; role 2 may not ask', async () => {
  const found = async (who: string) => (await as(who).get('/api/stores?price=none')).data
  assert.deepEqual(
    (await found('admin')).items.map(({ name }: { name: string }) => name).toSorted(),
    ['宏远数码京东自营店', '恒月母婴', '星澜美妆', '晨曦家居旗舰店'].toSorted(),
  )
  assert.deepEqual([(await found('sales')).total, (await found('sales')).unpriced], [2, 2])
  const [row] = (await found('finance')).items
  assert.equal(row.pricingModel, null)
  for (const who of ['head', 'agent']) {
    const refused = await as(who).get('/api/stores?price=none')
    assert.deepEqual([refused.status, refused.body.errorCode], [403, 'FORBIDDEN'], who)
    const { data } = await as(who).get('/api/stores')
    assert.equal('unpriced' in data, false, who)
    assert.equal('pricingModel' in data.items[0], false, who)
    assert.equal((await set(who, [tmall])).status, 403, who)
    assert.equal((await preview(who, [tmall])).status, 403, who)
  }
})

test('the preview counts stores, salaries, drafts and bills, and writes nothing', async () => {
  const april = { kind: 'service', storeId: douyin, month: '2026-04' }
  await createDraft(as('finance'), chenxi, 300_000, { ...april, storeId: tmall })
  await createIssuedBill(as('finance'), chenxi, 300_000, april)
  const shown = rowsByLabel((await preview('finance', [tmall, douyin], { storeSalaryCents: '80000' })).data)
  assert.deepEqual(
    [shown.登记计费方式的店铺, shown.生效日期, shown.店铺工资合计, shown.涉及已出账的账单],
    [2, '2026-01-01', 160_000, 1],
  )
  assert.equal(shown.手工开立或改过的草稿账单, 1)
  const sales = rowsByLabel((await preview('sales', [tmall, jd])).data)
  assert.deepEqual(
    [sales.登记计费方式的店铺, sales.不能登记的店铺, sales.手工开立或改过的草稿账单],
    [1, 1, undefined],
  )
  assert.deepEqual(await termsOf(tmall), [])
})

test('each store gets the terms from its first day in service, with an audit line of its own', async () => {
  const walked = await createStore({ name: '四月上线', status: 'serving', onlineOn: '2026-04-12' })
  const pending = await createStore({ name: '还没上线' })
  const { status, data } = await set('finance', [tmall, walked, pending], {
    storeSalaryCents: 80_000,
    note: '统一报价',
  })
  assert.equal(status, 200)
  assert.deepEqual(data.results, [
    { id: tmall, fromOn: '2026-01-01', problem: null },
    { id: walked, fromOn: '2026-04-12', problem: null },
    { id: pending, fromOn: '2026-05-19', problem: null },
  ])
  assert.deepEqual(await termsOf(walked), [
    { fromOn: '2026-04-12', pricing, storeSalaryCents: 80_000, note: '统一报价' },
  ])
  const lines = await db
    .selectFrom('audit')
    .select(['recordId', 'action'])
    .where('entity', '=', 'store-terms')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    lines.map(({ recordId, action }) => `${action} ${recordId}`),
    [tmall, walked, pending].map((id) => `add ${id}`),
  )
  assert.equal((await as('finance').get(`/api/stores/${tmall}`)).data.pricingModel, 'fixed')
})

test('a refusal affects its own store only: out of reach, already priced, backdated', async () => {
  const reasons = async (who: string, more: object = {}) =>
    Object.fromEntries(
      (await set(who, [tmall, douyin, jd, foreign], more)).data.results.map(
        (one: { id: number; problem: string | null }) => [one.id, one.problem],
      ),
    )
  const bySales = await reasons('sales')
  assert.equal(bySales[tmall], '已有计费方式，请选择从哪天起换成新的。')
  assert.equal(bySales[douyin], null)
  assert.match(bySales[jd], /^店铺不存在/)
  assert.match(bySales[foreign], /^店铺不存在/)
  assert.deepEqual([(await termsOf(jd)).length, (await termsOf(foreign)).length], [0, 0])
  const backdated = await reasons('sales', { fromOn: '2026-05-01' })
  assert.equal(backdated[tmall], '过去日期的价格变更请由管理员或财务录入。')
  const silent = await reasons('finance', { fromOn: '2026-05-01' })
  assert.deepEqual([silent[tmall], silent[jd]], ['请写明原因。', null])
  const reasoned = await reasons('finance', { fromOn: '2026-05-02', reason: '谈好了' })
  assert.deepEqual([reasoned[tmall], reasoned[douyin]], [null, null])
})

test('the drafts of a store without a price follow its terms', async () => {
  const late = await createStore({ name: '先出数后定价', status: 'serving', onlineOn: '2026-04-01' })
  // The price of 宏远数码京东自营店 begins in May.
  const proposed = (await as('finance').post('/api/customer-bills/propose', { month: '2026-04' })).data
  assert.deepEqual(proposed.unpriced, { count: 2, names: ['宏远数码京东自营店', '先出数后定价'] })
  const totalOf = async () =>
    (
      await db
        .selectFrom('customerBill')
        .select(['totalCents', 'status'])
        .where('storeId', '=', late)
        .execute()
    ).map(({ totalCents, status }) => `${status} ${totalCents}`)
  assert.deepEqual(await totalOf(), ['draft 0'])
  const shown = rowsByLabel((await preview('finance', [late])).data)
  assert.deepEqual(shown.草稿账单合计, [0, 300_000])
  await set('finance', [late])
  assert.deepEqual(await totalOf(), ['draft 300000'])
})

test('the limits of the request are checked', async () => {
  const tooMany = Array.from({ length: 201 }, (_, at) => at + 1)
  assert.equal((await set('finance', tooMany)).status, 400)
  assert.equal((await set('finance', [])).status, 400)
  assert.equal((await as('finance').post(PATH, { ids: [tmall], pricing: { model: 'fixed' } })).status, 400)
})

test('without a day, terms begin after the closed months', async () => {
  const early = await createStore({ name: '一月上线没定价', status: 'serving', onlineOn: '2026-01-10' })
  await db.updateTable('company').set({ booksFrom: '2026-04-01' }).where('code', '=', '001').execute()
  await closeMonth(db)
  const closed = await set('finance', [early], { fromOn: '2026-04-01' })
  assert.match(closed.data.results[0].problem, /^2026-04 已结账/)
  const { data } = await set('finance', [early])
  assert.deepEqual(data.results, [{ id: early, fromOn: '2026-05-01', problem: null }])
})
