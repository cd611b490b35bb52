import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import type { PageInput } from '#kit/list.ts'
import { rateBpSql } from '#kit/ratesSql.ts'
import type { HeatSource } from '#reporting/reports/heat.ts'
import { seconds } from '#reporting/reports/rates.ts'
import type { Page, Rows } from '#reporting/reports/readRows.ts'
import { type Period, seriesFrom } from '#reporting/reports/rules.ts'
import {
  findRows,
  findTop,
  TOTALS as OF_ROWS,
  ONLY as OF_VOLUMES,
  type Ordered,
  PERIOD_TOTALS,
  type PeriodTotals,
  type Stored,
  type Totals,
  volumeOrder,
} from '#reporting/reports/volumeList.ts'
import { agentFigures, type ChosenAgents } from './agentDays.ts'
import type { WorkerDay, WorkerPeriod } from './contract.ts'

type ListInput = PageInput & { only?: keyof typeof ONLY | undefined }

const ONLY = { ...OF_VOLUMES, log: sql`keyed is not null` }

/** Columns computed from the sums of `given`, of one day or several. */
const WORK = sql`case when keyed is null and imported is null then null when keyed is null then 'imported'
    when imported is null then 'log' else 'mixed' end as source,
  ${seconds(sql`frt_total_cs`, sql`frt_weight`)} as first_response_s,
  ${seconds(sql`art_total_cs`, sql`art_weight`)} as average_response_s,
  ${rateBpSql(sql`satisfied`, sql`evaluated`)} as satisfaction_bp,
  ${rateBpSql(sql`order_users`, sql`inquiry_users`)} as conversion_bp`

/**
 * SQL of the number of stores with figures, per agent or per agent and day. `distinct` in a subquery uses a hash
 * instead of a sort.
 */
function storesBy(key: RawBuilder<unknown>, from?: Day) {
  return sql`select ${key}, count(*)::int as stores
    from (select distinct ${key}, store_id from line
      where volume is not null and ${from ? sql`on_day >= ${from}` : sql`true`}) store group by ${key}`
}

const ORDERED: Ordered = {
  id: 'staffId',
  columns: {
    staffName: 'staffPinyin',
    stores: 'stores',
    firstResponse: 'firstResponseS',
    averageResponse: 'averageResponseS',
    satisfaction: 'satisfactionBp',
    conversion: 'conversionBp',
    meanDay: 'meanDay',
  },
}

const TOTALS = sql`${OF_ROWS}, sum(keyed)::bigint as keyed`

/** The totals, with the part from approved logs. */
type WithKeyed<T> = T & { keyed: number | null }

/** A page of the agents' days of a period, with the totals of all rows. */
export async function findWorkerDays(db: Database, agents: ChosenAgents, period: Period, input: ListInput) {
  const rows = {
    figures: sql`${agentFigures(agents, period)},
      at_stores as (${storesBy(sql`staff_id, on_day`)}),
      day_row as (select figure.*, coalesce(at_stores.stores, 0) as stores, ${WORK}
        from figure left join at_stores using (staff_id, on_day))`,
    rows: sql`from day_row where on_day >= ${period.from} and counts
      and ${input.only ? ONLY[input.only] : sql`true`}`,
    many: period.days > 1,
  }
  const page = { input, order: volumeOrder(input.sort, ORDERED, 'days') }
  return findRows<Stored<WorkerDay>, WithKeyed<Totals>>(db, rows, page, TOTALS)
}

const SUMS = sql.join(
  [
    'keyed',
    'imported',
    'consult_users',
    'frt_total_cs',
    'frt_weight',
    'art_total_cs',
    'art_weight',
    'satisfied',
    'evaluated',
    'order_users',
    'inquiry_users',
  ].map((name) => sql`(sum(${sql.raw(name)}) filter (where counts))::bigint as ${sql.raw(name)}`),
)

/** The columns of an agent's last day; the row's other columns cover the whole period. */
const LAST_DAY = sql`figure.staff_id, on_day, "on", serving, counts, missing, volume, prev_day, week_ago, month_ago,
  mean_7, mean_7_days, vs_prev_day_bp, vs_week_ago_bp, vs_month_ago_bp, vs_mean_7_bp,
  staff_name, staff_pinyin, leader_id, leader_name, company_code, corrected`

/**
 * A row per agent with expected or existing figures in the period: the last day, and the period's sums and sparkline.
 */
function agentsOf(agents: ChosenAgents, period: Period, only?: ListInput['only']): Rows {
  const figures = sql`${agentFigures(agents, period, { from: period.to, back: 7 })},
    period as (
      select staff_id, sum(volume)::bigint as sum, count(volume) as period_reported,
        count(*) filter (where counts) as period_expected,
        (count(*) filter (where corrected))::int as corrected_days, ${SUMS},
        array_agg(volume order by on_day) filter (where on_day >= ${seriesFrom(period)}) as series
      from known where on_day >= ${period.from} group by staff_id having bool_or(counts)),
    at_stores as (${storesBy(sql`staff_id`, period.from)}),
    agent_row as (
      select ${LAST_DAY}, period.*, period_reported as reported, period_expected as expected,
        coalesce(stores, 0) as stores, ${WORK},
        (2 * sum + period_reported) / nullif(2 * period_reported, 0) as mean_day
      from (select staff_id as period_staff_id, ${sql.raw(PERIOD_COLUMNS)} from period) period
        join (select ${LAST_DAY} from figure where on_day = ${period.to}) figure on staff_id = period_staff_id
        left join (select staff_id as store_staff_id, stores from at_stores) at_stores on store_staff_id = staff_id)`
  return { figures, rows: sql`from agent_row where ${only ? ONLY[only] : sql`true`}` }
}

const PERIOD_COLUMNS = `sum, period_reported, period_expected, corrected_days, series, keyed, imported, consult_users, frt_total_cs,
  frt_weight, art_total_cs, art_weight, satisfied, evaluated, order_users, inquiry_users`

/** A page of these rows. */
const pageOf = ({ sort, ...input }: PageInput): Page => ({
  input,
  order: volumeOrder(sort, ORDERED, 'period'),
})

/** A page of the agents of a period, with the totals of all rows. */
export async function findWorkers(db: Database, agents: ChosenAgents, period: Period, input: ListInput) {
  const rows = agentsOf(agents, period, input.only)
  const columns = sql`${TOTALS}, ${PERIOD_TOTALS}, sum(mean_7)::bigint as mean_7`
  return findRows<Stored<WorkerPeriod>, WithKeyed<PeriodTotals>>(db, rows, pageOf(input), columns)
}

/** The agents with the largest volume on the last day, and those with the largest falls in the comparison. */
export async function findTopWorkers(db: Database, agents: ChosenAgents, period: Period, n: number) {
  const { compare } = period
  return findTop<Stored<WorkerPeriod>>(db, agentsOf(agents, period), pageOf, { compare, n })
}

/** The data of the weekday map. */
export function workerHeat(agents: ChosenAgents, days: Period): HeatSource {
  const figures = agentFigures(agents, days, { from: days.from, back: 0 })
  return { figures, id: sql`staff_id`, name: sql`staff_name`, part: sql`volume` }
}
