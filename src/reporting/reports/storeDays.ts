import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, coversCompany, reachOf } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import { storeScope } from '#clients/scopes.ts'
import { planOfRange } from '#db/statements.ts'
import { addDays, type Day, daysBetween } from '#kit/calendar.ts'
import { keywordIn } from '#kit/list.ts'
import { replyColumns } from '#operations/replyRate.ts'
import type { StoreDaysReady } from '#operations/store-days/queries.ts'

/** The filters of a daily report except its days. */
export interface StoreFilter {
  storeId?: number[] | undefined
  platform?: string[] | undefined
  customerId?: number[] | undefined
  leaderId?: number[] | undefined
  /** The sales people responsible for the customers. */
  ownerId?: number[] | undefined
  companyCode?: string[] | undefined
  keyword?: string | undefined
}

/** Stores within reach that match the filter. */
export interface Stores {
  reach: Expression<SqlBool>
  filter: StoreFilter
}

/** The stores of a report, after the rows of their new days have been created. */
export interface Chosen extends Stores {
  begun: StoreDaysReady
}

/**
 * The stores whose figures the user sees: those within reach today, and stopped stores that were assigned to the user
 * on their last day. Role 2 keeps a stopped store's rows in the reports, but not access to its record. The stores of a
 * team or a person are a list of ids: of two conditions with `or`, PostgreSQL expects half of all stores, and reads the
 * days of all of them.
 */
export function reportScope(
  actor: Actor,
  on: Day,
  permission: Permission = 'canReportWorklog',
): Expression<SqlBool> {
  const now = storeScope(actor, permission, on)
  // The stores of a company do not depend on the day.
  if (coversCompany(reachOf(actor, permission))) return now
  const then = storeScope(actor, permission, sql.ref<Day>('store.stoppedOn'))
  return sql<SqlBool>`store.id in (select store.id from store where ${now}
    union select store.id from store where store.status = 'stopped' and ${then})`
}

/**
 * The stores of a report, as the table `chosen`. Not materialized: each reference then joins only the tables that it
 * needs.
 */
export function chosenStores({ reach, filter }: Stores) {
  return sql`chosen as not materialized (
      select store.id as store_id, store.name as store_name, store.name_pinyin as store_pinyin, store.platform,
        store.company_code, store.customer_id, customer.name as customer_name,
        store.leader_id, leader.name as leader_name, customer.owner_id, owner.name as owner_name,
        store.target_reply_rate_bp as target_bp, store.target_first_response_s, store.target_average_response_s
      from store left join customer on customer.id = store.customer_id
        left join staff owner on owner.id = customer.owner_id left join staff leader on leader.id = store.leader_id
      where ${reach} and ${filtered(filter)})`
}

/** The rows of `store_day` that a report reads, as `d`, and the expression of their day. */
export interface DayRows {
  join: RawBuilder<unknown>
  on: RawBuilder<unknown>
}

/** The rows between two days; a day without a row has no figures. */
export const rowsFrom = (from: Day, to: Day): DayRows => ({
  join: sql`${planOfRange(from, to)} join store_day d on d.store_id = chosen.store_id
    and d.on_day between ${from} and ${to}`,
  on: sql`d.on_day`,
})

/** All stores on one day, with or without a row. */
export const everyStoreOn = (on: Day): DayRows => ({
  join: sql`left join store_day d on d.store_id = chosen.store_id and d.on_day = ${on}`,
  on: sql`${on}::date`,
})

/**
 * Joins the rows of an earlier day under an alias. The database drops the join if its columns are not used. The range is
 * the first and the last of the earlier days. A single one is compared by itself: PostgreSQL would multiply the shares of
 * the day and of the range, and expect three rows instead of a day's.
 */
export function earlierDay(name: string, { on }: DayRows, back: RawBuilder<unknown>, [from, to]: [Day, Day]) {
  const alias = sql.ref(name)
  const earlier = sql`(${on} - ${back})::date`
  const isOnDay =
    from === to
      ? sql`${alias}.on_day = ${from} and ${earlier} = ${from}`
      : sql`${alias}.on_day = ${earlier} and ${alias}.on_day between ${from} and ${to}`
  return sql`left join store_day ${alias} on ${alias}.store_id = chosen.store_id and ${isOnDay}`
}

/**
 * Adds all columns of `figure` to a page of the rows of `every`, by lookup per row, so that no other rows are read.
 * `own` are additional columns of `page`.
 */
