import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueBill, setClockTo } from '#testing/testAccounts.ts'
import { testApp } from '#testing/testApp.ts'
import {
  customerIdOf,
  enterState,
  includeDaily,
  LAST_WEEK,
  putWeek,
  putWeeks,
  storeIdOf,
} from '#testing/testWarnings.ts'
import { seedWorld } from '#testing/testWorld.ts'

const world = await testApp(seedWorld)
const { as, db } = world

const chenxi = await customerIdOf(db, '杭州晨曦家居有限公司')
const yuanshan = await customerIdOf(db, '宏远数码')
const WEEKS = '/api/reports/weekly-warning-customer'
const risk = (id: number) => `/api/customers/${id}/churn-risk`

test('before the first run the responses are empty, without errors', async () => {
  assert.deepEqual((await as('admin').get(WEEKS)).data, {
    items: [],
    total: 0,
    weekOn: null,
    riskCounts: {},
  })
  assert.deepEqual((await as('admin').get(risk(chenxi))).data, {
    weekOn: null,
    risk: null,
    course: [],
    open: [],
  })
})

/** 晨曦 falls by half and exceeds its quota, with two complaints; 宏远 is unchanged. Runs two weeks. */
async function seedWeeks(): Promise<void> {
  for (const code of ['DP0001', 'DP0002', 'DP0003']) {
    const id = await storeIdOf(db, code)
    await enterState(db, id, 'serving', '2026-01-01')
    await putWeeks(db, id, { upTo: LAST_WEEK, count: 8, daily: 100 })
  }
  const tmall = await storeIdOf(db, 'DP0001')
  await includeDaily(db, tmall, 20)
  await putWeek(db, tmall, LAST_WEEK, [40, 40, 40, 40, 40, 40, 40])
  await putWeek(db, await storeIdOf(db, 'DP0002'), LAST_WEEK, [60, 60, 60, 60, 60, 60, 60])
  for (const text of ['回复太慢', '又投诉一次']) {
    const { status, body } = await as('sales').post(`/api/customers/${chenxi}/notes`, {
      text,
      complaint: true,
    })
    assert.equal(status, 200, body.errorMessage)
  }
  // Date the complaints after the Sunday of the week before, so that only the last week counts them.
  await db
    .updateTable('customerNote')
    .set({ createdAt: new Date('2026-05-12T02:00:00Z') })
    .execute()
  for (const week of ['2026-05-04', LAST_WEEK]) {
    const { status, body } = await as('admin').post('/api/warnings/run', { week })
    assert.equal(status, 200, body.errorMessage)
  }
}
test("the list has each customer's week with baseline and quota, highest score first", async () => {
  await seedWeeks()
  const { data } = await as('admin').get(WEEKS)
  assert.deepEqual([data.weekOn, data.total, data.riskCounts], [LAST_WEEK, 2, { middle: 1, low: 1 }])
  const [first, second] = data.items
  assert.deepEqual(
    [first.customerName, first.volume, first.baseline, first.changeBp, first.quota, first.useBp],
    ['杭州晨曦家居有限公司', 700, 1400, -5000, 140, 20_000],
  )
  // 28 points for the fall, 14 for the complaints; (280 − 140) users over the quota at 80 分.
  assert.deepEqual([first.score, first.risk, first.overageCents], [42, 'middle', 11_200])
  assert.deepEqual([second.customerName, second.changeBp, second.score], ['宏远数码', 0, 0])
})

test('the list is sorted, filtered by risk and name, and shows an earlier week', async () => {
  const names = async (query: string) =>
    (await as('admin').get(`${WEEKS}?${query}`)).data.items.map(
      ({ customerName }: { customerName: string }) => customerName,
    )
  assert.deepEqual(await names('sort=changeBp'), ['杭州晨曦家居有限公司', '宏远数码'])
  assert.deepEqual(await names('sort=-changeBp'), ['宏远数码', '杭州晨曦家居有限公司'])
  assert.deepEqual(await names('risk=low'), ['宏远数码'])
  assert.deepEqual(await names('keyword=晨曦'), ['杭州晨曦家居有限公司'])
  const before = (await as('admin').get(`${WEEKS}?week=2026-05-04`)).data
  assert.deepEqual(before.riskCounts, { low: 2 })
})

test("a head reads the weeks of the team's customers without amounts; sales and agents may not read them", async () => {
  const weeksOfHead = (await as('head').get(WEEKS)).data
  assert.deepEqual(
    weeksOfHead.items.map(({ customerName }: { customerName: string }) => customerName),
    ['杭州晨曦家居有限公司'],
  )
  assert.ok(!('overageCents' in weeksOfHead.items[0]))
  assert.equal((await as('finance').get(WEEKS)).data.total, 2)
  assert.deepEqual((await as('admin2').get(WEEKS)).data.items, [])
  for (const who of ['agent', 'sales']) assert.equal((await as(who).get(WEEKS)).status, 403)
})

