import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeBp, sumOf } from '#kit/rates.ts'
import type { VolumeDay } from '#reporting/reports/rows.ts'
import { testApp } from '#testing/testApp.ts'
import { putFigures, seedFigures } from '#testing/testFigures.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { type CustomerDay, type CustomerPeriod, customerReports } from './contract.ts'

const { as, db } = await testApp(async (database, hash) => {
  await seedWorld(database, hash)
  await seedFigures(database)
})

const LIST = '/api/reports/daily-customer'
const YESTERDAY = 'from=2026-05-18&to=2026-05-18'
const CHENXI = '杭州晨曦家居有限公司'

const named = <T extends { customerName: string }>(items: T[], name: string): T => {
  const row = items.find(({ customerName }) => customerName === name)
  assert.ok(row, `${name} is not in the list`)
  return row
}

test("GET daily-customer: a customer's volume is the sum of its stores, with the number of stores that reported", async () => {
  const { data } = await as('sales').get(`${LIST}?from=2026-05-17&to=2026-05-18&sort=on`)
  const rows: CustomerDay[] = data.items
  assert.deepEqual(
    rows.map(({ on, volume, reported, expected, missing }) => [on, volume, reported, expected, missing]),
    [
      ['2026-05-17', 300, 2, 2, false],
      ['2026-05-18', 40, 1, 2, false],
    ],
  )
  assert.deepEqual(
    [rows[0]?.customerName, rows[0]?.ownerName, rows[0]?.customerStatus],
    [CHENXI, '何立', 'active'],
  )
})

test('GET daily-customer: a comparison counts only the stores with figures on both days', async () => {
  const { data } = await as('sales').get(`${LIST}?${YESTERDAY}`)
  const [row] = data.items as CustomerDay[]
  // 星澜 has no figures on the 18th: its 200 of the day before must not count as a fall.
  assert.deepEqual(row?.prevDay, { now: 40, before: 100, changeBp: -6000, pairs: 1 })
  assert.deepEqual(row?.weekAgo, { now: 40, before: 50, changeBp: -2000, pairs: 1 })
  assert.deepEqual([row?.vsPrevDayBp, row?.vsWeekAgoBp, row?.vsMonthAgoBp], [-6000, -2000, null])
  // 晨曦's three reported days give 250 ÷ 3, 星澜's one day gives 200.
  assert.deepEqual([row?.mean7, row?.vsMean7Bp], [283, changeBp(40 * 3, 250)])
})

test('GET daily-customer: the same day of the previous month, at the end of a month and over a leap day', async () => {
  await putFigures(
    db,
    'DP0001',
    {
      '2024-01-29': { consultUsers: 10 },
      '2024-01-31': { consultUsers: 30 },
      '2024-02-29': { consultUsers: 20 },
      '2024-03-29': { consultUsers: 22 },
      '2024-03-31': { consultUsers: 26 },
      '2024-04-30': { consultUsers: 13 },
    },
    '002',
  )
  const { data } = await as('admin2').get(`${LIST}?from=2024-02-01&to=2024-04-30&pageSize=100`)
  const on = (day: string) => data.items.find((row: CustomerDay) => row.on === day) as CustomerDay | undefined
  const shown = (day: string) => [on(day)?.monthAgo.before ?? null, on(day)?.vsMonthAgoBp ?? null]
  assert.deepEqual(shown('2024-02-29'), [10, 10_000])
  assert.deepEqual(shown('2024-03-29'), [20, 1000])
  // February has no 31st, so its last day is used.
  assert.deepEqual(shown('2024-03-31'), [20, 3000])
  assert.deepEqual(shown('2024-04-30'), [null, null])
})

test('GET daily-customer: a volume of 0 is a figure, a missing report is not', async () => {
  const { data } = await as('sales2').get(`${LIST}?from=2026-05-16&to=2026-05-18&sort=on`)
  const rows: CustomerDay[] = data.items
  assert.deepEqual(
    rows.map(({ volume, missing, vsPrevDayBp }) => [volume, missing, vsPrevDayBp]),
    [
      [null, true, null],
      [0, false, null],
      [80, false, null],
    ],
  )
})

test('GET daily-customer/customers: the last day, and the sum and series of the period, with gaps', async () => {
  const { data } = await as('finance').get(`${LIST}/customers?from=2026-05-16&to=2026-05-18`)
  const rows: CustomerPeriod[] = data.items
  const chenxi = named(rows, CHENXI)
  assert.deepEqual([chenxi.volume, chenxi.sum, chenxi.series], [40, 440, [100, 300, 40]])
  assert.deepEqual([chenxi.reported, chenxi.expected], [1, 2])
  assert.deepEqual([chenxi.periodReported, chenxi.periodExpected], [4, 6])
  assert.deepEqual(named(rows, '宏远数码').series, [null, 0, 80])
  assert.deepEqual([data.total, data.totals.volume, data.totals.sum], [2, 120, 520])
  assert.deepEqual([data.totals.periodReported, data.totals.periodExpected], [6, 9])
  assert.deepEqual(data.totals.vsPrevDay, { now: 120, before: 100, changeBp: 2000, pairs: 2 })
})

test('GET daily-customer/customers: filters for customers with missing figures and for large falls', async () => {
  for (const [only, expected] of [
    ['missing', [CHENXI]],
    ['falls', [CHENXI]],
  ] as const) {
    const { data } = await as('finance').get(`${LIST}/customers?${YESTERDAY}&only=${only}`)
    assert.deepEqual(
      data.items.map((row: CustomerPeriod) => row.customerName),
      expected,
    )
    assert.deepEqual([data.total, data.totals.volume], [1, 40])
  }
})

