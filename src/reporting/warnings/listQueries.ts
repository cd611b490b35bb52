import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { keywordIn, type PageInput, pageItems, sizesOf } from '#kit/list.ts'
import type { WarningKind, WarningLevel, WarningStatus } from './contract.ts'
import { HIT_DAYS } from './rules.ts'

export interface WarningFilter {
  keyword?: string | undefined
  week?: Day[] | undefined
  kind?: WarningKind[] | undefined
  level?: WarningLevel[] | undefined
  customerId?: number[] | undefined
  ownerId?: number[] | undefined
  companyCode?: string[] | undefined
}

/** Newest week first; within it red before yellow, then the higher churn risk. */
const urgency = (likely: Expression<number>) => sql<number>`(warning.week_on - date '2020-01-06') * 1000
  + case warning.level when 'red' then 500 else 0 end + ${likely}`

const ORDER = {
  columns: {
    urgency: 'urgency',
    weekOn: 'warning.weekOn',
    customerName: 'customer.namePinyin',
    score: 'likely',
  },
  fallback: '-urgency',
  tieBreaker: 'warning.id',
}

/** The heads of the customer's stores that are not stopped. */
const LEADERS = sql<string[]>`array(
  select distinct leader.name from store join staff leader on leader.id = store.leader_id
    where store.customer_id = customer.id and store.status <> 'stopped' order by leader.name)`

const NOTE = sql<string | null>`(
  select note from warning_event e where e.warning_id = warning.id and e.note is not null order by e.id desc limit 1)`

/** The warnings of customers within reach. */
function warningsOf(db: Database, customers: Expression<SqlBool>) {
  return db
    .selectFrom('warning')
    .innerJoin('customer', 'customer.id', 'warning.customerId')
    .innerJoin('customerWeek', (join) =>
      join
        .onRef('customerWeek.customerId', '=', 'warning.customerId')
        .onRef('customerWeek.weekOn', '=', 'warning.weekOn'),
    )
    .where(customers)
}

function selectWarnings(db: Database, customers: Expression<SqlBool>) {
  return warningsOf(db, customers)
    .innerJoin('staff as owner', 'owner.id', 'customer.ownerId')
    .leftJoin('staff as handler', 'handler.id', 'warning.handlerId')
    .selectAll('customerWeek')
    .selectAll('warning')
    .select(['customer.name as customerName', 'customer.ownerId', 'owner.name as ownerName'])
    .select(['handler.name as handlerName', LEADERS.as('leaderNames'), NOTE.as('note')])
}

/** All filters except the status, as one condition. */
function filtered(filter: WarningFilter): Expression<SqlBool> {
  const isOneOf = (column: string, values: readonly (string | number)[] | undefined) =>
    values ? sql<SqlBool>`${sql.ref(column)} = any(${[...values]})` : sql<SqlBool>`true`
  const tests = [
    keywordIn(filter.keyword, ['customer.name', 'customer.namePinyin', 'customer.code']),
    isOneOf('warning.weekOn', filter.week),
    isOneOf('warning.kind', filter.kind),
    isOneOf('warning.level', filter.level),
    isOneOf('warning.customerId', filter.customerId),
    isOneOf('customer.ownerId', filter.ownerId),
    isOneOf('warning.companyCode', filter.companyCode),
  ]
  return sql<SqlBool>`(${sql.join(tests, sql` and `)})`
}

/** A page of the warnings within reach, with the count per status under the same other filters. */
export async function findWarnings(
  db: Database,
  customers: Expression<SqlBool>,
  filter: WarningFilter & { status?: WarningStatus[] | undefined } & PageInput,
  likely: Expression<number>,
) {
  let query = selectWarnings(db, customers).where(filtered(filter))
  const counts = await query
    .clearSelect()
    .select(['warning.status', sql<number>`count(*)`.as('count')])
    .groupBy('warning.status')
    .execute()
  if (filter.status) query = query.where('warning.status', 'in', filter.status)
  const sorted = query.select([urgency(likely).as('urgency'), sql<number>`${likely}`.as('likely')])
  const items = (await pageItems(sorted, filter, ORDER)).map(({ urgency: _u, likely: _l, ...row }) => row)
  return { items, ...sizesOf(counts, filter.status) }
}

