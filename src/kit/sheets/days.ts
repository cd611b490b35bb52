import { type Day, isDay } from '#kit/calendar.ts'
import { cellProblem, cleanCell, isNoValue, type Reading } from './cells.ts'

const SEPARATED_DATE = /(?<!\d)(\d{4})(?:年|[-/.])(\d{1,2})(?:月|[-/.])(\d{1,2})(?!\d)日?/g
const COMPACT_DATE = /(?<!\d)(20\d{2})(\d{2})(\d{2})(?!\d)/g
// In file names, underscores may separate the numbers, too; in cells they never do.
const FILE_NAME_DATE = /(?<!\d)(20\d{2})(?:年|[-/._])(\d{1,2})(?:月|[-/._])(\d{1,2})(?!\d)日?/g

const FIRST_SERIAL = 36_526 // 2000-01-01
const LAST_SERIAL = 73_050 // 2099-12-31
const EPOCH_SERIAL = 25_569 // 1970-01-01

/** Reads a cell's day: `2026/5/1`, `2026.5.1`, `20260501`, `2026年5月15日`, an Excel serial; with or without a time. */
export function readDay(text: string): Reading<Day> {
  const clean = cleanCell(text)
  if (isNoValue(clean)) return { value: null }
  const serial = /^\d{5}(\.\d+)?$/.test(clean) ? Math.floor(Number(clean)) : 0
  if (serial >= FIRST_SERIAL && serial <= LAST_SERIAL) return { value: dayOfSerial(serial) }
  const days = new Set([...daysIn(clean, SEPARATED_DATE), ...daysIn(clean, COMPACT_DATE)])
  const [day] = days
  if (days.size > 1) return cellProblem('{cell}是一段时间，请按天导出后再导入。', text)
  if (day === undefined) return cellProblem('{cell}不是日期，应如 2026-05-15。', text)
  return isDay(day) ? { value: day } : cellProblem('{cell}这一天不存在，请核对日期。', text)
}

/** Returns the day in a file name; null if there is none, if it does not exist, or if there are several. */
export function dayFromName(fileName: string): Day | null {
  const days = new Set([...daysIn(fileName, FILE_NAME_DATE), ...daysIn(fileName, COMPACT_DATE)])
  const [day] = days
  return days.size === 1 && day !== undefined && isDay(day) ? day : null
}

function daysIn(text: string, pattern: RegExp): Day[] {
  return Array.from(text.matchAll(pattern), ([, year, month = '', day = '']) =>
    [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  )
}

function dayOfSerial(serial: number): Day {
  return new Date((serial - EPOCH_SERIAL) * 86_400_000).toISOString().slice(0, 10)
}
