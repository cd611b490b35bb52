import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, weekdayOf } from '#kit/calendar.ts'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import type { SpecialDay } from './contract.ts'
import { findPromotionWeeks, findSpecialDays } from './queries.ts'

const { db } = await testApp(seedWorld)

/** Merges consecutive days of one kind and name: `02-15–02-23 春节`. */
function consecutiveSpans(days: readonly SpecialDay[], kind: SpecialDay['kind']): string[] {
  const found: { from: string; to: string; name: string }[] = []
  for (const { on, name } of days.filter((day) => day.kind === kind)) {
    const last = found.at(-1)
    if (last && last.name === name && addDays(last.to, 1) === on) last.to = on
    else found.push({ from: on, to: on, name })
  }
  return found.map(({ from, to, name }) => `${from.slice(5)}–${to.slice(5)} ${name}`)
}

const findDaysOfYear = (year: number) => findSpecialDays(db, '001', `${year}-01-01`, `${year}-12-31`)
const workedDates = (days: readonly SpecialDay[]) =>
  days.filter(({ kind }) => kind === 'workday').map(({ on }) => on.slice(5))

test('the days of 2025 match the State Council’s announcement of 2024-11-12', async () => {
  const days = await findDaysOfYear(2025)
  assert.deepEqual(consecutiveSpans(days, 'holiday'), [
    '01-01–01-01 元旦',
    '01-28–02-04 春节',
    '04-04–04-06 清明节',
    '05-01–05-05 劳动节',
    '05-31–06-02 端午节',
    '10-01–10-08 国庆节、中秋节',
  ])
  assert.deepEqual(workedDates(days), ['01-26', '02-08', '04-27', '09-28', '10-11'])
})

test('the days of 2026 match the State Council’s announcement of 2025-11-04', async () => {
  const days = await findDaysOfYear(2026)
  assert.deepEqual(consecutiveSpans(days, 'holiday'), [
    '01-01–01-03 元旦',
    '02-15–02-23 春节',
    '04-04–04-06 清明节',
    '05-01–05-05 劳动节',
    '06-19–06-21 端午节',
    '09-25–09-27 中秋节',
    '10-01–10-07 国庆节',
  ])
  assert.deepEqual(workedDates(days), ['01-04', '02-14', '02-28', '05-09', '09-20', '10-10'])
})

test('the days of 2027 follow the general rule, without worked weekend days until they are announced', async () => {
  const days = await findDaysOfYear(2027)
  assert.deepEqual(consecutiveSpans(days, 'holiday'), [
    '01-01–01-03 元旦',
    '02-05–02-12 春节',
    '04-03–04-05 清明节',
    '05-01–05-05 劳动节',
    '06-09–06-09 端午节',
    '09-15–09-15 中秋节',
    '10-01–10-07 国庆节',
  ])
  assert.deepEqual(workedDates(days), [])
})

test('every day worked for a holiday is a Saturday or Sunday', async () => {
  for (const year of [2025, 2026]) {
    const days = (await findDaysOfYear(year)).filter(({ kind }) => kind === 'workday')
    assert.ok(days.length > 0 && days.every(({ on }) => weekdayOf(on) > 5))
  }
})

test('a company’s own row of a day replaces the shared row, for that company only', async () => {
  const companyRow = { companyCode: '002', onDay: '2026-05-05', kind: 'workday' as const, name: '劳动节值班' }
  const { id } = await db.insertInto('holiday').values(companyRow).returning('id').executeTakeFirstOrThrow()
  const daysOn = (company: string) => findSpecialDays(db, company, '2026-05-05', '2026-05-05')
  assert.deepEqual(await daysOn('002'), [{ on: '2026-05-05', kind: 'workday', name: '劳动节值班' }])
  assert.deepEqual(await daysOn('001'), [{ on: '2026-05-05', kind: 'holiday', name: '劳动节' }])
  await db.deleteFrom('holiday').where('id', '=', id).execute()
})

test('a week counts if at least one of its days is in a promotion', async () => {
  // 2026-06-01 is a Monday, 06-18 a Thursday.
  assert.deepEqual(await findPromotionWeeks(db, '001', '2026-05-20', '2026-06-30'), [
    ...['2026-06-01', '2026-06-08', '2026-06-15'].map((monday) => ({ monday, name: '618' })),
  ])
  assert.deepEqual(await findPromotionWeeks(db, '001', '2026-06-22', '2026-06-30'), [])
  // The span begins in the middle of a week, but the whole week counts.
  assert.deepEqual(await findPromotionWeeks(db, '001', '2026-06-21', '2026-06-21'), [
    { monday: '2026-06-15', name: '618' },
  ])
})

test('a week with two promotions lists both names; the week across New Year is like any other', async () => {
  const weeks = await findPromotionWeeks(db, '001', '2026-02-09', '2026-02-15')
  assert.deepEqual(
    weeks.map(({ monday, name }) => [monday, name.split('、').sort()]),
    [['2026-02-09', ['年货节', '春节']]],
  )
  assert.deepEqual(await findPromotionWeeks(db, '001', '2026-12-28', '2027-01-03'), [])
})

test('a company’s own period replaces the shared one of the same name and year', async () => {
  const own = { companyCode: '002', name: '618', fromOn: '2026-06-15', toOn: '2026-06-20' }
  const { id } = await db.insertInto('promotionPeriod').values(own).returning('id').executeTakeFirstOrThrow()
  const mondays = async (company: string, year: number) =>
    (await findPromotionWeeks(db, company, `${year}-06-01`, `${year}-06-30`)).map(({ monday }) => monday)
  assert.deepEqual(await mondays('002', 2026), ['2026-06-15'])
  assert.equal((await mondays('001', 2026)).length, 3)
  // 2025-06-01 is a Sunday, so its week counts as well.
  assert.equal((await mondays('002', 2025)).length, 4)
  await db.deleteFrom('promotionPeriod').where('id', '=', id).execute()
})
