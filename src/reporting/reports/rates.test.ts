import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rateBp, sumRate } from '#kit/rates.ts'
import { testApp } from '#testing/testApp.ts'
import { putFigures, seedFigures } from '#testing/testFigures.ts'
import { seedWorld } from '#testing/testWorld.ts'
import type { Figure } from './contract.ts'
import type { RateDay, RateStore } from './rows.ts'

const { as, db } = await testApp(async (database, hash) => {
  await seedWorld(database, hash)
  await seedFigures(database)
})

const LIST = '/api/reports/daily-store-response-rate'
const YESTERDAY = 'from=2026-05-18&to=2026-05-18'

const rowOf = (items: RateDay[], name: string, on = '2026-05-18'): RateDay => {
  const row = items.find((one) => one.storeName === name && one.on === on)
  assert.ok(row, `${name} ${on} is not in the list`)
  return row
}

test("GET daily-store-response-rate: each platform uses its own metric, compared with the store's target", async () => {
  const { data } = await as('admin').get(`${LIST}?from=2026-05-17&to=2026-05-18&companyCode=001`)
  const tmall = rowOf(data.items, '晨曦家居旗舰店')
  assert.deepEqual(
    [tmall.metric, tmall.numerator, tmall.denominator, tmall.rateBp],
    ['replied', 37, 40, 9250],
  )
  assert.deepEqual([tmall.targetBp, tmall.gapBp, tmall.belowTarget], [9500, -250, true])
  assert.deepEqual([tmall.prevDayRateBp, tmall.vsPrevDayBp], [9800, -550])
  assert.deepEqual([tmall.weekAgoRateBp, tmall.vsWeekAgoBp], [9800, -550])
  assert.equal(tmall.rate7Bp, rateBp(49 + 99 + 98, 250))
  assert.deepEqual([tmall.firstResponseS, tmall.averageResponseS], [20.3, null])
  const douyin = rowOf(data.items, '星澜美妆', '2026-05-17')
  assert.deepEqual([douyin.metric, douyin.rateBp, douyin.belowTarget], ['within3min', 9000, true])
  const jd = rowOf(data.items, '宏远数码京东自营店')
  assert.deepEqual([jd.metric, jd.rateBp, jd.gapBp, jd.belowTarget], ['replied', 9500, 0, false])
  assert.deepEqual([jd.within30s, jd.within30sBase, jd.within30sBp], [70, 80, 8750])
})

test('GET daily-store-response-rate: a denominator of 0 gives no rate but counts as reported', async () => {
  const { data } = await as('head2').get(`${LIST}?from=2026-05-17&to=2026-05-17`)
  const row = rowOf(data.items, '宏远数码京东自营店', '2026-05-17')
  assert.deepEqual([row.denominator, row.rateBp, row.missing, row.belowTarget], [0, null, false, false])
  const [total] = data.totals.metrics
  assert.deepEqual([total.rateBp, total.reported, total.expected], [null, 1, 1])
})

test('GET daily-store-response-rate: totals are Σ/Σ per metric, and the pages add up to them', async () => {
  const { data } = await as('head').get(`${LIST}?from=2026-05-16&to=2026-05-18`)
  assert.deepEqual(data.totals.metrics, [
    {
      metric: 'replied',
      numerator: 234,
      denominator: 240,
      rateBp: 9750,
      belowTarget: 1,
      targeted: 3,
      reported: 3,
      expected: 3,
    },
    {
      metric: 'within3min',
      numerator: 180,
      denominator: 200,
      rateBp: 9000,
      belowTarget: 1,
      targeted: 1,
      reported: 1,
      expected: 3,
    },
  ])
  for (const { metric, numerator, denominator } of data.totals.metrics) {
    const rows = data.items.filter((row: RateDay) => row.metric === metric)
    assert.deepEqual(sumRate(rows), { numerator, denominator, rateBp: rateBp(numerator, denominator) })
  }
  assert.deepEqual([data.totals.reported, data.totals.expected, data.total], [4, 6, 6])
  // (1500 s + 810 s) over 140 people, not the mean of 15.0 and 20.3.
  assert.equal(data.totals.firstResponseS, 16.5)
})

test('GET daily-store-response-rate/stores: the last day, and the period as Σ/Σ', async () => {
  const { data } = await as('head').get(`${LIST}/stores?from=2026-05-16&to=2026-05-18`)
  const rows: RateStore[] = data.items
  assert.deepEqual(
    rows.map((row) => [row.storeName, row.missing, row.rateBp, row.periodRateBp]),
    [
      ['星澜美妆', true, null, 9000],
      ['晨曦家居旗舰店', false, 9250, 9750],
    ],
  )
  assert.deepEqual(rows[1]?.series, [9900, 9800, 9250])
  assert.deepEqual([rows[0]?.series, rows[0]?.reported, rows[0]?.expected], [[null, 9000, null], 1, 3])
  assert.equal(data.totals.metrics[0].numerator, 37)
  assert.equal(data.totals.periods[0].rateBp, 9750)
})

