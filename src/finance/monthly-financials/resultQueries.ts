import { type RawBuilder, sql } from 'kysely'
import { IS_REVENUE, REVENUE_PART } from '#billing/customer-bills/queries.ts'
import { discountedLines, type RevenuePart, taxIn } from '#billing/customer-bills/rules.ts'
import type { Database } from '#db/connect.ts'
import { lastDayOf } from '#kit/calendar.ts'
import { halfUpSql } from '#kit/moneySql.ts'
import type { CompanyMonth } from './closingQueries.ts'
import {
  type BadDebt,
  type Claimed,
  type Documents,
  type Revenue,
  type RevenueTotal,
  toRevenueTotal,
} from './resultFacts.ts'

const FROM_BILLS = sql`customer_bill bill left join customer_bill source on source.id = bill.relates_to_id`

const inMonth = ({ companyCode, month }: CompanyMonth) =>
  sql<boolean>`(bill.company_code = ${companyCode} and bill.month_on = ${`${month}-01`} and ${IS_REVENUE})`

const FIGURE: Record<RevenuePart, keyof Revenue> = {
  service: 'serviceCents',
  commission: 'commissionCents',
  overage: 'overageCents',
  other: 'otherIncomeCents',
  adjustment: 'adjustmentCents',
}

/** Tax included in a line, as `taxIn` of customer-bills calculates it. */
const TAX = halfUpSql(sql`line.amount_cents * line.tax_rate_bp`, sql`(10000 + line.tax_rate_bp)`)

/** Revenue of the month's bills by customer and store. Tax is calculated line by line, half up, as on the bill. */
export async function findRevenue(db: Database, of: CompanyMonth): Promise<Revenue[]> {
  return revenueBy(db, of, sql`customer_id, store_id`)
}

/** Total revenue of the month's bills by customer and store, without kinds. */
export async function findRevenueTotals(db: Database, of: CompanyMonth): Promise<RevenueTotal[]> {
  const { rows } = await sql<RevenueTotal>`
    select bill.customer_id, bill.store_id, sum(line.amount_cents)::bigint as cents
    from ${FROM_BILLS} join customer_bill_line line on line.bill_id = bill.id
    where ${inMonth(of)} and bill.discount_cents = 0 group by bill.customer_id, bill.store_id`.execute(db)
  return [...rows, ...(await findDiscounted(db, of)).map(toRevenueTotal)]
}

/** Revenue of the whole month, in a few rows to be added up. */
export async function sumRevenue(db: Database, of: CompanyMonth): Promise<Revenue[]> {
  return revenueBy(db, of, sql`()`)
}

async function revenueBy(db: Database, of: CompanyMonth, group: RawBuilder<unknown>): Promise<Revenue[]> {
  const { rows } = await sql<Revenue>`
    with line as (
      select bill.customer_id, bill.store_id, ${REVENUE_PART} as kind, line.amount_cents as cents,
        ${TAX} as tax
      from ${FROM_BILLS} join customer_bill_line line on line.bill_id = bill.id
      where ${inMonth(of)} and bill.discount_cents = 0)
    select min(customer_id) as customer_id, min(store_id) as store_id,
      coalesce(sum(cents) filter (where kind = 'service'), 0)::bigint as service_cents,
      coalesce(sum(cents) filter (where kind = 'commission'), 0)::bigint as commission_cents,
      coalesce(sum(cents) filter (where kind = 'overage'), 0)::bigint as overage_cents,
      coalesce(sum(cents) filter (where kind = 'other'), 0)::bigint as other_income_cents,
      coalesce(sum(cents) filter (where kind = 'adjustment'), 0)::bigint as adjustment_cents,
      sum(cents - tax)::bigint as net_of_tax_cents
    from line group by ${group} having count(*) > 0`.execute(db)
  return [...rows, ...(await findDiscounted(db, of))]
}

interface DiscountedLine {
  billId: number
  customerId: number
  storeId: number | null
  kind: RevenuePart
  amountCents: number
  taxRateBp: number
  discountCents: number
}

