import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { createDraft, createIssuedBill, startService } from '#testing/testBills.ts'
import { rowsByLabel } from '#testing/testConsequences.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { Terms } from './contract.ts'

const { as, db } = await testApp(seedWorld)
const { customerId, storeId } = idsIn(db)

const [tmall, jd] = [await storeId('晨曦家居旗舰店'), await storeId('宏远数码京东自营店')]

const SALARY = 87_654
const FEE = 3_456_789
const fixed = { model: 'fixed', monthlyCents: FEE }
const add = (who: string, more: object, id = tmall) => as(who).post(`/api/stores/${id}/terms`, more)
const periodsOf = ({ items }: { items: Terms[] }) =>
  items.map(({ fromOn, toOn, state }) => `${fromOn}–${toOn ?? ''} ${state}`)

test('the first terms apply from any day, later ones from a future day or, with a reason, from a day that is not closed', async () => {
  const first = await add('sales', { fromOn: '2026-01-01', pricing: fixed, storeSalaryCents: SALARY })
  assert.deepEqual(periodsOf(first.data), ['2026-01-01– current'])
  const today = await add('sales', { fromOn: '2026-05-19', pricing: fixed, reason: '谈好了' })
  assert.deepEqual([today.status, today.body.errorMessage], [403, '过去日期的价格变更请由管理员或财务录入。'])
  const silent = await add('finance', { fromOn: '2026-05-19', pricing: fixed })
  assert.deepEqual(silent.data.fields, { reason: '请写明原因。' })
  const next = await add('finance', {
    fromOn: '2026-06-01',
    storeSalaryCents: 90_000,
    note: '618 起加价',
    pricing: { model: 'included', monthlyCents: 400_000, includedDaily: 200, overageCents: 60 },
  })
  assert.deepEqual(periodsOf(next.data), ['2026-01-01–2026-05-31 current', '2026-06-01– planned'])
  assert.equal(next.data.items[1].createdByName, '郑敏')
  const twice = await add('sales', { fromOn: '2026-06-01', pricing: fixed })
  assert.equal(twice.body.errorMessage, '已有从 2026-06-01 起的计费方式，请先撤回它。')
})

test('terms can be withdrawn with a reason only before they begin', async () => {
  const { items } = (await as('sales').get(`/api/stores/${tmall}/terms`)).data
  const withdraw = (termsId: number) =>
    as('sales').post(`/api/stores/${tmall}/terms/${termsId}/withdraw`, { reason: '客户不同意' })
  const begun = await withdraw(items[0].id)
  assert.equal(begun.body.errorCode, 'WRONG_STATE')
  const { data } = await withdraw(items[1].id)
  assert.deepEqual(periodsOf(data), ['2026-01-01– current', '2026-06-01– replaced'])
  assert.equal(data.items[1].replacedReason, '客户不同意')
  assert.equal((await withdraw(items[1].id)).body.errorCode, 'WRONG_STATE')
  assert.equal((await withdraw(999_999)).status, 404)
})

test('only admin and finance correct terms, with a reason; the old terms are kept', async () => {
  const [{ id }] = (await as('finance').get(`/api/stores/${tmall}/terms`)).data.items
  const correct = (who: string, more: object) =>
    as(who).post(`/api/stores/${tmall}/terms/${id}/correct`, {
      pricing: { ...fixed, monthlyCents: 500_000 },
      ...more,
    })
  assert.equal((await correct('sales', { reason: '录错' })).status, 403)
  assert.deepEqual(Object.keys((await correct('finance', {})).data.fields), ['reason'])
  const { data } = await correct('finance', { reason: '录错' })
  assert.deepEqual(periodsOf(data), ['2026-01-01– replaced', '2026-01-01– current', '2026-06-01– replaced'])
  assert.equal(data.items[0].pricing.monthlyCents, FEE)
  assert.equal(data.items[0].replacedByName, '郑敏')
  assert.equal(data.items[1].pricing.monthlyCents, 500_000)
  const line = await db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'store-terms')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.equal(line.action, 'correct')
  assert.deepEqual((line.changes as Record<string, unknown>).storeSalaryCents, [SALARY, null])
  assert.equal((await correct('finance', { reason: '再改' })).body.errorCode, 'WRONG_STATE')
})

test('the database rejects changes and deletes of terms', async () => {
  const change = db.updateTable('storeTerms').set({ storeSalaryCents: 1 }).where('storeId', '=', tmall)
  await assert.rejects(change.execute(), /never rewritten/)
  await assert.rejects(db.deleteFrom('storeTerms').execute(), /never rewritten/)
})

test('each pricing model requires its parameters', async () => {
  const refused = async (pricing: object) =>
    Object.keys((await add('finance', { fromOn: '2026-07-01', pricing }, jd)).data.fields)
  assert.deepEqual(await refused({ model: 'fixed' }), ['pricing.monthlyCents'])
  assert.deepEqual(await refused({ model: 'fixed', monthlyCents: -1 }), ['pricing.monthlyCents'])
  assert.deepEqual(await refused({ model: 'barter' }), ['pricing.model'])
  assert.deepEqual(await refused({ model: 'daily', dayCents: 1, monthlyCents: 1 }), ['pricing.monthlyCents'])
  const tiers = (...limits: (number | null)[]) => ({
    model: 'tier',
    tiers: limits.map((upTo) => ({ upTo, monthlyCents: 1 })),
  })
  assert.deepEqual(await refused(tiers(100, 100, null)), ['pricing.tiers'])
  assert.deepEqual(await refused(tiers(100, 200)), ['pricing.tiers'])
  assert.equal((await add('finance', { fromOn: '2026-07-01', pricing: tiers(100, null) }, jd)).status, 200)
})

