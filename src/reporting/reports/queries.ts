import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, coversCompany, reachOf } from '#access/can.ts'
import { customerScope } from '#clients/scopes.ts'
import type { ReplyMetric } from '#clients/stores/contract.ts'
import type { Database } from '#db/connect.ts'
import { addDays, type Day, daysFrom } from '#kit/calendar.ts'
import type { PageInput } from '#kit/list.ts'
import { createStoreDays } from '#operations/store-days/queries.ts'
import { staffScope } from '#people/staff/queries.ts'
import { includedVolume } from './includedVolume.ts'
import { getRateSummary } from './rateOverview.ts'
import { findBelowTarget } from './rateStores.ts'
import { rateFigures } from './rates.ts'
import { type Period, periodOf } from './rules.ts'
import { type Chosen, chosenStores, reportScope, type Stores } from './storeDays.ts'
import { getVolumeSummary } from './volumeOverview.ts'
import { countFalls, findVolumeStoreRows, findVolumeStores, volumeFigures } from './volumes.ts'
import { type AgentFilter, agentFigures, agentLines } from './workers/agentDays.ts'
import { findOwnStores } from './workers/ownStores.ts'

/** Number of days in the sparklines of the home page. */
const SPARKLINE_DAYS = 14

/**
 * Yesterday's figures for the home page: the headline figures with their sparklines, and the first stores of the lists
 * that the daily reports show for yesterday (`only` = missing, falls, below), each with its total. `falls` lists the
 * largest falls of any size with their sparklines; its total counts the large ones only, `compared` the stores with
 * figures to compare; `below.targeted` the stores with a rate and a target.
 */
export async function findYesterday(db: Database, actor: Actor, today: Day, first: number) {
  const on = addDays(today, -1)
  const chosen = { reach: reportScope(actor, today), filter: {}, begun: await createStoreDays(db, today) }
  const sparklinePeriod = periodOf({}, today, SPARKLINE_DAYS)
  const day = periodOf({ from: on, to: on }, today)
  const volumes = await getVolumeSummary(db, chosen, day, 'total', sparklinePeriod)
  const rates = await getRateSummary(db, chosen, day, 'total', sparklinePeriod)
  const page = { current: 1, pageSize: first }
  const fallen = await findFalls(db, chosen, { day, sparklinePeriod }, page)
  const { large, compared } = await countFalls(db, chosen, day)
  return {
    figures: [...volumes.figures, ...rates.figures],
    updatedAt: volumes.lastDayUpdatedAt,
    missing: await findVolumeStores(db, chosen, day, { ...page, only: 'missing' }),
    falls: { total: large, items: fallen, compared },
    below: await findBelowTarget(db, chosen, day, first),
  }
}

/** The user's own buyers and rates of yesterday, by store, with the volumes of the last 14 days. */
export async function findOwnYesterday(db: Database, actor: Actor, today: Day) {
  return findOwnStores(db, actor.id, addDays(today, -1))
}

/**
 * The stores with the largest falls on a day, with their sparklines. Finds the stores from the day alone, so that only
 * their series is read.
 */
async function findFalls(
  db: Database,
  chosen: Chosen,
  { day, sparklinePeriod }: { day: Period; sparklinePeriod: Period },
  page: PageInput,
) {
  const first = { ...page, sort: 'vsMean7' }
  const found = await findVolumeStoreRows(db, chosen, day, first)
  const storeId = found.flatMap((row) => ((row.vsMean7Bp ?? 0) < 0 ? row.storeId : []))
  if (storeId.length === 0) return []
  return findVolumeStoreRows(db, { ...chosen, filter: { storeId } }, sparklinePeriod, first)
}

/**
 * Whether the user's customers and stores have the same scope: a whole company or all companies. A store belongs to its
 * customer's company, and a merged customer keeps no stores.
 */
export function seesAllStores(actor: Actor): boolean {
  const [figures, customers] = [reachOf(actor, 'canReportWorklog'), reachOf(actor, 'canReadCustomer')]
  return figures === customers && coversCompany(figures)
}

/** Yesterday's volume of the stores of the customers that the user may read, with its sparkline. */
export async function findYesterdayOfCustomers(db: Database, actor: Actor, today: Day) {
  const on = addDays(today, -1)
  const reach = cellScope(actor, 'canReadCustomer', today)
  const chosen = { reach, filter: {}, begun: await createStoreDays(db, today) }
  const sparklinePeriod = periodOf({}, today, SPARKLINE_DAYS)
  const found = await getVolumeSummary(
    db,
    chosen,
    periodOf({ from: on, to: on }, today),
    'total',
    sparklinePeriod,
  )
  return { figures: found.figures, updatedAt: found.lastDayUpdatedAt }
}

