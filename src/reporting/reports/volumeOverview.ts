import type { Database } from '#db/connect.ts'
import { addDays } from '#kit/calendar.ts'
import type { Split } from './contract.ts'
import type { Period } from './rules.ts'
import { type Chosen, type ComparisonDays, SPLITS } from './storeDays.ts'
import { getSummary, type Source } from './summary.ts'
import { hasComparedColumn } from './summaryDays.ts'
import { volumeFigures } from './volumes.ts'

/**
 * The first day whose rows are read. Rows contain their compared volumes, so only the compared period is needed in
 * addition, unless the compared days must be summed separately.
 */
function firstReadDay(period: Period, { from, back }: ComparisonDays) {
  if (!hasComparedColumn(period)) return addDays(from, -back)
  return period.previousFrom < from ? period.previousFrom : from
}

/** The store volumes as the source of a report's figures and trend. */
export function storeVolumes(chosen: Chosen): Source {
  return {
    figures: (period, comparison) => volumeFigures(chosen, period, firstReadDay(period, comparison)),
    splits: SPLITS,
    formulas: {
      lastDay: 'Σ 各店当天的咨询量，缺数据的店不计入',
      period: 'Σ 各店各天的咨询量，缺数据的店日不计入',
      perStoreDay: 'Σ 咨询量 ÷ 已报店日',
      coverage: '已报店日 ÷ 应报店日',
    },
  }
}

/** The figures of the strip with their explanations, and the trend; as getSummary(). */
export async function getVolumeSummary(
  db: Database,
  chosen: Chosen,
  period: Period,
  split: Split,
  trendPeriod: Period = period,
) {
  return getSummary(db, storeVolumes(chosen), period, split, trendPeriod)
}
