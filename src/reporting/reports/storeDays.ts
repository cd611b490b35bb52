import type { Expression, RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import { storeScope } from '#clients/scopes.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays, daysBetween } from '#kit/calendar.ts'
import { keywordIn } from '#kit/list.ts'

/** What narrows a daily report down, beside its days. */
export interface StoreFilter {
  storeId?: number[] | undefined
  platform?: string[] | undefined
  customerId?: number[] | undefined
  leaderId?: number[] | undefined
  /** The sales people in charge of the customers. */
  ownerId?: number[] | undefined
  companyCode?: string[] | undefined
  keyword?: string | undefined
}

/** The stores of a report: within reach, and by the filter. */
export interface Chosen {
  reach: Expression<SqlBool>
  filter: StoreFilter
}

/**
 * The stores whose figures a person sees: those within reach today. A store that has stopped since stays with whom it
 * was assigned to on its last day: role 2 keeps the rows of the report, not the store's record.
 */
export function reportScope(
  actor: Actor,
  on: Day,
  permission: Permission = 'canReportWorklog',
): Expression<SqlBool> {
  const now = storeScope(actor, permission, on)
  const then = storeScope(actor, permission, sql.ref<Day>('store.stoppedOn'))
  return sql<SqlBool>`(${now} or (store.status = 'stopped' and ${then}))`
}

/** A store's first day of trial or service; one without days counts from when it was entered. */
const BEGAN_ON = sql`coalesce(
  least(store.trial_on, store.online_on), (store.created_at at time zone 'Asia/Shanghai')::date)`

/**
 * Whether figures of a day are expected: the store was on trial or in service, from its first day to its last. A store
 * on hold or not yet begun owes none.
 */
const SERVING = sql`(day.on_day >= began_on
  and (status in ('trial', 'serving') or (status = 'stopped' and day.on_day <= stopped_on)))`

/** The stores of a report, as the table `chosen`. */
export function chosenStores({ reach, filter }: Chosen) {
  return sql`chosen as materialized (
      select store.id as store_id, store.name as store_name, store.name_pinyin as store_pinyin, store.platform,
        store.company_code, store.customer_id, customer.name as customer_name, customer.name_pinyin as customer_pinyin,
        customer.status as customer_status, customer.owner_id, owner.name as owner_name,
        store.leader_id, leader.name as leader_name, store.target_reply_rate_bp as target_bp, store.target_first_response_s,
        store.target_average_response_s, store.status, store.stopped_on, ${BEGAN_ON} as began_on
      from store join customer on customer.id = store.customer_id join staff owner on owner.id = customer.owner_id
        left join staff leader on leader.id = store.leader_id
      where ${reach} and ${filtered(filter)})`
}

/**
 * The query's first tables. `chosen` are the stores; `given` their figures, fetched store by store within the days, so
 * that no history is read; `cell` has one row for every store on every day from `from` to `to`, whether or not there
 * are figures: the rows before are then the days before, and a gap is a row of nulls. `figures` are columns of `d`, a
 * day's figures. A cell is narrow: a year of them is sorted.
 */
export function storeDays(stores: Chosen, from: Day, to: Day, figures: RawBuilder<unknown>) {
  return sql`${chosenStores(stores)},
    given as (
      select d.* from chosen join store_daily d on d.store_id = chosen.store_id and d.on_day between ${from} and ${to}),
    cell as (
      select chosen.store_id, day.on_day, coalesce(${SERVING}, false) as serving, d.updated_at, ${figures}
      from chosen
        cross join (select ${from}::date + n as on_day from generate_series(0, ${daysBetween(from, to)}::int) n) day
        left join given d on d.store_id = chosen.store_id and d.on_day = day.on_day)`
}

/** The columns whose correction by hand changes what a report shows. */
const CORRECTED = {
  volume: ['consult_users', 'consult_sessions', 'handled_users'],
  rate: ['replied', 'reply_base', 'within_3min', 'within_3min_base'],
}

/** On how many days of a span the numbers of some stores were corrected by hand, their own or one of their agents'. */
export function correctedDays(
  stores: RawBuilder<unknown>,
  [from, to]: readonly [RawBuilder<unknown>, RawBuilder<unknown>],
  of: keyof typeof CORRECTED,
) {
  return sql`(select count(distinct c.on_day)::int from figure_correction c
    where c.ended_at is null and c.store_id in (${stores}) and c.on_day between ${from} and ${to}
      and c.measure = any(${CORRECTED[of]}))`
}

/** The same of a row of a period: whether its last day was, and on how many days of all. */
export function correctedOfPeriod(
  stores: RawBuilder<unknown>,
  { from, to }: { from: Day; to: Day },
  of: keyof typeof CORRECTED,
) {
  const [first, last] = [sql`${from}::date`, sql`${to}::date`]
  return sql`${correctedDays(stores, [last, last], of)} > 0 as corrected,
    ${correctedDays(stores, [first, last], of)} as corrected_days`
}

/** Whether a workbook of past days gave the store's figures (docs/decisions/046): nobody imported or keyed them since. */
const OF_WORKBOOK = sql`d.source = 'keyed' and exists (
    select 1 from keyed_figure k where k.store_id = d.store_id and k.on_day = d.on_day and k.nick is null
      and k.aside_batch_id is null)
  and not exists (
    select 1 from agent_daily a where a.store_id = d.store_id and a.on_day = d.on_day and a.source = 'imported')`

/** A page of store-days with where each day's figures come from: looked up for the page alone. */
export function withOrigin(
  page: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  of: keyof typeof CORRECTED,
) {
  const day = sql`day_row.on_day`
  return sql`select day_row.*, case when ${OF_WORKBOOK} then 'workbook' else d.source end as source, d.batch_id, coalesce(d.derived, '{}') as derived,
      coalesce(d.pending, '{}') as pending,
      ${correctedDays(sql`day_row.store_id`, [day, day], of)} > 0 as corrected
    from (${page}) day_row
      left join (select store_id, on_day, source, batch_id, derived, pending from store_daily) d using (store_id, on_day)
    order by ${order}`
}

/** Which days of a report are set beside the days before: from `from` on, as far back as `back` days before. */
export interface Beside {
  from: Day
  back: number
  /** Only the last day is asked for: the days before need no rows of their own. */
  alone?: boolean
}

/** The last day of a period, beside the seven before. */
export const lastDayOf = ({ to }: { to: Day }): Beside => ({ from: to, back: 7, alone: true })

/** Every day of a period, beside the seven before it. */
export const everyDayOf = ({ from, to }: { from: Day; to: Day }): Beside => ({
  ...{ from, back: 7, alone: from === to },
})

/** The first day of which there is a row for every store. */
export function firstDay(period: { from: Day }, beside: Beside): Day {
  if (beside.alone) return period.from
  return addDays(period.from, Math.min(0, daysBetween(period.from, beside.from) - beside.back))
}

/**
 * Joins columns of `d`, a store's day, to `beside`: those of the same day of the month before. For one day they are
 * looked up store by store (`offset`), so that no month of days is read; for many the database leaves the join out
 * where nobody asks for them.
 */
export function monthBefore(columns: RawBuilder<unknown>, { alone }: Beside) {
  const monthAgo = sql`(beside.on_day - interval '1 month')::date`
  return alone
    ? sql`left join lateral (select ${columns} from store_daily d
        where d.store_id = beside.store_id and d.on_day = ${monthAgo} offset 0) month on true`
    : sql`left join (select d.store_id as month_unit, d.on_day as month_day, ${columns} from store_daily d) month
        on month_unit = beside.store_id and month_day = ${monthAgo}`
}

/** Whether a column is one of the values; true where none are asked for. */
export function isOneOf(column: string, values: readonly (string | number)[] | undefined) {
  return values ? sql<SqlBool>`${sql.ref(column)} = any(${values})` : sql<SqlBool>`true`
}

function filtered(filter: StoreFilter): Expression<SqlBool> {
  const tests = [
    isOneOf('store.id', filter.storeId),
    isOneOf('store.platform', filter.platform),
    isOneOf('store.customerId', filter.customerId),
    isOneOf('store.leaderId', filter.leaderId),
    isOneOf('customer.ownerId', filter.ownerId),
    isOneOf('store.companyCode', filter.companyCode),
    keywordIn(filter.keyword, ['store.name', 'store.namePinyin', 'store.code', 'customer.name']),
  ]
  return sql<SqlBool>`${sql.join(tests, sql` and `)}`
}

/** `a ÷ b` in basis points, halves up, in whole numbers throughout; null where b is 0. As rateBp() of the rules. */
export function bpOf(a: RawBuilder<unknown>, b: RawBuilder<unknown>) {
  return sql<number>`((20000 * (${a})::bigint + (${b})) / nullif(2 * (${b})::bigint, 0))`
}

/** How the key and the name of a trend's line are found in a row of the report. */
export const SPLITS = {
  total: { key: sql`'total'`, name: sql`null::text` },
  platform: { key: sql`platform`, name: sql`null::text` },
  leader: { key: sql`coalesce(leader_id::text, 'none')`, name: sql`max(leader_name)` },
  owner: { key: sql`owner_id::text`, name: sql`max(owner_name)` },
} as const

/** Which rows, in which order: the sortable columns by the names of the contract, empty values last either way. */
export function orderOf(
  sort: string | undefined,
  columns: Record<string, string>,
  fallback: RawBuilder<unknown>,
  id = 'storeId',
): RawBuilder<unknown> {
  const column = columns[sort?.replace(/^-/, '') ?? '']
  if (!column) return fallback
  const direction = sort?.startsWith('-') ? sql`desc` : sql`asc`
  return sql`${sql.ref(column)} ${direction} nulls last, on_day desc, ${sql.ref(id)}`
}

/** One page of an ordered list. */
export function pageSql(input: { current: number; pageSize: number }) {
  return sql`limit ${input.pageSize} offset ${(input.current - 1) * input.pageSize}`
}