/**
 * Daily volumes of a customer's stores (客户日咨询量, domain.md): their sum, null if none has figures, with the numbers of
 * reporting and expected stores.
 */
export async function findCustomerVolumes(
  db: Database,
  chosen: Chosen,
  { from, to }: { from: Day; to: Day },
) {
  const period = periodOf({ from, to }, to)
  const { rows } = await sql<{ on: Day; volume: number | null; reported: number; expected: number }>`
    ${volumeFigures(chosen, period)}
    select "on", sum(volume) as volume, count(volume) as reported, count(*) filter (where counts) as expected
    from figure group by "on"`.execute(db)
  const byDay = new Map(rows.map((row) => [row.on, row]))
  return daysFrom(from, to).map((on) => byDay.get(on) ?? { on, volume: null, reported: 0, expected: 0 })
}

/** A part of a cell: a store or a day. */
export interface CellPart {
  storeId: number | null
  name: string | null
  on: Day | null
  /** Volumes; null for rates. */
  value: number | null
  numerator: number | null
  denominator: number | null
  metric: ReplyMetric | null
  reported: number
  expected: number
  updatedAt: Date | null
}

/**
 * The stores whose figures the user may see under a permission, as the reports of that permission count them. A user who
 * may read all customers of a company needs no condition on customers, which every store and day would be joined with:
 * a store belongs to its customer's company, and a merged customer keeps no stores.
 */
export function cellScope(
  actor: Actor,
  permission: 'canReportWorklog' | 'canReadCustomer',
  on: Day,
): Expression<SqlBool> {
  const stores = reportScope(actor, on, permission)
  if (permission === 'canReportWorklog' || coversCompany(reachOf(actor, permission))) return stores
  return sql<SqlBool>`(${stores} and ${customerScope(actor, permission, on)})`
}

/**
 * The parts of a cell by day or by store; they add up to the cell (rates: Σ/Σ). Contains only rows that the report
 * shows.
 */
export async function findCellParts(
  db: Database,
  chosen: Chosen,
  { from, to, figure }: { from: Day; to: Day; figure: keyof typeof STORE_FIGURES },
  by: 'day' | 'store',
): Promise<CellPart[]> {
  const { figures: figuresOf, ...columns } = STORE_FIGURES[figure]
  const figures = figuresOf(chosen, periodOf({ from, to }, to))
  const unit =
    by === 'day'
      ? sql`null::int as store_id, null::text as name, "on"`
      : sql`store_id, store_name as name, null::date as "on"`
  const group = by === 'day' ? sql`"on"` : sql`store_id, store_name`
  const { rows } = await sql<CellPart>`${figures}
    select ${unit}, ${sumColumns(columns)}, ${columns.metric} as metric, count(${columns.known}) as reported, count(*) filter (where counts) as expected,
      max(updated_at) as updated_at
    from figure where counts group by ${group} order by ${group}`.execute(db)
  return rows
}

/** The volume that the stores' terms include between two days, and its used part; null without included volumes. */
export async function findIncludedVolume(db: Database, chosen: Stores, { from, to }: { from: Day; to: Day }) {
  const { rows } = await sql<{ included: number | null; includedUsed: number | null }>`
    with ${chosenStores(chosen)}
    ${includedVolume(sql`select store_id from chosen`, sql`${from}::date`, sql`${to}::date`)}`.execute(db)
  const { included = null, includedUsed = null } = rows[0] ?? {}
  return included === null || includedUsed === null ? null : { included, used: includedUsed }
}

/** The agents whose figures the user may see. */
export const agentScope = (actor: Actor): Expression<SqlBool> => staffScope(actor, 'canReportWorklog')

/** A cell of the agent report: an agent's figure over days, at the stores of the filter. */
export interface AgentCell {
  reach: Expression<SqlBool>
  filter: AgentFilter & { staffId: number[] }
  from: Day
  to: Day
  figure: keyof typeof AGENT_FIGURES
}