const filters: [string, string[]][] = [
  ['only=missing', ['星澜美妆']],
  ['only=below', ['晨曦家居旗舰店']],
  ['sort=-rate', ['宏远数码京东自营店', '晨曦家居旗舰店', '星澜美妆']],
  ['sort=gap', ['晨曦家居旗舰店', '宏远数码京东自营店', '星澜美妆']],
]

for (const [filter, expected] of filters) {
  test(`GET daily-store-response-rate and stores: ${filter}`, async () => {
    for (const path of [LIST, `${LIST}/stores`]) {
      const { data } = await as('admin').get(`${path}?${YESTERDAY}&companyCode=001&${filter}`)
      assert.deepEqual(
        data.items.map((row: RateDay) => row.storeName),
        expected,
      )
      assert.equal(data.total, expected.length)
    }
  })
}

test('GET daily-store-response-rate/overview: one figure per metric; a change covers the stores of both days', async () => {
  const { data } = await as('admin').get(`${LIST}/overview?from=2026-05-17&to=2026-05-18&companyCode=001`)
  const figureOf = (key: string, metric: string | null) =>
    data.figures.find((figure: Figure) => figure.key === key && figure.metric === metric)
  const replied = figureOf('rate', 'replied')
  assert.deepEqual([replied.value, replied.numerator, replied.denominator], [rateBp(113, 120), 113, 120])
  assert.deepEqual([replied.reported, replied.expected], [2, 2])
  // 京东 had a denominator of 0 the day before: it counts as reported, with no weight.
  assert.deepEqual(replied.comparison, { with: 'prevDay', now: 9417, before: 9800, changeBp: -383, pairs: 2 })
  assert.deepEqual(replied.series, [9800, 9417])
  assert.match(replied.formula, /^回复率 = /)
  const within = figureOf('rate', 'within3min')
  assert.deepEqual(
    [within.value, within.reported, within.expected, within.series],
    [null, 0, 1, [9000, null]],
  )
  const first = figureOf('firstResponse', null)
  assert.deepEqual([first.value, first.numerator, first.denominator], [20.3, 810, 40])
  assert.deepEqual([first.comparison.now, first.comparison.before], [20.3, 15])
  assert.deepEqual(
    data.top.below.map((row: RateStore) => row.storeName),
    ['晨曦家居旗舰店'],
  )
})

test('GET daily-store-response-rate/overview: no line of the trend mixes metrics', async () => {
  const { data } = await as('head').get(`${LIST}/overview?split=leader`)
  assert.deepEqual(
    data.trend.map((line: { name: string; metric: string }) => [line.name, line.metric]),
    [
      ['陈思雨', 'replied'],
      ['陈思雨', 'within3min'],
    ],
  )
})

test('a platform without a metric of its own uses the metric that it reports, the reply rate first', async () => {
  await db.updateTable('store').set({ platform: 'xiaohongshu' }).where('name', '=', '恒月母婴').execute()
  const metricOf = async (on: string) =>
    rowOf((await as('admin2').get(`${LIST}?from=${on}&to=${on}`)).data.items, '恒月母婴', on).metric
  await putFigures(db, 'DP0001', { '2026-05-10': { within3min: 8, within3minBase: 10 } }, '002')
  assert.equal(await metricOf('2026-05-10'), 'within3min')
  assert.equal(await metricOf('2026-05-18'), 'replied')
  const { data } = await as('admin2').get(`${LIST}/stores?from=2026-05-10&to=2026-05-18`)
  assert.deepEqual([data.items[0].metric, data.items[0].periodNumerator], ['replied', 999])
})

test('a store on such a platform without figures yesterday is missing in its usual metric, and stays in the trend', async () => {
  await putFigures(db, 'DP0001', { '2026-05-17': { within3min: 8, within3minBase: 10 } }, '002')
  await db
    .deleteFrom('storeDaily')
    .where('companyCode', '=', '002')
    .where('onDay', '=', '2026-05-18')
    .execute()
  const { figures } = (await as('admin2').get('/api/home')).data.figures
  const rates = figures.filter(({ key }: { key: string }) => key === 'rate')
  const shownRates = rates.map(
    (one: { metric: string; value: number; reported: number; expected: number }) => [
      one.metric,
      one.value,
      one.reported,
      one.expected,
    ],
  )
  assert.deepEqual(shownRates, [['within3min', null, 0, 1]])
  assert.deepEqual(rates[0].series.slice(-2), [8000, null])
  const { items } = (await as('admin2').get(`${LIST}/stores?from=2026-05-18&to=2026-05-18`)).data
  assert.deepEqual([items[0].metric, items[0].missing], ['within3min', true])
})
