import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays } from '#kit/calendar.ts'
import { testApp } from '#testing/testApp.ts'
import { putFigures, seedFigures } from '#testing/testFigures.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { partsOf } from './periodSums.ts'

test('a period is split into its whole months and the remaining days', () => {
  assert.deepEqual(partsOf({ from: '2026-01-01', to: '2026-02-28' }), {
    months: ['2026-01-01', '2026-02-01'],
    days: [],
  })
  assert.deepEqual(partsOf({ from: '2023-12-31', to: '2024-03-30' }), {
    months: ['2024-01-01', '2024-02-01'],
    days: [
      { from: '2023-12-31', to: '2023-12-31' },
      { from: '2024-03-01', to: '2024-03-30' },
    ],
  })
  const within = { from: '2026-01-02', to: '2026-02-27' }
  assert.deepEqual(partsOf(within), { months: [], days: [within] })
})

const { as, db } = await testApp(async (seeding, hash) => {
  await seedWorld(seeding, hash)
  await seedFigures(seeding)
  await putFigures(seeding, 'DP0001', {
    '2025-11-20': { consultUsers: 11, replied: 9, replyBase: 10 },
    '2025-12-01': { consultUsers: 12, replied: 12, replyBase: 12 },
    '2025-12-31': { consultUsers: 13, replied: 4, replyBase: null },
    '2026-03-05': { handledUsers: 14, replied: 5, replyBase: 8 },
  })
  await putFigures(seeding, 'DP0002', {
    '2026-01-15': { consultUsers: 30, within3min: 20, within3minBase: 25 },
    '2026-04-01': { consultSessions: 31, within3min: 30, within3minBase: 31 },
  })
  // Begins and stops in the middle of a month, with figures before and after both dates.
  await seeding
    .updateTable('store')
    .set({ onlineOn: '2026-01-10', trialOn: null, status: 'stopped', stoppedOn: '2026-03-20' })
    .where('code', '=', 'DP0003')
    .where('companyCode', '=', '001')
    .execute()
  await putFigures(seeding, 'DP0003', {
    '2025-12-15': { consultUsers: 1, replied: 1, replyBase: 1 },
    '2026-01-09': { consultUsers: 2, replied: 1, replyBase: 2 },
    '2026-01-10': { consultUsers: 3, replied: 2, replyBase: 3 },
    '2026-02-11': { consultUsers: 4, replied: 4, replyBase: 4 },
    '2026-03-21': { consultUsers: 5, replied: 4, replyBase: 5 },
    '2026-04-30': { consultUsers: 6, replied: 4, replyBase: 6 },
  })
})

/** Reads all pages of a list. */
async function all(path: string) {
  const rows = []
  for (let current = 1; ; current += 1) {
    const { status, data } = await as('admin').get(`${path}&pageSize=100&current=${current}`)
    assert.equal(status, 200)
    rows.push(...data.items)
    if (rows.length >= data.total) return rows
  }
}

const OF_STORES = { list: 'stores', id: 'storeId', reported: 'reported', expected: 'expected' }

const REPORTS = [
  { path: 'daily-store', value: 'sum', whole: 'volume', ...OF_STORES },
  { path: 'daily-store-response-rate', value: 'periodDenominator', whole: 'denominator', ...OF_STORES },
  {
    path: 'daily-customer',
    list: 'customers',
    id: 'customerId',
    value: 'sum',
    whole: 'volume',
    reported: 'periodReported',
    expected: 'periodExpected',
  },
]

const days = fc.integer({ min: -250, max: -1 }).map((n) => addDays('2026-05-19', n))

for (const { path, list, id, value, whole, reported, expected } of REPORTS) {
  test(`${path}/${list}: a period is the sum of its days, wherever it begins and ends`, async () => {
    await fc.assert(
      fc.asyncProperty(days, days, async (a, b) => {
        const [from, to] = a < b ? [a, b] : [b, a]
        // The report by day (for a customer, the rows of its stores): a row per counted day.
        const byDay = path === 'daily-customer' ? `${path}/rows` : path
        const rows = await all(`/api/reports/${byDay}?from=${from}&to=${to}`)
        const summed = [...Map.groupBy(rows, (row) => row[id])].map(([unit, unitRows]) => {
          const reportedRows = unitRows.filter((row) => row[whole] !== null)
          const sum = reportedRows.reduce((total, row) => total + row[whole], 0)
          return [unit, reportedRows.length > 0 ? sum : null, reportedRows.length, unitRows.length]
        })
        const periods = await all(`/api/reports/${path}/${list}?from=${from}&to=${to}`)
        const periodRows = periods.map((row) => [row[id], row[value], row[reported], row[expected]])
        const inOrder = (lines: (number | null)[][]) => lines.sort((x, y) => Number(x[0]) - Number(y[0]))
        assert.deepEqual(inOrder(periodRows), inOrder(summed))
      }),
      { numRuns: 30 },
    )
  })
}

test('the sums include a correction of an old day immediately', async () => {
  const address = '/api/reports/daily-store/stores?from=2025-11-01&to=2026-04-30&current=1&pageSize=20'
  const sum = async () => (await as('admin').get(address)).data.totals.sum
  const before = await sum()
  await db.updateTable('storeDaily').set({ consultUsers: 112 }).where('onDay', '=', '2025-12-01').execute()
  assert.equal(await sum(), before + 100)
})

test('a store without dates owes figures from its day of creation in Shanghai, also in a whole month', async () => {
  const { id } = await db
    .updateTable('store')
    .set({ trialOn: null, onlineOn: null, createdAt: new Date('2026-02-01T17:00:00Z') })
    .where('code', '=', 'DP0002')
    .where('companyCode', '=', '001')
    .returning('id')
    .executeTakeFirstOrThrow()
  const stores = await all('/api/reports/daily-store/stores?from=2026-02-01&to=2026-02-28')
  assert.equal(stores.find(({ storeId }) => storeId === id)?.expected, 27)
})
