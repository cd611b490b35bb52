import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, daysFrom } from '#kit/calendar.ts'
import { changeBp, compare, ratio, sumOf } from '#kit/rates.ts'
import { testApp } from '#testing/testApp.ts'
import { putFigures, seedFigures } from '#testing/testFigures.ts'
import { seedWorld } from '#testing/testWorld.ts'
import type { VolumeDay, VolumeStore } from './rows.ts'

const { as, db } = await testApp(async (database, hash) => {
  await seedWorld(database, hash)
  await seedFigures(database)
})

const LIST = '/api/reports/daily-store'
const YESTERDAY = 'from=2026-05-18&to=2026-05-18'

const named = <T extends { storeName: string }>(items: T[], name: string): T => {
  const row = items.find(({ storeName }) => storeName === name)
  assert.ok(row, `${name} is not in the list`)
  return row
}

test('GET daily-store: a store-day is compared with the day and the week before, and the mean of the reported days', async () => {
  const { status, data } = await as('head').get(`${LIST}?${YESTERDAY}`)
  assert.equal(status, 200)
  const row = named<VolumeDay>(data.items, '晨曦家居旗舰店')
  assert.deepEqual(
    [row.on, row.consultUsers, row.volume, row.volumeOf],
    ['2026-05-18', 40, 40, 'consultUsers'],
  )
  assert.deepEqual([row.prevDay, row.vsPrevDayBp], [100, -6000])
  assert.deepEqual([row.weekAgo, row.vsWeekAgoBp], [50, -2000])
  assert.deepEqual([row.mean7, row.mean7Days, row.vsMean7Bp], [83, 3, -5200])
  assert.deepEqual(
    [row.customerName, row.platform, row.leaderName],
    ['杭州晨曦家居有限公司', 'tmall', '陈思雨'],
  )
  assert.deepEqual([row.source, row.missing, row.updatedAt], ['imported', false, '2026-05-19T01:00:00.000Z'])
})

test('GET daily-store: a missing figure is null and counts as missing; a zero is a figure', async () => {
  const { data } = await as('admin').get(`${LIST}?from=2026-05-17&to=2026-05-18&companyCode=001`)
  const on = (name: string, day: string) =>
    data.items.find((row: VolumeDay) => row.storeName === name && row.on === day)
  const silent = on('星澜美妆', '2026-05-18')
  assert.deepEqual([silent.volume, silent.consultUsers, silent.missing], [null, null, true])
  assert.deepEqual([silent.prevDay, silent.vsPrevDayBp, silent.source], [200, null, null])
  const nobody = on('宏远数码京东自营店', '2026-05-17')
  assert.deepEqual([nobody.volume, nobody.missing], [0, false])
  assert.equal(on('宏远数码京东自营店', '2026-05-18').vsPrevDayBp, null)
  assert.deepEqual(data.totals.reported, 5)
  assert.deepEqual(data.totals.expected, 6)
})

test('GET daily-store: the volume falls back to sessions, then to handled users, and names what it counts', async () => {
  const { data } = await as('admin').get(`${LIST}?from=2026-05-17&to=2026-05-18`)
  const kinds = data.items.map((row: VolumeDay) => `${row.storeName} ${row.on.slice(8)} ${row.volumeOf}`)
  assert.ok(kinds.includes('宏远数码京东自营店 18 consultSessions'))
  assert.ok(kinds.includes('星澜美妆 17 handledUsers'))
  assert.ok(kinds.includes('星澜美妆 18 null'))
})

test('GET daily-store: totals cover all rows; a comparison includes only stores with figures on both days', async () => {
  const { data } = await as('admin').get(`${LIST}?${YESTERDAY}&companyCode=001&pageSize=1`)
  assert.equal(data.items.length, 1)
  assert.deepEqual([data.total, data.totals.volume], [3, 120])
  assert.deepEqual([data.totals.reported, data.totals.expected], [2, 3])
  assert.deepEqual(data.totals.vsPrevDay, { now: 120, before: 100, changeBp: 2000, pairs: 2 })
  assert.deepEqual(data.totals.vsWeekAgo, { now: 40, before: 50, changeBp: -2000, pairs: 1 })
  assert.deepEqual(data.totals.period, { from: '2026-05-18', to: '2026-05-18' })
})