test('GET daily-customer/rows: the stores of a customer add up to its volume', async () => {
  const { data } = await as('finance').get(`${LIST}?from=2026-05-11&to=2026-05-18&pageSize=100`)
  for (const row of data.items as CustomerDay[]) {
    const query = `from=${row.on}&to=${row.on}&customerId=${row.customerId}`
    const behind = await as('finance').get(`${LIST}/rows?${query}`)
    const stores: VolumeDay[] = behind.data.items
    assert.equal(sumOf(stores.map(({ volume }) => volume)), row.volume, query)
    assert.equal(behind.data.totals.volume, row.volume)
    assert.deepEqual([behind.data.totals.reported, stores.length], [row.reported, row.expected])
  }
})

test('GET daily-customer/overview: figures and trend match the list, by platform and owner', async () => {
  const days = 'from=2026-05-12&to=2026-05-18'
  const list = await as('admin').get(`${LIST}?${days}`)
  for (const split of ['total', 'platform', 'owner']) {
    const { data } = await as('admin').get(`${LIST}/overview?${days}&split=${split}`)
    const points = data.trend.flatMap((line: { points: object[] }) => line.points)
    assert.equal(sumOf(points.map((point: { volume: number }) => point.volume)), list.data.totals.volume)
    assert.equal(data.figures[1].value, list.data.totals.volume)
  }
  const { data } = await as('admin').get(`${LIST}/overview?${days}&split=owner`)
  assert.deepEqual(
    data.trend.map((line: { name: string }) => line.name),
    ['单雪', '何立', '沈佳'],
  )
  assert.deepEqual(
    data.top.falls.map((row: CustomerPeriod) => row.customerName),
    [CHENXI],
  )
})

const reach: [string, string[]][] = [
  ['admin', ['宏远数码', '恒月母婴', CHENXI]],
  ['admin2', ['恒月母婴']],
  ['head', [CHENXI]],
  ['head2', ['宏远数码']],
  ['sales', [CHENXI]],
  ['sales2', ['宏远数码']],
  ['finance', ['宏远数码', CHENXI]],
]

for (const [username, expected] of reach) {
  test(`${username} sees the customers ${expected.join('、')}, and no rows of other customers`, async () => {
    for (const path of [LIST, `${LIST}/customers`, `${LIST}/rows`]) {
      const { data } = await as(username).get(`${path}?${YESTERDAY}`)
      const names = data.items.map((row: CustomerDay) => row.customerName)
      assert.deepEqual([...new Set(names)].sort(), expected.toSorted(), path)
    }
  })
}

test("a customer out of reach has no rows; only the headquarters' admin sees the company", async () => {
  const all = await as('admin').get(`${LIST}?${YESTERDAY}`)
  const foreign = named<CustomerDay>(all.data.items, '恒月母婴')
  assert.equal(foreign.companyCode, '002')
  for (const { path } of Object.values(customerReports)) {
    assert.equal((await as('agent').get(path)).status, 403, path)
    assert.equal((await as('finance').get(`${path}?companyCode=002`)).status, 403, path)
    assert.equal((await as('finance').get(`${path}?to=2026-05-20`)).status, 400, path)
    const response = await as('finance').get(`${path}?${YESTERDAY}&customerId=${foreign.customerId}`)
    assert.deepEqual([response.data.total ?? 0, response.data.items?.length ?? 0], [0, 0], path)
    assert.ok(!JSON.stringify(response.data).includes('companyCode'), path)
  }
})

test('包量 is Σ included per day × days in service, and its use is the volume of these days only', async () => {
  const store = await db
    .selectFrom('store')
    .select('id')
    .where('code', '=', 'DP0001')
    .where('companyCode', '=', '001')
    .executeTakeFirstOrThrow()
  const commonFields = { companyCode: '001', storeId: store.id, createdAt: new Date() }
  await db.deleteFrom('storeState').where('storeId', '=', store.id).execute()
  await db
    .insertInto('storeState')
    .values([
      { ...commonFields, status: 'serving', fromOn: '2026-05-01' },
      { ...commonFields, status: 'paused', fromOn: '2026-05-18' },
    ])
    .execute()
  const pricing = (includedDaily: number) => JSON.stringify({ model: 'included', includedDaily })
  await db
    .insertInto('storeTerms')
    .values([
      { ...commonFields, fromOn: '2026-01-01', pricing: JSON.stringify({ model: 'fixed' }) },
      { ...commonFields, fromOn: '2026-05-16', pricing: pricing(80) },
      { ...commonFields, fromOn: '2026-05-17', pricing: pricing(120) },
    ])
    .execute()
  // 80 on the 16th, 120 on the 17th; nothing before the terms begin or while paused. Each of the two days has 100
  // users.
  const days = 'from=2026-05-11&to=2026-05-18'
  const list = await as('sales').get(`${LIST}/customers?${days}`)
  const row = named<CustomerPeriod>(list.data.items, CHENXI)
  assert.deepEqual([row.included, row.includedUsed, row.includedUseBp], [200, 200, 10_000])
  const { data } = await as('sales').get(`${LIST}?${days}&sort=on`)
  const byDay = (data.items as CustomerDay[]).map(({ on, included, includedUseBp }) => [
    on,
    included,
    includedUseBp,
  ])
  assert.deepEqual(byDay.slice(-3), [
    ['2026-05-16', 80, 12_500],
    ['2026-05-17', 120, 8333],
    ['2026-05-18', null, null],
  ])
  const query = `customerId=${row.customerId}&${days}`
  const why = await as('sales').get(`/api/figures/explain-customer?${query}`)
  assert.deepEqual(why.data.included, { included: 200, used: 200 })
})