/** Revenue of the bills with a discount, which is divided among their lines; such bills are rare. */
async function findDiscounted(db: Database, of: CompanyMonth): Promise<Revenue[]> {
  const { rows } = await sql<DiscountedLine>`
    select bill.id as bill_id, bill.customer_id, bill.store_id, ${REVENUE_PART} as kind, line.amount_cents,
      line.tax_rate_bp, bill.discount_cents
    from ${FROM_BILLS} join customer_bill_line line on line.bill_id = bill.id
    where ${inMonth(of)} and bill.discount_cents > 0 order by bill.id, line.position`.execute(db)
  return [...Map.groupBy(rows, ({ billId }) => billId).values()].flatMap((lines) =>
    discountedLines(lines, lines[0]?.discountCents ?? 0).map(revenueOfLine),
  )
}

const NO_REVENUE = {
  serviceCents: 0,
  commissionCents: 0,
  overageCents: 0,
  otherIncomeCents: 0,
  adjustmentCents: 0,
}

function revenueOfLine({ customerId, storeId, kind, ...line }: DiscountedLine): Revenue {
  const netOfTaxCents = line.amountCents - taxIn([line])
  return { customerId, storeId, ...NO_REVENUE, netOfTaxCents, [FIGURE[kind]]: line.amountCents }
}

/** Approved amounts of the claims of a month (归属月份), by store and customer. */
export async function findClaimed(db: Database, { companyCode, month }: CompanyMonth): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    select item.store_id, item.customer_id, sum(item.approved_cents)::bigint as cents
    from reimbursement_bill claim join reimbursement_item item on item.bill_id = claim.id
    where claim.company_code = ${companyCode} and claim.month = ${month} and claim.status in ('approved', 'paid')
    group by item.store_id, item.customer_id`.execute(db)
  return rows.map((row) => ({ ...row, cents: row.cents ?? 0 }))
}

/** Write-offs by their day in the month, by customer and store, less reversed write-offs. */
export async function findBadDebts(db: Database, { companyCode, month }: CompanyMonth): Promise<BadDebt[]> {
  const { rows } = await sql<BadDebt>`
    select bill.customer_id, bill.store_id, sum(receipt.amount_cents)::bigint as cents
    from bill_receipt receipt join customer_bill bill on bill.id = receipt.bill_id
    where receipt.company_code = ${companyCode} and receipt.method = 'writeoff'
      and receipt.on_day between ${`${month}-01`} and ${lastDayOf(month)}
    group by bill.customer_id, bill.store_id having sum(receipt.amount_cents) <> 0`.execute(db)
  return rows
}

/**
 * Totals of whole documents of the month, read independently of their lines. Cash is receipts for bills by their own
 * day, less refunds paid. A deposit is excluded while it is held and counts on the day on which it pays a bill (押金抵扣),
 * so that it counts once; refunding it counts 0. Write-offs are not cash.
 */
export async function getDocuments(db: Database, of: CompanyMonth): Promise<Documents> {
  const { companyCode, month } = of
  const { rows } = await sql<Documents>`
    select coalesce(sum(bill.total_cents), 0)::bigint as billed_cents,
      (select coalesce(sum(claim.approved_cents), 0)::bigint from reimbursement_bill claim
        where claim.company_code = ${companyCode} and claim.month = ${month}
          and claim.status in ('approved', 'paid')) as claimed_cents,
      (select coalesce(sum(receipt.amount_cents), 0)::bigint
        from bill_receipt receipt join customer_bill bill on bill.id = receipt.bill_id
          left join customer_bill source on source.id = bill.relates_to_id
        where receipt.company_code = ${companyCode}
          and receipt.on_day between ${`${month}-01`} and ${lastDayOf(month)}
          and receipt.method <> 'writeoff'
          and bill.kind <> 'deposit' and source.kind is distinct from 'deposit') as cash_cents,
      (select coalesce(sum(receipt.amount_cents), 0)::bigint from bill_receipt receipt
        where receipt.company_code = ${companyCode} and receipt.method = 'writeoff'
          and receipt.on_day between ${`${month}-01`} and ${lastDayOf(month)}) as bad_debt_cents,
      coalesce(sum(bill.total_cents) filter (where bill.total_cents > 0), 0)::bigint as asked_cents,
      coalesce(sum(bill.received_cents - bill.written_off_cents) filter (where bill.total_cents > 0), 0)::bigint as received_cents,
      count(distinct bill.customer_id) filter (where bill.total_cents > 0) as billed_customers
    from ${FROM_BILLS} where ${inMonth(of)}`.execute(db)
  return rows[0] as Documents
}
