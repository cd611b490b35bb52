import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { REVENUE_PART } from '#billing/customer-bills/queries.ts'
import { discountedLines, REVENUE_PARTS, type RevenuePart } from '#billing/customer-bills/rules.ts'
import type { Database } from '#db/connect.ts'
import { monthOf } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import { scope } from '#kit/scope.ts'
import { inClosedMonth } from '#people/books/queries.ts'
import type { Recent } from './rules.ts'

/** A company, with what decides whether its month can be forecast. */
export interface ForecastCompany {
  code: string
  booksFrom: string | null
  isClosed: boolean
}

/** Companies in which the actor may charge customers, limited to `companyCode` if given. */
export async function findForecastCompanies(
  db: Database,
  actor: Actor,
  { month, companyCode }: { month: string; companyCode: string[] | undefined },
): Promise<ForecastCompany[]> {
  let query = db
    .selectFrom('company')
    .select(['code', 'booksFrom'])
    .select(inClosedMonth('company.code', sql`${`${month}-01`}::date`).as('isClosed'))
    .where(scope(actor, 'canChargeCustomer', { company: 'company.code' }))
  if (companyCode) query = query.where(sql<boolean>`code = any(${companyCode})`)
  const rows = await query.orderBy('code').execute()
  return rows.map(({ booksFrom, ...row }) => ({ ...row, booksFrom: booksFrom && monthOf(booksFrom) }))
}

/** Revenue of the bills of a service month, by store, or by customer for bills without a store. */
export interface BilledRow {
  storeId: number | null
  storeName: string | null
  customerId: number
  customerName: string
  issuedCents: number
  draftCents: number
}

export async function findMonthRevenue(
  db: Database,
  { companyCode, month }: { companyCode: string; month: string },
): Promise<BilledRow[]> {
  const { rows } = await sql<BilledRow>`
    select bill.store_id, store.name as store_name, bill.customer_id, customer.name as customer_name,
      coalesce(sum(bill.total_cents) filter (where bill.status <> 'draft'), 0)::bigint as issued_cents,
      coalesce(sum(bill.total_cents) filter (where bill.status = 'draft'), 0)::bigint as draft_cents
    from customer_bill bill join customer on customer.id = bill.customer_id
      left join store on store.id = bill.store_id left join customer_bill source on source.id = bill.relates_to_id
    where bill.company_code = ${companyCode} and bill.month_on = ${`${month}-01`}::date and bill.status <> 'void'
      and is_revenue('open', bill.kind, source.kind)
    group by bill.store_id, store.name, bill.customer_id, customer.name`.execute(db)
  return rows
}

/** Issued and draft revenue of a part, in 分. */
export interface PartRow {
  part: RevenuePart
  issuedCents: number
  draftCents: number
}

/** Revenue of the bills of a service month by part, after discounts; adds up to the totals of the bills. */
export async function findRevenueParts(
  db: Database,
  { companyCode, month }: { companyCode: string; month: string },
): Promise<PartRow[]> {
  const { rows } = await sql<{
    billId: number
    isDraft: boolean
    discountCents: number
    part: RevenuePart
    amountCents: number
  }>`
    select bill.id as bill_id, bill.status = 'draft' as is_draft, bill.discount_cents, ${REVENUE_PART} as part,
      line.amount_cents
    from customer_bill bill join customer_bill_line line on line.bill_id = bill.id
      left join customer_bill source on source.id = bill.relates_to_id
    where bill.company_code = ${companyCode} and bill.month_on = ${`${month}-01`}::date and bill.status <> 'void'
      and is_revenue('open', bill.kind, source.kind)
    order by bill.id, line.position`.execute(db)
  const lines = [...Map.groupBy(rows, ({ billId }) => billId).values()].flatMap((bill) =>
    discountedLines(bill, bill[0]?.discountCents ?? 0),
  )
  return REVENUE_PARTS.map((part) => {
    const of = (isDraft: boolean) =>
      sum(
        lines
          .filter((line) => line.part === part && line.isDraft === isDraft)
          .map((line) => line.amountCents),
      )
    return { part, issuedCents: of(false), draftCents: of(true) }
  })
}

const RECENT_DAYS = 28

/** Sum and number of each store's last 28 days with a figure, up to a day and excluding given days. */
export async function findRecent(
  db: Database,
  ids: readonly number[],
  { to, without }: { to: string; without: readonly string[] },
): Promise<Map<number, Recent>> {
  const lastDays = (figure: ReturnType<typeof sql>) => sql`
    select coalesce(sum(value), 0)::bigint as sum, count(*)::int as days from (
      select ${figure} as value from store_daily d
      where d.store_id = store.id and d.on_day <= ${to}::date and ${figure} is not null
        and not d.on_day = any(${[...without]}::date[])
      order by d.on_day desc limit ${RECENT_DAYS}) known`
  const { rows } = await sql<{
    id: number
    volume: number
    volumeDays: number
    sales: number
    salesDays: number
  }>`
    select store.id, volume.sum as volume, volume.days as volume_days, sales.sum as sales, sales.days as sales_days
    from unnest(${[...ids]}::int[]) store(id)
      cross join lateral (${lastDays(sql`coalesce(d.consult_users, d.consult_sessions, d.handled_users)`)}) volume
      cross join lateral (${lastDays(sql`d.sales_cents`)}) sales`.execute(db)
  return new Map(
    rows.map(({ id, volume, volumeDays, sales, salesDays }) => [
      id,
      { volume: { sum: volume, days: volumeDays }, sales: { sum: sales, days: salesDays } },
    ]),
  )
}

/** Names of customers by id. */
export async function findNames(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${[...ids]})`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