/** The days of an agent's cell; they add up to the cell. Contains only days that the report shows. */
export async function findAgentDays(db: Database, { reach, filter, from, to, figure }: AgentCell) {
  const { value, numerator, denominator, known } = AGENT_FIGURES[figure]
  const days = periodOf({ from, to }, to)
  const { rows } = await sql<{
    on: Day
    value: number | null
    numerator: number | null
    denominator: number | null
    reported: number
    updatedAt: Date | null
    corrected: boolean
  }>`${agentFigures({ reach, filter }, days, { from, back: 0 })}
    select "on", ${value} as value, ${numerator} as numerator, ${denominator} as denominator,
      (${known} is not null)::int as reported, updated_at, corrected
    from figure where counts and "on" >= ${from} order by "on"`.execute(db)
  return rows
}

/** A part of an agent's day: a nick at a store, with the file and line or the logs that its figures come from. */
export interface AgentLine {
  storeId: number
  storeName: string
  nick: string
  value: number | null
  numerator: number | null
  denominator: number | null
  fromLog: boolean
  corrected: string[]
  updatedAt: Date
  batchId: number | null
  fileName: string | null
  row: number | null
  at: Date | null
  byName: string | null
  worklogIds: number[]
}

/** The lines of an agent's days; they add up to the agent's figure. */
export async function findAgentLines(db: Database, { reach, filter, from, to, figure }: AgentCell) {
  const { value, numerator, denominator } = AGENT_FIGURES[figure]
  const { rows } = await sql<AgentLine>`with ${agentLines({ reach, filter }, from, to)}
    select line.store_id, served.store_name, line.nick, line.value,
      case when line.denominator is not null then line.numerator end as numerator,
      case when line.numerator is not null then line.denominator end as denominator,
      from_log, line.updated_at, line.corrected, line.batch_id, b.file_name, r.row_no as row, b.committed_at as at,
      author.name as by_name,
      case when line.worklog_id is not null then array[line.worklog_id]
        else coalesce((select array_agg(k.worklog_id order by k.worklog_id) from keyed_figure k
          where from_log and k.store_id = line.store_id and k.on_day = line.on_day and k.nick = line.nick
            and k.aside_batch_id is null), '{}') end as worklog_ids
    from (select *, ${value} as value, ${numerator} as numerator, ${denominator} as denominator from line) line
      join served using (store_id)
      left join import_batch b on b.id = line.batch_id
      left join staff_name author on author.id = b.created_by
      left join import_group g
        on g.batch_id = line.batch_id and g.store_id = line.store_id and g.on_day = line.on_day
      left join import_row r on r.batch_id = g.batch_id and r.group_id = g.id and r.nick = line.nick
    order by line.on_day, served.store_name, line.nick`.execute(db)
  return rows
}

/** SQL of a row's figure: a count, or a numerator and denominator. `known` is not null if the row has the figure. */
interface FigureColumns {
  value: RawBuilder<unknown>
  numerator: RawBuilder<unknown>
  denominator: RawBuilder<unknown>
  known: RawBuilder<unknown>
}

const NONE = sql`null::int`
const counted = (value: RawBuilder<unknown>): FigureColumns => ({
  value,
  numerator: NONE,
  denominator: NONE,
  known: value,
})
const quotient = (numerator: RawBuilder<unknown>, denominator: RawBuilder<unknown>): FigureColumns => ({
  value: NONE,
  numerator,
  denominator,
  known: denominator,
})
const FIRST_RESPONSE = quotient(sql`frt_total_cs`, sql`frt_weight`)
const AVERAGE_RESPONSE = quotient(sql`art_total_cs`, sql`art_weight`)

/** Sums of a figure over rows. */
const sumColumns = ({ value, numerator, denominator }: FigureColumns) => sql`sum(${value})::bigint as value,
  sum(${numerator})::bigint as numerator, sum(${denominator})::bigint as denominator`

const NO_METRIC = sql`null::text`

/** The figures of stores with their queries. The reply rate uses each store's own metric. */
const STORE_FIGURES = {
  volume: { ...counted(sql`volume`), figures: volumeFigures, metric: NO_METRIC },
  reply: {
    ...quotient(sql`numerator`, sql`denominator`),
    figures: rateFigures,
    metric: sql`max(metric)`,
  },
  firstResponse: { ...FIRST_RESPONSE, figures: rateFigures, metric: NO_METRIC },
  averageResponse: { ...AVERAGE_RESPONSE, figures: rateFigures, metric: NO_METRIC },
}

/** The figures of agents. */
const AGENT_FIGURES = {
  handled: counted(sql`volume`),
  firstResponse: FIRST_RESPONSE,
  averageResponse: AVERAGE_RESPONSE,
  satisfaction: quotient(sql`satisfied`, sql`evaluated`),
  conversion: quotient(sql`order_users`, sql`inquiry_users`),
}
