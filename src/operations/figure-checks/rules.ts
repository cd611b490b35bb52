import type { Day } from '#kit/calendar.ts'
import { monthOf } from '#kit/calendar.ts'

/** The newest months, in which most is written: compared whole each time. */
const NEWEST = 2

/** What is written while a comparison runs is compared again the next time. */
export const OVERLAP_MS = 3_600_000

/** What a month's columns are called, in the order in which they are told. */
export const sumNames: Record<string, string> = {
  volume: '咨询量',
  volume_days: '有咨询量的天数',
  replied: '已回复人数',
  reply_base: '回复率的应计人数',
  reply_days: '有回复率的天数',
  within_3min: '3 分钟内回复人数',
  within_3min_base: '3 分钟回复率的应计人数',
  within_3min_days: '有 3 分钟回复率的天数',
  frt_total_cs: '首次响应总时长（百分之一秒）',
  frt_weight: '首次响应的人数',
  art_total_cs: '响应总时长（百分之一秒）',
  art_weight: '响应的人数',
  days: '与逐日数据一致的报表天数',
}

/** Every month from that of one day to that of another, as their first days. */
export function monthsBetween(first: Day, last: Day): Day[] {
  const months: Day[] = []
  for (let month = monthOf(first); month <= monthOf(last); month = nextMonth(month))
    months.push(`${month}-01`)
  return months
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/**
 * Which months are compared whole: the newest ones, and of the others the one whose last comparison lies back farthest,
 * so that each has its turn. `comparedBy` gives of a month the number of that comparison.
 */
export function monthsToCompare(months: readonly Day[], comparedBy: ReadonlyMap<Day, number>): Day[] {
  const newest = months.slice(-NEWEST)
  const [turn] = months.slice(0, -NEWEST).sort((a, b) => (comparedBy.get(a) ?? 0) - (comparedBy.get(b) ?? 0))
  return turn ? [turn, ...newest] : newest
}

/** A month's sums by the names of their columns. */
export type Summed = Record<string, number>

/** In what a kept month and its days differ; either may not be there at all. */
export function differencesOf(kept: Summed | null, counted: Summed | null) {
  return Object.keys(sumNames)
    .map((sum) => ({ sum, kept: kept?.[sum] ?? null, counted: counted?.[sum] ?? null }))
    .filter((one) => one.kept !== one.counted)
}