test('GET daily-store: the default is the last seven days; missing figures come first, then large falls', async () => {
  const { data } = await as('head').get(LIST)
  assert.deepEqual(data.totals.period, { from: '2026-05-12', to: '2026-05-18' })
  assert.deepEqual([data.total, data.totals.expected, data.totals.reported], [14, 14, 4])
  assert.deepEqual(
    data.items.slice(0, 2).map((row: VolumeDay) => row.storeName),
    ['星澜美妆', '晨曦家居旗舰店'],
  )
})

const filters: [string, string[]][] = [
  ['platform=tmall&platform=jd', ['宏远数码京东自营店', '晨曦家居旗舰店']],
  ['keyword=xinglan', ['星澜美妆']],
  ['keyword=%E5%AE%8F%E8%BF%9C', ['宏远数码京东自营店']],
  ['only=missing', ['星澜美妆']],
  ['only=falls', ['晨曦家居旗舰店']],
  ['companyCode=002', ['恒月母婴']],
  ['keyword=%25', []],
]

const namesOf = (data: { items: VolumeDay[] }) => data.items.map(({ storeName }) => storeName)

for (const [filter, expected] of filters) {
  test(`GET daily-store and stores: ${filter}`, async () => {
    for (const path of [LIST, `${LIST}/stores`]) {
      const { data } = await as('admin').get(`${path}?${YESTERDAY}&${filter}`)
      assert.deepEqual(namesOf(data).sort(), expected.toSorted())
      assert.equal(data.total, expected.length)
    }
  })
}

const orders: [string, string[]][] = [
  ['sort=-volume', ['宏远数码京东自营店', '晨曦家居旗舰店', '星澜美妆']],
  ['sort=volume', ['晨曦家居旗舰店', '宏远数码京东自营店', '星澜美妆']],
  ['sort=storeName', ['晨曦家居旗舰店', '宏远数码京东自营店', '星澜美妆']],
  ['sort=-mean7', ['星澜美妆', '晨曦家居旗舰店', '宏远数码京东自营店']],
]

for (const [order, expected] of orders) {
  test(`GET daily-store and stores: ${order}, unknown values last`, async () => {
    for (const path of [LIST, `${LIST}/stores`]) {
      const { data } = await as('admin').get(`${path}?${YESTERDAY}&companyCode=001&${order}`)
      assert.deepEqual(namesOf(data), expected)
    }
  })
}

test('GET daily-store: filters by store, customer and leader', async () => {
  const { data } = await as('admin').get(`${LIST}?${YESTERDAY}&companyCode=001`)
  const store = named<VolumeDay>(data.items, '宏远数码京东自营店')
  for (const filter of [
    `storeId=${store.storeId}`,
    `customerId=${store.customerId}`,
    `leaderId=${store.leaderId}`,
  ]) {
    const found = await as('admin').get(`${LIST}?${YESTERDAY}&${filter}`)
    assert.deepEqual(found.data.items, [store], filter)
  }
})

test('GET daily-store/stores: the last day, and the sum and series of the period, with gaps', async () => {
  const { data } = await as('head').get(`${LIST}/stores?from=2026-05-16&to=2026-05-18`)
  assert.deepEqual(
    data.items.map((row: VolumeStore) => row.storeName),
    ['星澜美妆', '晨曦家居旗舰店'],
  )
  const silent = named<VolumeStore>(data.items, '星澜美妆')
  assert.deepEqual([silent.volume, silent.missing, silent.mean7, silent.sum], [null, true, 200, 200])
  assert.deepEqual([silent.series, silent.reported, silent.expected], [[null, 200, null], 1, 3])
  const { totals } = data
  assert.deepEqual([totals.volume, totals.sum, totals.mean7], [40, 440, 283])
  assert.deepEqual([totals.reported, totals.expected], [1, 2])
  assert.deepEqual([totals.periodReported, totals.periodExpected, data.seriesFrom], [4, 6, '2026-05-16'])
})

test('GET daily-store/overview: figures contain their explanation and compare the same stores', async () => {
  const { data } = await as('head').get(`${LIST}/overview?from=2026-05-17&to=2026-05-18`)
  assert.deepEqual([data.previousFrom, data.previousTo], ['2026-05-15', '2026-05-16'])
  assert.equal(data.updatedAt, '2026-05-19T01:00:00.000Z')
  const [lastDay, period, mean, coverage] = data.figures
  assert.deepEqual([lastDay.key, lastDay.value, lastDay.reported, lastDay.expected], ['lastDay', 40, 1, 2])
  assert.deepEqual(lastDay.comparison, { with: 'prevDay', now: 40, before: 100, changeBp: -6000, pairs: 1 })
  assert.deepEqual(lastDay.series, [300, 40])
  assert.deepEqual([period.value, period.reported, period.expected], [340, 3, 4])
  // Only 05-18 has a figure two days earlier of the same store.
  assert.deepEqual(period.comparison, { with: 'prevPeriod', now: 40, before: 100, changeBp: -6000, pairs: 1 })
  assert.deepEqual([mean.value, mean.numerator, mean.denominator], [113, 340, 3])
  assert.deepEqual(
    [coverage.value, coverage.comparison.before, coverage.comparison.changeBp],
    [7500, 2500, 5000],
  )
  assert.deepEqual(
    data.top.most.map((row: VolumeStore) => row.storeName),
    ['晨曦家居旗舰店'],
  )
  assert.deepEqual(
    data.top.falls.map((row: VolumeStore) => row.vsPrevDayBp),
    [-6000],
  )
})

