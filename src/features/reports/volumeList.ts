import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { PageInput } from '#kit/list.ts'
import type { Pairs } from './courses.ts'
import { pairs, withChange } from './courses.ts'
import type { Page, Rows } from './readOnce.ts'
import { readOnce } from './readOnce.ts'
import type { Compare } from './rules.ts'
import { changeFields, LARGE_FALL_BP } from './rules.ts'
import { orderOf, pageSql } from './storeDays.ts'

/** The frame of the lists of volumes: rows with `volume`, `missing`, `counts` and the columns of courseFigures(). */

/** A row as the database has it: its instants are not text yet, and the company stands in each. */
export type Stored<Row> = Omit<Row, 'updatedAt' | 'companyCode'> & {
  companyCode: string
  updatedAt: Date | null
}

/** A list's filter beside the period. */
export const ONLY = {
  missing: sql`missing`,
  falls: sql`vs_mean_7_bp <= ${LARGE_FALL_BP}`,
}

const COLUMNS = {
  on: 'onDay',
  volume: 'volume',
  vsPrevDay: 'vsPrevDayBp',
  vsWeekAgo: 'vsWeekAgoBp',
  vsMonthAgo: 'vsMonthAgoBp',
  mean7: 'mean7',
  vsMean7: 'vsMean7Bp',
  sum: 'sum',
}

/** What tells the rows apart, and what else they may be ordered by, as the contract calls it. */
export interface Ordered {
  id: 'storeId' | 'customerId' | 'staffId'
  columns: Record<string, string>
}

/**
 * The order that was asked for. Without one, what is missing or has fallen far comes first, then the largest; of the
 * missing ones, those usually large. Of rows by day the newest first.
 */
export function volumeOrder(sort: string | undefined, { id, columns }: Ordered, of: 'days' | 'period') {
  const byNeed = sql`missing desc,
    coalesce(least(vs_prev_day_bp, vs_mean_7_bp) <= ${LARGE_FALL_BP}, false) desc,
    volume desc nulls last, mean_7 desc nulls last, ${sql.ref(id)}`
  const usual = of === 'days' ? sql`on_day desc, ${byNeed}` : byNeed
  return orderOf(sort, { ...COLUMNS, ...columns }, usual, id)
}

/** The totals of rows that are each a day of one store or agent. */
export const TOTALS = sql`count(*) as total, count(volume) as reported,
  count(*) filter (where counts) as expected, sum(volume)::bigint as volume, ${pairs(sql`prev_day`)} as vs_prev_day,
  ${pairs(sql`week_ago`)} as vs_week_ago, ${pairs(sql`month_ago`)} as vs_month_ago`

/** What a period adds to the totals of last days. */
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

/** A list of days as SQL: its tables, which rows of them, and in which order. */
export interface List extends Rows {
  order: RawBuilder<unknown>
}

/** One page of a list of days; `more` adds to the rows of the page alone what would be too much for all of them. */
export async function findPage<Row>(
  db: Database,
  { figures, rows, order }: List,
  input: PageInput,
  more = (page: RawBuilder<unknown>) => page,
): Promise<Row[]> {
  const page = sql`select * ${rows} order by ${order} ${pageSql(input)}`
  const found = await sql<Row>`${figures} ${more(page)}`.execute(db)
  return found.rows
}

/** The totals of all rows of a list, as they travel. */
export async function findTotals<T extends Totals>(
  db: Database,
  { figures, rows }: List,
  columns: RawBuilder<unknown>,
) {
  const found = await sql<T>`${figures} select ${columns} ${rows}`.execute(db)
  return totalsOf(found.rows)
}

/** One page of the rows of a period, one a store, customer or agent, and the totals of all of them. */
export async function findPeriod<Row extends object, T extends Totals>(
  db: Database,
  rows: Rows,
  page: Page,
  columns: RawBuilder<unknown>,
) {
  const { pages, sums } = await readOnce<Row, T>(db, rows, [page], [sql`select ${columns} from every`])
  return { items: pages[0] ?? [], ...totalsOf(sums[0] ?? []) }
}

/** The totals as they travel. */
function totalsOf<T extends Totals>([row]: readonly T[]) {
  if (!row) throw new Error('an aggregate without a row')
  const { total, ...totals } = row
  const changes = {
    vsPrevDay: withChange(row.vsPrevDay),
    vsWeekAgo: withChange(row.vsWeekAgo),
    vsMonthAgo: withChange(row.vsMonthAgo),
  }
  return { total, totals: { ...totals, ...changes } }
}

type Changed = Record<(typeof changeFields)[Compare]['field'], number | null>

/** The rows that may have fallen by a comparison, those that fell most first; `fallen` leaves the others out. */
export const byFall = (compare: Compare, n: number) => ({
  ...{ current: 1, pageSize: n, sort: changeFields[compare].sort },
})

/** Those of the rows that fell by the comparison. */
export function fallen<R extends Changed>(rows: readonly R[], compare: Compare): R[] {
  return rows.filter((row) => (row[changeFields[compare].field] ?? 0) < 0)
}

/** Those with the largest volume of the last day, and those that fell most by the comparison. */
export async function findTop<R extends Changed & { volume: number | null }>(
  db: Database,
  rows: Rows,
  pageOf: (input: PageInput) => Page,
  { compare, n }: { compare: Compare; n: number },
) {
  const inputs = [{ current: 1, pageSize: n, sort: '-volume' }, byFall(compare, n)]
  const { pages } = await readOnce<R>(db, rows, inputs.map(pageOf))
  const [most = [], falls = []] = pages
  return { most: most.filter(({ volume }) => volume !== null), falls: fallen(falls, compare) }
}
