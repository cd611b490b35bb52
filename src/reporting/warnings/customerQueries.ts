import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { keywordIn, type PageInput, pageItems } from '#kit/list.ts'
import { partFigures } from './partQueries.ts'
import { HIGH, MIDDLE } from './score.ts'

const orderBy = (figures: 'customerWeek' | 'part') => ({
  columns: {
    customerName: 'customer.namePinyin',
    score: `${figures}.score`,
    volume: `${figures}.volume`,
    changeBp: `${figures}.changeBp`,
    useBp: `${figures}.useBp`,
  },
  fallback: '-score',
  tieBreaker: 'customerWeek.customerId',
})

/** Same levels as riskLevel() in score.ts. */
const RISK = sql<string>`case when customer_week.score >= ${HIGH} then 'high'
  when customer_week.score >= ${MIDDLE} then 'middle' else 'low' end`

interface WeekFilter {
  keyword?: string | undefined
  risk?: string[] | undefined
  ownerId?: number[] | undefined
  companyCode?: string[] | undefined
}

/** The newest week that was run for customers within reach; null before the first run. */
export async function findNewestWeek(db: Database, customers: Expression<SqlBool>): Promise<Day | null> {
  const row = await db
    .selectFrom('customerWeek')
    .innerJoin('customer', 'customer.id', 'customerWeek.customerId')
    .select('customerWeek.weekOn')
    .where(customers)
    .orderBy('customerWeek.weekOn', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.weekOn ?? null
}

/** A page of the customers' weeks within reach, with the count per risk under the same other filters. */
export async function findCustomerWeeks(
  db: Database,
  customers: Expression<SqlBool>,
  weekOn: Day,
  filter: WeekFilter & PageInput,
  /** The stores whose figures are shown; null: all stores of each customer. */
  stores: Expression<SqlBool> | null,
) {
  let query = db
    .selectFrom('customerWeek')
    .innerJoin('customer', 'customer.id', 'customerWeek.customerId')
    .innerJoin('staff as owner', 'owner.id', 'customer.ownerId')
    .selectAll('customerWeek')
    .select(['customer.name as customerName', 'owner.name as ownerName'])
    .where('customerWeek.weekOn', '=', weekOn)
    .where(customers)
    .where(keywordIn(filter.keyword, ['customer.name', 'customer.namePinyin', 'customer.code']))
  if (filter.ownerId) query = query.where('customer.ownerId', 'in', filter.ownerId)
  if (filter.companyCode) query = query.where('customer.companyCode', 'in', filter.companyCode)
  const counts = await query
    .clearSelect()
    .select([RISK.as('risk'), sql<number>`count(*)`.as('count')])
    .groupBy(sql`1`)
    .execute()
  const { risk } = filter
  if (risk) query = query.where(RISK, 'in', risk)
  const listed = risk ? counts.filter((one) => risk.includes(one.risk)) : counts
  return {
    items: stores
      ? await pageItems(
          query.innerJoinLateral(partFigures(stores).as('part'), (join) => join.onTrue()),
          filter,
          orderBy('part'),
        )
      : await pageItems(query, filter, orderBy('customerWeek')),
    total: listed.reduce((sum, one) => sum + one.count, 0),
    riskCounts: Object.fromEntries(counts.map((one) => [one.risk, one.count])),
  }
}

/** The weeks of a customer, newest first. */
export async function findWeeksOf(db: Database, customerId: number, count: number) {
  return db
    .selectFrom('customerWeek')
    .selectAll()
    .where('customerId', '=', customerId)
    .orderBy('weekOn', 'desc')
    .limit(count)
    .execute()
}

/** The open warnings of a customer, newest first. */
export async function findOpenOf(db: Database, customerId: number) {
  return db
    .selectFrom('warning')
    .innerJoin('customerWeek', (join) =>
      join
        .onRef('customerWeek.customerId', '=', 'warning.customerId')
        .onRef('customerWeek.weekOn', '=', 'warning.weekOn'),
    )
    .selectAll('customerWeek')
    .select(['warning.id', 'warning.weekOn', 'warning.kind', 'warning.level', 'warning.value'])
    .where('warning.customerId', '=', customerId)
    .where('warning.status', 'in', ['pending', 'handling'])
    .orderBy('warning.weekOn', 'desc')
    .orderBy('warning.id')
    .execute()
}