test("GET daily-store/overview: the trend is split by platform and leader, and adds up to the list's total", async () => {
  const list = await as('admin').get(LIST)
  for (const split of ['total', 'platform', 'leader']) {
    const { data } = await as('admin').get(`${LIST}/overview?split=${split}`)
    const points: { volume: number | null; reported: number; expected: number }[] = data.trend.flatMap(
      (line: { points: unknown[] }) => line.points,
    )
    assert.equal(sumOf(points.map(({ volume }) => volume)), list.data.totals.volume)
    assert.equal(sumOf(points.map(({ reported }) => reported)), list.data.totals.reported)
    assert.equal(sumOf(points.map(({ expected }) => expected)), list.data.totals.expected)
    assert.equal(data.figures[1].value, list.data.totals.volume)
    assert.ok(data.trend.every((line: { points: unknown[] }) => line.points.length === 7))
  }
  const { data } = await as('admin').get(`${LIST}/overview?split=leader`)
  assert.deepEqual(
    data.trend.map((line: { name: string }) => line.name),
    [null, '陈思雨', '苏曼'],
  )
})

test('SQL and rules round alike, and the pages add up to the totals', async () => {
  // Pseudo-random numbers with zeros and gaps, over a leap day and two month ends.
  const days = daysFrom('2024-01-20', '2024-03-05').filter((_, index) => index % 5 !== 3)
  const figures = days.map((on, index) => [on, { consultUsers: (index * index * 7919) % 641 }] as const)
  await putFigures(db, 'DP0001', Object.fromEntries(figures), '002')
  const query = `from=2024-01-25&to=2024-03-05&companyCode=002&pageSize=25`
  const pages = await Promise.all([1, 2].map((n) => as('admin').get(`${LIST}?${query}&current=${n}`)))
  const rows: VolumeDay[] = pages.flatMap(({ data }) => data.items)
  const stored = new Map(figures.map(([on, { consultUsers }]) => [on, consultUsers]))
  for (const row of rows) {
    const before = Array.from({ length: 7 }, (_, back) => stored.get(addDays(row.on, -1 - back)) ?? null)
    const reportedVolumes = before.filter((value) => value !== null)
    assert.equal(row.volume, stored.get(row.on) ?? null)
    assert.equal(row.prevDay, before[0])
    assert.equal(row.vsPrevDayBp, changeBp(row.volume, row.prevDay))
    assert.equal(row.vsWeekAgoBp, changeBp(row.volume, before[6] ?? null))
    assert.equal(row.mean7, ratio(sumOf(reportedVolumes), reportedVolumes.length))
    const weighed = row.volume === null ? null : row.volume * reportedVolumes.length
    assert.equal(row.vsMean7Bp, changeBp(weighed, sumOf(reportedVolumes)))
  }
  const { totals, total } = pages[0]?.data ?? {}
  assert.equal(rows.length, total)
  assert.equal(sumOf(rows.map(({ volume }) => volume)), totals.volume)
  assert.deepEqual(
    compare(rows.map(({ volume, prevDay }) => ({ now: volume, before: prevDay }))),
    totals.vsPrevDay,
  )
})

test('a store without dates, created before 08:00, owes figures from its day of creation in Shanghai', async () => {
  await db
    .updateTable('store')
    .set({ trialOn: null, onlineOn: null, createdAt: new Date('2026-05-17T23:30:00Z') })
    .where('name', '=', '恒月母婴')
    .execute()
  const expectedOn = async (day: string) =>
    (await as('admin2').get(`${LIST}/overview?from=${day}&to=${day}`)).data.figures[0].expected
  assert.deepEqual([await expectedOn('2026-05-17'), await expectedOn('2026-05-18')], [0, 1])
})
