import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Pairs } from '#features/reports/courses.ts'
import { pairs, withChange } from '#features/reports/courses.ts'
import { seconds } from '#features/reports/rates.ts'
import type { Period } from '#features/reports/rules.ts'
import { changeFields, LARGE_FALL_BP } from '#features/reports/rules.ts'
import { bpOf, orderOf, pageSql } from '#features/reports/storeDays.ts'
import { seriesFrom } from '#features/reports/volumes.ts'
import type { PageInput } from '#kit/list.ts'
import type { ChosenAgents } from './agentDays.ts'
import { agentFigures } from './agentDays.ts'
import type { WorkerDay, WorkerPeriod } from './contract.ts'

type Stored<Row> = Omit<Row, 'updatedAt' | 'companyCode'> & { companyCode: string; updatedAt: Date | null }
type Only = 'missing' | 'falls' | 'log' | undefined
type ListInput = PageInput & { only?: Only }

const ONLY = {
  missing: sql`missing`,
  falls: sql`vs_mean_7_bp <= ${LARGE_FALL_BP}`,
  log: sql`keyed is not null`,
}

/** What the sums of `given` say, of a day or of several. */
const WORK = sql`case when keyed is null and imported is null then null when keyed is null then 'imported'
    when imported is null then 'log' else 'mixed' end as source,
  ${seconds(sql`frt_total_cs`, sql`frt_weight`)} as first_response_s,
  ${seconds(sql`art_total_cs`, sql`art_weight`)} as average_response_s,
  ${bpOf(sql`satisfied`, sql`evaluated`)} as satisfaction_bp,
  ${bpOf(sql`order_users`, sql`inquiry_users`)} as conversion_bp`

const BY_NEED = sql`missing desc, coalesce(least(vs_prev_day_bp, vs_mean_7_bp) <= ${LARGE_FALL_BP}, false) desc,
  volume desc nulls last, mean_7 desc nulls last, staff_id`

const COLUMNS = {
  on: 'onDay',
  staffName: 'staffPinyin',
  volume: 'volume',
  vsPrevDay: 'vsPrevDayBp',
  vsWeekAgo: 'vsWeekAgoBp',
  vsMonthAgo: 'vsMonthAgoBp',
  mean7: 'mean7',
  vsMean7: 'vsMean7Bp',
  stores: 'stores',
  firstResponse: 'firstResponseS',
  averageResponse: 'averageResponseS',
  satisfaction: 'satisfactionBp',
  conversion: 'conversionBp',
  sum: 'sum',
  meanDay: 'meanDay',
}

const order = (sort: string | undefined, fallback: RawBuilder<unknown>) =>
  orderOf(sort, COLUMNS, fallback, 'staffId')

const TOTALS = sql`count(*) as total, count(volume) as reported, count(*) filter (where counts) as expected,
  sum(volume)::bigint as volume, sum(keyed)::bigint as keyed, ${pairs(sql`prev_day`)} as vs_prev_day,
  ${pairs(sql`week_ago`)} as vs_week_ago, ${pairs(sql`month_ago`)} as vs_month_ago`

interface Totals {
  total: number
  reported: number
  expected: number
  volume: number | null
  keyed: number | null
  vsPrevDay: Pairs
  vsWeekAgo: Pairs
  vsMonthAgo: Pairs
}

function totalsOf<T extends Totals>(row: T | undefined) {
  if (!row) throw new Error('an aggregate without a row')
  const { total, ...rest } = row
  const changes = {
    vsPrevDay: withChange(row.vsPrevDay),
    vsWeekAgo: withChange(row.vsWeekAgo),
    vsMonthAgo: withChange(row.vsMonthAgo),
  }
  return { total, totals: { ...rest, ...changes } }
}

/** One page of the agents' days of a period, and the totals of all of them. */
export async function findWorkerDays(db: Database, agents: ChosenAgents, period: Period, input: ListInput) {
  const figures = sql`${agentFigures(agents, period)}, day_row as (select *, ${WORK} from figure)`
  const rows = sql`from day_row where on_day >= ${period.from} and counts
    and ${input.only ? ONLY[input.only] : sql`true`}`
  const items = await sql<Stored<WorkerDay>>`${figures} select * ${rows}
    order by ${order(input.sort, sql`on_day desc, ${BY_NEED}`)} ${pageSql(input)}`.execute(db)
  const totals = await sql<Totals>`${figures} select ${TOTALS} ${rows}`.execute(db)
  return { items: items.rows, ...totalsOf(totals.rows[0]) }
}

