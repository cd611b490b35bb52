import { type Actor, hideCompany } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { type Day, today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import type { Split } from './contract.ts'
import { findHeat, type HeatSource, heatPeriod } from './heat.ts'
import { type Period, type PeriodQuery, periodOf, seriesFrom } from './rules.ts'

/**
 * The common part of the daily reports' servers: periods, company visibility and response format. A report adds
 * `Choose`, which selects its stores or agents within the user's reach, and `Find`, which finds its rows.
 */
export type Choose<F, C> = (actor: Actor, on: Day, filter: F, db: Database) => C | Promise<C>

type Find<C, I, A> = (db: Database, chosen: C, period: Period, input: I) => Promise<A>

interface Listed<R, T> {
  items: R[]
  total: number
  totals: T
}

type ReportQuery = PeriodQuery & { companyCode?: string[] | undefined }
type CompanyRow = { companyCode: string }

/** Number of rows in a ranking. */
const TOP_ROWS = 8

async function read<F extends ReportQuery, C>(choose: Choose<F, C>, { actor, clock, db }: Context, query: F) {
  assertCompanyFilter(actor, query.companyCode)
  const on = today(clock)
  const period = periodOf(query, on)
  return { period, chosen: await choose(actor, on, query, db) }
}

/** Hides the company of a row unless the user may see it. */
function toReportRow<R extends CompanyRow>(actor: Actor, row: R) {
  const { companyCode, ...rest } = row
  return hideCompany(actor) ? rest : { ...rest, companyCode }
}

/** A list whose totals include the period. */
export function rowsHandler<F extends ReportQuery, C, I, R, T>(
  choose: Choose<F, C>,
  find: Find<C, I, Listed<R, T>>,
) {
  return async (context: Context, query: F & I) => {
    const { period, chosen } = await read(choose, context, query)
    const found = await find(context.db, chosen, period, query)
    return { ...found, totals: { ...found.totals, period } }
  }
}

/** A list with a row per day, which includes its time of update. */
export function daysHandler<
  F extends ReportQuery,
  C,
  I,
  R extends CompanyRow & { updatedAt: Date | null },
  T,
>(choose: Choose<F, C>, find: Find<C, I, Listed<R, T>>) {
  const list = rowsHandler(choose, find)
  return async (context: Context, query: F & I) => {
    const found = await list(context, query)
    const items = found.items.map((row) => ({
      ...toReportRow(context.actor, row),
      updatedAt: row.updatedAt?.toISOString() ?? null,
    }))
    return { ...found, items }
  }
}

/** A list with a row per subject: the last day, and the whole period. */
export function periodHandler<F extends ReportQuery, C, I, R extends CompanyRow, T>(
  choose: Choose<F, C>,
  find: Find<C, I, Listed<R, T>>,
) {
  const list = rowsHandler(choose, find)
  return async (context: Context, query: F & I) => {
    const found = await list(context, query)
    const items = found.items.map((row) => toReportRow(context.actor, row))
    return { ...found, items, seriesFrom: seriesFrom(found.totals.period) }
  }
}

/** Named rankings, and numbers about them. */
type Rankings<R> = Record<string, R[] | number>

/** The same with the rows as they are shown. */
type ShownRankings<T> = { [K in keyof T]: T[K] extends (infer R)[] ? Omit<R, 'companyCode'>[] : T[K] }

/** The figures, the trend, and the named rankings. */
export function overviewHandler<
  F extends ReportQuery,
  C,
  S extends { updatedAt: Date | null },
  R extends CompanyRow,
  T extends Rankings<R>,
>(choose: Choose<F, C>, summarize: Find<C, Split, S>, findTop: Find<C, number, T>) {
  return async (context: Context, query: F & { split: Split }) => {
    const { period, chosen } = await read(choose, context, query)
    const summary = await summarize(context.db, chosen, period, query.split)
    const top = Object.entries(await findTop(context.db, chosen, period, TOP_ROWS))
    const shown = top.map(([key, found]) => [
      key,
      typeof found === 'number' ? found : found.map((row) => toReportRow(context.actor, row)),
    ])
    return {
      ...period,
      ...summary,
      updatedAt: summary.updatedAt?.toISOString() ?? null,
      top: Object.fromEntries(shown) as ShownRankings<T>,
    }
  }
}

/** The weekday map. */
export function weekdaysHandler<F extends ReportQuery, C>(
  choose: Choose<F, C>,
  sourceOf: (chosen: C, days: Period) => HeatSource,
) {
  return async (context: Context, query: F) => {
    const { period, chosen } = await read(choose, context, query)
    const days = heatPeriod(period, today(context.clock))
    return { ...days, rows: await findHeat(context.db, sourceOf(chosen, days), days) }
  }
}