export function withFigures(page: RawBuilder<unknown>, moreColumns: RawBuilder<unknown> = sql``) {
  return sql`select figure.* ${moreColumns} from (${page}) page cross join lateral (
      select * from figure where figure.store_id = page.store_id and figure.on_day = page.on_day offset 0) figure`
}

/** The sort column, unless it is read anyway. */
export function unreadSortColumn(
  sort: string | undefined,
  columns: Record<string, string>,
  readNames: readonly string[],
) {
  const column = columns[sort?.replace(/^-/, '') ?? '']
  return column && !readNames.includes(column) ? [column] : []
}

/** The columns whose manual correction changes a report's figure. */
const CORRECTABLE_COLUMNS = {
  volume: ['consult_users', 'consult_sessions', 'handled_users'],
  rate: Object.values(replyColumns).flat(),
}

/** The number of days in a span on which figures of some stores, or of their agents, were corrected manually. */
export function correctedDays(
  stores: RawBuilder<unknown>,
  [from, to]: readonly [RawBuilder<unknown>, RawBuilder<unknown>],
  of: keyof typeof CORRECTABLE_COLUMNS,
) {
  return sql`(select count(distinct c.on_day)::int from figure_correction c
    where c.ended_at is null and c.store_id in (${stores}) and c.on_day between ${from} and ${to}
      and c.measure = any(${CORRECTABLE_COLUMNS[of]}))`
}

/** The same for a period: whether its last day was corrected, and the number of corrected days. */
export function correctedOfPeriod(
  stores: RawBuilder<unknown>,
  { from, to }: { from: Day; to: Day },
  of: keyof typeof CORRECTABLE_COLUMNS,
) {
  const [first, last] = [sql`${from}::date`, sql`${to}::date`]
  return sql`${correctedDays(stores, [last, last], of)} > 0 as corrected,
    ${correctedDays(stores, [first, last], of)} as corrected_days`
}

/**
 * Whether a workbook of past days provided the store's figures (docs/decisions/046) and no import or log replaced them.
 */
const IS_FROM_WORKBOOK = sql`d.source = 'keyed' and exists (
    select 1 from keyed_figure k where k.store_id = d.store_id and k.on_day = d.on_day and k.nick is null
      and k.aside_batch_id is null)
  and not exists (
    select 1 from agent_daily a where a.store_id = d.store_id and a.on_day = d.on_day and a.source = 'imported')`

/** Adds the origin of the figures, and columns of `d`, the store's day, to a page of store-days. */
export function withOrigin(
  page: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  of: keyof typeof CORRECTABLE_COLUMNS,
  figures: RawBuilder<unknown>,
) {
  const day = sql`day_row.on_day`
  return sql`select day_row.*, case when ${IS_FROM_WORKBOOK} then 'workbook' else d.source end as source, d.batch_id, coalesce(d.derived, '{}') as derived,
      coalesce(d.pending, '{}') as pending, ${figures},
      ${correctedDays(sql`day_row.store_id`, [day, day], of)} > 0 as corrected
    from (${withFigures(page)}) day_row
      left join store_daily d on d.store_id = day_row.store_id and d.on_day = day_row.on_day
    order by ${order}`
}

/** The days of an agent report that need comparisons: from `from` on, looking back `back` days. */
export interface ComparisonDays {
  from: Day
  back: number
}

/** The first day for which every agent has a row. */
export function firstDay(period: { from: Day }, comparison: ComparisonDays): Day {
  return addDays(period.from, Math.min(0, daysBetween(period.from, comparison.from) - comparison.back))
}

/** Whether a column is one of the values; true without values. */
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

/** SQL of the key and name of a trend's line. */
export const SPLITS = {
  total: { key: sql`'total'`, name: sql`null::text` },
  platform: { key: sql`platform`, name: sql`null::text` },
  leader: { key: sql`coalesce(leader_id::text, 'none')`, name: sql`max(leader_name)` },
  owner: { key: sql`owner_id::text`, name: sql`max(owner_name)` },
} as const

/** The `order by` of a list, by the contract's sort keys; nulls last in both directions. */
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

/** The limit and offset of a page. */
export function pageSql(input: { current: number; pageSize: number }) {
  return sql`limit ${input.pageSize} offset ${(input.current - 1) * input.pageSize}`
}