const SUMS = sql.join(
  [
    ...['keyed', 'imported', 'consult_users', 'frt_total_cs', 'frt_weight', 'art_total_cs', 'art_weight'],
    ...['satisfied', 'evaluated', 'order_users', 'inquiry_users'],
  ].map((name) => sql`sum(${sql.raw(name)})::bigint as ${sql.raw(name)}`),
)

/** What an agent's last day says; the rest of the row is of the whole period. */
const LAST_DAY = sql`figure.staff_id, on_day, "on", serving, counts, missing, volume, prev_day, week_ago, month_ago,
  mean_7, mean_7_days, vs_prev_day_bp, vs_week_ago_bp, vs_month_ago_bp, vs_mean_7_bp,
  staff_name, staff_pinyin, leader_id, leader_name, company_code`

/** One row an agent that the report speaks of in the period: the last day, and the period's sums and course. */
function agentsQuery(agents: ChosenAgents, period: Period, only: Only) {
  const figures = sql`${agentFigures(agents, period, { from: period.to, back: 7 })},
    period as (
      select staff_id, sum(volume)::bigint as sum, count(volume) as period_reported,
        count(*) filter (where counts) as period_expected, ${SUMS},
        array_agg(volume order by on_day) filter (where on_day >= ${seriesFrom(period)}) as series
      from known where on_day >= ${period.from} group by staff_id having bool_or(counts)),
    at_stores as (
      select staff_id, count(distinct store_id) filter (where volume is not null) as stores
      from line where on_day >= ${period.from} group by staff_id),
    agent_row as (
      select ${LAST_DAY}, period.*, coalesce(stores, 0) as stores, ${WORK},
        (2 * sum + period_reported) / nullif(2 * period_reported, 0) as mean_day
      from (select staff_id as period_staff_id, ${sql.raw(PERIOD_COLUMNS)} from period) period
        join (select ${LAST_DAY} from figure where on_day = ${period.to}) figure on staff_id = period_staff_id
        left join (select staff_id as store_staff_id, stores from at_stores) at_stores on store_staff_id = staff_id)`
  return { figures, rows: sql`from agent_row where ${only ? ONLY[only] : sql`true`}` }
}

const PERIOD_COLUMNS = `sum, period_reported, period_expected, series, keyed, imported, consult_users, frt_total_cs,
  frt_weight, art_total_cs, art_weight, satisfied, evaluated, order_users, inquiry_users`

/** One page of the agents of a period. */
export async function findWorkerRows(db: Database, agents: ChosenAgents, period: Period, input: ListInput) {
  const { figures, rows } = agentsQuery(agents, period, input.only)
  const found = await sql<Stored<WorkerPeriod>>`${figures}
    select *, period_reported as reported, period_expected as expected ${rows}
    order by ${order(input.sort, BY_NEED)} ${pageSql(input)}`.execute(db)
  return found.rows
}

interface PeriodTotals extends Totals {
  mean7: number | null
  sum: number | null
  periodReported: number
  periodExpected: number
}

/** The same, with the totals of all of them. */
export async function findWorkers(db: Database, agents: ChosenAgents, period: Period, input: ListInput) {
  const { figures, rows } = agentsQuery(agents, period, input.only)
  const items = await findWorkerRows(db, agents, period, input)
  const totals = await sql<PeriodTotals>`${figures} select ${TOTALS}, sum(mean_7)::bigint as mean_7,
    sum(sum)::bigint as sum, coalesce(sum(period_reported), 0) as period_reported,
    coalesce(sum(period_expected), 0) as period_expected ${rows}`.execute(db)
  return { items, ...totalsOf(totals.rows[0]) }
}

/** The agents with the largest volume of the last day, and those that fell most by the comparison. */
export async function findTopWorkers(db: Database, agents: ChosenAgents, period: Period, n: number) {
  const page = { current: 1, pageSize: n }
  const most = await findWorkerRows(db, agents, period, { ...page, sort: '-volume' })
  const falls = await findWorkerRows(db, agents, period, { ...page, sort: changeFields[period.compare].sort })
  return {
    most: most.filter(({ volume }) => volume !== null),
    falls: falls.filter((row) => (row[changeFields[period.compare].field] ?? 0) < 0),
  }
}
