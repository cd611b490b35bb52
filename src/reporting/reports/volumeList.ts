import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { PageInput } from '#kit/list.ts'
import { type Page, type Rows, readRows } from './readRows.ts'
import { type Compare, changeFields, LARGE_FALL_BP } from './rules.ts'
import { type Pairs, pairSums, toComparison } from './series.ts'
import { orderOf } from './storeDays.ts'

/** Common part of the volume lists: rows with `volume`, `missing`, `counts` and the columns of courseFigures(). */

/** A row as the database returns it: with a Date and with the company. */
export type Stored<Row> = Omit<Row, 'updatedAt' | 'companyCode'> & {
  companyCode: string
  updatedAt: Date | null
}

/** The `only` filters of a list. */
export const ONLY = {
  missing: sql`missing`,
  falls: sql`vs_mean_7_bp <= ${LARGE_FALL_BP}`,
}

export const COLUMNS = {
  on: 'onDay',
  volume: 'volume',
  vsPrevDay: 'vsPrevDayBp',
  vsWeekAgo: 'vsWeekAgoBp',
  vsMonthAgo: 'vsMonthAgoBp',
  mean7: 'mean7',
  vsMean7: 'vsMean7Bp',
  sum: 'sum',
}

/** The id of the rows, and their additional sort keys in the contract. */
export interface Ordered {
  id: 'storeId' | 'customerId' | 'staffId'
  columns: Record<string, string>
}

/**
 * The requested order. Default: missing figures (highest 7-day mean first), then large falls, then by volume,
 * descending; rows by day: newest day first.
 */
export function volumeOrder(sort: string | undefined, { id, columns }: Ordered, of: 'days' | 'period') {
  const byNeed = sql`missing desc,
    coalesce(least(vs_prev_day_bp, vs_mean_7_bp) <= ${LARGE_FALL_BP}, false) desc,
    volume desc nulls last, mean_7 desc nulls last, ${sql.ref(id)}`
  const defaultOrder = of === 'days' ? sql`on_day desc, ${byNeed}` : byNeed
  return orderOf(sort, { ...COLUMNS, ...columns }, defaultOrder, id)
}

/** Totals of rows that are each a day of one store or agent. */
export const TOTALS = sql`count(*) as total, count(volume) as reported,
  count(*) filter (where counts) as expected, sum(volume)::bigint as volume, ${pairSums(sql`prev_day`)} as vs_prev_day,
  ${pairSums(sql`week_ago`)} as vs_week_ago, ${pairSums(sql`month_ago`)} as vs_month_ago`

/** Totals of the period, in addition to those of the last days. */
export const PERIOD_TOTALS = sql`sum(sum)::bigint as sum,
  coalesce(sum(period_reported), 0)::bigint as period_reported,
  coalesce(sum(period_expected), 0)::bigint as period_expected`

export interface Totals {
  total: number
  reported: number
  expected: number
  volume: number | null
  vsPrevDay: Pairs
  vsWeekAgo: Pairs
  vsMonthAgo: Pairs
}

export interface PeriodTotals extends Totals {
  mean7: number | null
  sum: number | null
  periodReported: number
  periodExpected: number
}

/** A page of a report's rows, with the totals of all rows. */
export async function findRows<Row extends object, T extends Totals>(
  db: Database,
  rows: Rows,
  page: Page,
  columns: RawBuilder<unknown>,
) {
  const { pages, sums } = await readRows<Row, T>(db, rows, [page], [sql`select ${columns} from every`])
  return { items: pages[0] ?? [], ...totalsOf(sums[0] ?? []) }
}

/** The totals in API format. */
function totalsOf<T extends Totals>([row]: readonly T[]) {
  if (!row) throw new Error('an aggregate without a row')
  const { total, ...totals } = row
  const changes = {
    vsPrevDay: toComparison(row.vsPrevDay),
    vsWeekAgo: toComparison(row.vsWeekAgo),
    vsMonthAgo: toComparison(row.vsMonthAgo),
  }
  return { total, totals: { ...totals, ...changes } }
}

type Changed = Record<(typeof changeFields)[Compare]['field'], number | null>

/** Page input that lists the largest falls of a comparison first; `fallen` removes rows that did not fall. */
export const byFall = (compare: Compare, n: number) => ({
  current: 1,
  pageSize: n,
  sort: changeFields[compare].sort,
})

/** The rows that fell in the comparison. */
export function fallen<R extends Changed>(rows: readonly R[], compare: Compare): R[] {
  return rows.filter((row) => (row[changeFields[compare].field] ?? 0) < 0)
}

/** The orders that findTop() uses. */
export const topSorts = (compare: Compare) => ['-volume', changeFields[compare].sort]

/** The rows with the largest volume on the last day, and those with the largest falls in the comparison. */
export async function findTop<R extends Changed & { volume: number | null }>(
  db: Database,
  rows: Rows,
  pageOf: (input: PageInput) => Page,
  { compare, n }: { compare: Compare; n: number },
) {
  const inputs = topSorts(compare).map((sort) => ({ current: 1, pageSize: n, sort }))
  const { pages } = await readRows<R>(db, rows, inputs.map(pageOf))
  const [most = [], falls = []] = pages
  return { most: most.filter(({ volume }) => volume !== null), falls: fallen(falls, compare) }
}