/** The number of customers within reach that were checked in the newest week. */
export async function countChecked(db: Database, customers: Expression<SqlBool>): Promise<number> {
  const { rows } = await sql<{ checked: number }>`
    select count(*)::int as checked from customer_week join customer on customer.id = customer_week.customer_id
    where ${customers} and week_on = (select max(week_on) from customer_week)`.execute(db)
  return rows[0]?.checked ?? 0
}

export type WarningRow = Awaited<ReturnType<typeof getWarning>>

/** A warning of a customer within reach; throws NOT_FOUND. */
export async function getWarning(db: Database, customers: Expression<SqlBool>, id: number) {
  const row = await selectWarnings(db, customers).where('warning.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('预警')
  return row
}

/** The same, with its row locked until the transaction ends. */
export async function lockWarning(db: Database, customers: Expression<SqlBool>, id: number) {
  await db.selectFrom('warning').select('id').where('id', '=', id).forUpdate().execute()
  return getWarning(db, customers, id)
}

const OPEN = `warning.status in ('pending', 'handling')`
const count = (test: string) => sql<number>`count(*) filter (where ${sql.raw(test)})`

/** Open warnings per kind under the filters, with the number of customers and the cost of 超量 in 分. */
export async function findKinds(db: Database, customers: Expression<SqlBool>, filter: WarningFilter) {
  const query = warningsOf(db, customers).where(filtered(filter))
  const kinds = await query
    .select('warning.kind')
    .select([
      count(`${OPEN} and warning.level = 'red'`).as('red'),
      count(`${OPEN} and warning.level = 'yellow'`).as('yellow'),
      count(OPEN).as('open'),
    ])
    .groupBy('warning.kind')
    .execute()
  const totals = await query
    .select(sql<number>`count(distinct warning.customer_id)`.as('customers'))
    .select(
      sql<number>`coalesce(sum(overage_cents) filter (where warning.kind = 'over'), 0)`.as('overageCents'),
    )
    .executeTakeFirstOrThrow()
  return { kinds, ...totals }
}

/**
 * Red warnings whose 60 days are over, per kind, and how many of them were followed by a loss: a confirmed churn record
 * of the customer whose last day of service is within the 60 days.
 */
export async function findHits(
  db: Database,
  customers: Expression<SqlBool>,
  filter: WarningFilter,
  today: Day,
) {
  return warningsOf(db, customers)
    .where(filtered({ ...filter, week: undefined, level: ['red'] }))
    .where('warning.weekOn', '<', addDays(today, -6 - HIT_DAYS))
    .select('warning.kind')
    .select(sql<number>`count(*)`.as('red'))
    .select(
      sql<number>`count(*) filter (where exists (
        select 1 from churn_record c where c.customer_id = warning.customer_id and c.subject = 'customer'
          and c.status in ('churned', 'won_back') and c.stop_on >= warning.week_on
          and c.stop_on <= warning.week_on + 6 + ${HIT_DAYS}::int))`.as('left'),
    )
    .groupBy('warning.kind')
    .execute()
}

/** The history of a warning, oldest first. */
export async function findEvents(db: Database, warningId: number) {
  return db
    .selectFrom('warningEvent')
    .leftJoin('staffName as staff', 'staff.id', 'warningEvent.byId')
    .select(['warningEvent.at', 'warningEvent.status', 'warningEvent.note', 'warningEvent.weekOn'])
    .select('staff.name as byName')
    .where('warningId', '=', warningId)
    .orderBy('warningEvent.id')
    .execute()
}

/** When a company's week was run as a whole, and its promotion; undefined if it was not run. */
export async function findRun(db: Database, companyCode: string, weekOn: Day) {
  return db
    .selectFrom('warningRun')
    .select(['ranAt', 'promotion'])
    .where('companyCode', '=', companyCode)
    .where('weekOn', '=', weekOn)
    .executeTakeFirst()
}