test('terms: out of reach gets 404, role 2 gets 403', async () => {
  for (const [who, status] of [
    ['sales2', 404],
    ['admin2', 404],
    ['head', 403],
    ['agent', 403],
  ] as const) {
    assert.equal((await as(who).get(`/api/stores/${tmall}/terms`)).status, status, who)
    assert.equal((await add(who, { fromOn: '2026-08-01', pricing: fixed })).status, status, who)
  }
})

test('responses to role 2 contain no salary or price, neither key nor value', async () => {
  const [{ id }] = (await as('finance').get(`/api/stores/${tmall}/terms`)).data.items.filter(
    ({ state }: Terms) => state === 'current',
  )
  const again = { pricing: fixed, storeSalaryCents: SALARY, reason: '核对后改回' }
  await as('finance').post(`/api/stores/${tmall}/terms/${id}/correct`, again)
  const paths = [
    '/api/stores?pageSize=100',
    `/api/stores/${tmall}`,
    '/api/stores/options',
    `/api/store-assignments?storeId=${tmall}`,
    `/api/audit-logs?entity=store&recordId=${tmall}`,
  ]
  for (const who of ['head', 'agent']) {
    for (const path of paths) {
      const { status, body } = await as(who).get(path)
      assert.equal(status, 200, path)
      assert.doesNotMatch(
        JSON.stringify(body),
        /salary|pricing|monthlyCents|87654|3456789|500000/i,
        `${who} ${path}`,
      )
    }
  }
})

test('users who may see the salary get it in list and page', async () => {
  const { data } = await as('sales2').get('/api/stores')
  assert.equal(data.items[0].storeSalaryCents, null)
  const page = await as('finance').get(`/api/stores/${tmall}`)
  assert.equal(page.data.storeSalaryCents, SALARY)
})

test('the consequences of correcting the first price contain the new amounts of past months and the affected bills', async () => {
  const store = await storeId('星澜美妆')
  await startService(db, store, { model: 'fixed', monthlyCents: 300_000 })
  const chenxi = await customerId('杭州晨曦家居有限公司')
  const finance = as('finance')
  await createIssuedBill(finance, chenxi, 300_000, { kind: 'service', storeId: store, month: '2026-03' })
  await createDraft(finance, chenxi, 300_000, { kind: 'service', storeId: store, month: '2026-02' })
  const [first] = (await finance.get(`/api/stores/${store}/terms`)).data.items
  const pricing = { model: 'fixed', monthlyCents: 320_000 }
  const query = new URLSearchParams({ pricing: JSON.stringify(pricing) })
  const path = `/api/stores/${store}/terms/${first.id}/correct/consequences?${query}`
  const answer = await finance.get(`${path}&storeSalaryCents=${SALARY}`)
  assert.equal(answer.status, 200, answer.body.errorMessage)
  const shown = rowsByLabel(answer.data)
  assert.deepEqual(shown.已过月份按计费方式的合计, [4 * 300_000, 4 * 320_000], 'January to April')
  assert.deepEqual(shown.店铺工资, [null, SALARY])
  assert.deepEqual([shown.金额不同的月份, shown.手工开立或改过的草稿账单, shown.涉及已出账的账单], [4, 1, 1])
  assert.equal((await finance.get(`/api/stores/${store}/terms`)).data.items.length, 1, 'nothing is written')
  const price = async (month: string) => {
    const trial = { month, storeId: store, pricing }
    return (await finance.post('/api/customer-bills/trial', trial)).data.presentCents
  }
  const before = await price('2026-04')
  const sent = { pricing, storeSalaryCents: SALARY, reason: '登错' }
  assert.equal((await finance.post(`/api/stores/${store}/terms/${first.id}/correct`, sent)).status, 200)
  assert.deepEqual([before, await price('2026-04')], [300_000, 320_000])
  for (const who of ['sales', 'head']) assert.equal((await as(who).get(path)).status, 403, who)
  assert.equal((await as('admin2').get(path)).status, 404)
})

test('the consequences of a first price in the past contain bills only for users who charge customers', async () => {
  const store = (
    await as('sales').post('/api/stores', {
      customerId: await customerId('杭州晨曦家居有限公司'),
      platform: 'pdd',
      name: '没有价格的店',
    })
  ).data.id
  const pricing = JSON.stringify({ model: 'fixed', monthlyCents: 100 })
  await createDraft(as('finance'), await customerId('杭州晨曦家居有限公司'), 100, {
    kind: 'service',
    storeId: store,
    month: '2026-04',
  })
  const path = `/api/stores/${store}/terms/consequences?${new URLSearchParams({ fromOn: '2026-04-01', pricing })}`
  assert.equal(rowsByLabel((await as('finance').get(path)).data).手工开立或改过的草稿账单, 1)
  const sales = rowsByLabel((await as('sales').get(path)).data)
  assert.deepEqual([sales.生效日期, sales.手工开立或改过的草稿账单], ['2026-04-01', undefined])
  assert.equal((await as('head').get(path)).status, 403)
  assert.equal((await as('sales2').get(path)).status, 404)
})
