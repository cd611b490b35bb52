import { type Day, monthOf } from '#kit/calendar.ts'

/** Number of newest months that every comparison covers for all stores: most writes concern them. */
const NEWEST_MONTHS = 2

/** A comparison starts this long (in ms) before the last one, to cover writes that were in progress then. */
export const OVERLAP_MS = 3_600_000

/** Labels of the columns of a month, in display order. */
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

/** Returns the first day of every month from that of `first` to that of `last`. */
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
 * Returns the months to compare for all stores: the newest ones, and of the others the one compared longest ago.
 * `comparedBy` maps a month to the id of its last comparison.
 */
export function monthsToCompare(months: readonly Day[], comparedBy: ReadonlyMap<Day, number>): Day[] {
  const newest = months.slice(-NEWEST_MONTHS)
  const [oldest] = months
    .slice(0, -NEWEST_MONTHS)
    .sort((a, b) => (comparedBy.get(a) ?? 0) - (comparedBy.get(b) ?? 0))
  return oldest ? [oldest, ...newest] : newest
}

/** The totals of a month by column name. */
export type MonthTotals = Record<string, number>

/** Returns the totals in which a stored month and its days differ; either side may be missing (null). */
export function differencesOf(stored: MonthTotals | null, counted: MonthTotals | null) {
  return Object.keys(sumNames)
    .map((sum) => ({ sum, kept: stored?.[sum] ?? null, counted: counted?.[sum] ?? null }))
    .filter((one) => one.kept !== one.counted)
}