test('invalid input is reported by field', async () => {
  for (const [query, field] of [
    ['week=2026-05-12', 'week'],
    ['risk=huge', 'risk'],
    ['sort=overageCents', 'sort'],
  ]) {
    const { status, data } = await as('admin').get(`${WEEKS}?${query}`)
    assert.deepEqual([status, Object.keys(data.fields)[0]?.split('.')[0]], [400, field])
  }
  assert.equal((await as('head').get(`${WEEKS}?companyCode=002`)).status, 403)
})

test("a customer's risk has the score, the reasons that add up to it, earlier scores and open warnings", async () => {
  const { data } = await as('sales').get(risk(chenxi))
  assert.deepEqual([data.weekOn, data.risk.score, data.risk.risk], [LAST_WEEK, 42, 'middle'])
  const points = data.risk.parts.map((part: { points: number }) => part.points)
  assert.equal(
    points.reduce((sum: number, one: number) => sum + one, 0),
    42,
  )
  assert.deepEqual(data.course, [
    { weekOn: '2026-05-04', score: 0 },
    { weekOn: LAST_WEEK, score: 42 },
  ])
  assert.deepEqual(
    data.open.map(({ weekOn, kind, level }: Record<string, string>) => `${weekOn} ${kind} ${level}`),
    ['2026-05-11 over red', '2026-05-11 fall yellow', '2026-05-04 over red'],
  )
})

test("a customer's risk needs reach of the customer and never contains an amount", async () => {
  const response = await as('head').get(risk(chenxi))
  assert.deepEqual([response.status, response.data.risk.score], [200, 42])
  assert.doesNotMatch(JSON.stringify(response.data), /cents|amount/i)
  for (const [who, id] of [
    ['head', yuanshan],
    ['sales', yuanshan],
    ['admin2', chenxi],
    ['admin', 999_999],
  ] as const) {
    assert.equal((await as(who).get(risk(id))).status, 404, who)
  }
  assert.equal((await as('agent').get(risk(chenxi))).status, 403)
  assert.equal((await as('admin').get('/api/customers/x/churn-risk')).status, 400)
})

interface Part {
  key: string
  points: number
  value: number | null
  of: number | null
}

const TODAY = '2026-05-19'

/** The arrears in a customer's page, the list and a warning as a user sees them, after the week was run again. */
async function arrearsFor(who: string): Promise<(Omit<Part, 'key'> | undefined)[]> {
  await as('admin').post('/api/warnings/run', { week: LAST_WEEK })
  const parts: Part[][] = [(await as(who).get(risk(chenxi))).data.risk.parts]
  if (who !== 'sales') {
    const { items } = (await as(who).get(`${WEEKS}?week=${LAST_WEEK}&keyword=晨曦`)).data
    const [warning] = (await as(who).get(`/api/warnings?customerId=${chenxi}`)).data.items
    parts.push(items[0].parts, (await as(who).get(`/api/warnings/${warning.id}`)).data.riskParts)
  }
  return parts.map((riskParts) => {
    const part = riskParts.find(({ key }) => key === 'arrears')
    return part && { points: part.points, value: part.value, of: part.of }
  })
}

test("arrears are those of the week's Sunday; amount and days are visible only to users who may see bills", async () => {
  const finance = as('finance')
  await setClockTo(world, '2026-04-01')
  const bill = await issueBill(finance, chenxi, 320_000, { dueOn: '2026-04-10' })
  await setClockTo(world, TODAY)
  const fullArrears = { points: 10, value: 37, of: 320_000 }
  const hiddenArrears = { points: 10, value: null, of: null }
  for (const who of ['admin', 'finance'])
    assert.deepEqual(await arrearsFor(who), [fullArrears, fullArrears, fullArrears], who)
  assert.deepEqual(await arrearsFor('head'), [hiddenArrears, hiddenArrears, hiddenArrears])
  assert.deepEqual(await arrearsFor('sales'), [hiddenArrears])

  const receive = (amountCents: number, onDay: string) =>
    finance.post(`/api/customer-bills/${bill.id}/receipts`, { amountCents, onDay, method: 'bank' })
  await receive(100_000, '2026-05-18')
  assert.deepEqual((await arrearsFor('admin'))[0], fullArrears)
  await receive(20_000, '2026-05-17')
  assert.deepEqual((await arrearsFor('admin'))[0], { ...fullArrears, of: 300_000 })
  const version1 = [{ key: 'arrears', points: 0, value: null, of: null }]
  await db
    .updateTable('customerWeek')
    .set({ riskParts: JSON.stringify(version1), scoreVersion: 1 })
    .execute()
  assert.deepEqual((await as('head').get(risk(chenxi))).data.risk.parts, version1)
})
