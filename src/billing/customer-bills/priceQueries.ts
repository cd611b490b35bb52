import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { type Day, lastDayOf } from '#kit/calendar.ts'
import type { PricedLine } from './price.ts'
import type { DayFact, PriceAtIssue } from './pricesAtIssue.ts'
import type { BillRow } from './queries.ts'

/** The saved price of an issued bill, with fields of the bill. */
export interface IssuedPrice {
  billId: number
  code: string | null
  kind: string
  customerId: number
  companyCode: string
  storeId: number
  items: string[]
  pricedCents: number
  lines: PricedLine[]
  /** Null for bills issued before daily data was saved. */
  days: DayFact[] | null
  issuedOn: Day
  createdAt: Date
}

/** Saves prices of bills; does not overwrite existing ones. */
export async function insertPrices(db: Database, prices: readonly PriceAtIssue[], at: Date): Promise<void> {
  if (prices.length === 0) return
  const rows = prices.map(({ lines, days, items, ...price }) => ({
    ...price,
    items: [...items],
    createdAt: at,
    lines: JSON.stringify(lines),
    days: days === null ? null : JSON.stringify(days),
  }))
  await db
    .insertInto('customerBillPrice')
    .values(rows)
    .onConflict((clash) => clash.doNothing())
    .execute()
}

/** Saved prices of the stores' issued bills of a month, without void bills. */
export async function findIssuedPrices(
  db: Database,
  ids: readonly number[],
  month: string,
): Promise<IssuedPrice[]> {
  const { rows } = await sql<IssuedPrice>`
    select price.bill_id, bill.code, bill.kind, bill.customer_id,
      price.company_code, price.store_id, price.items, price.priced_cents, price.lines, price.days,
      bill.issued_on, price.created_at
    from customer_bill_price price join customer_bill bill on bill.id = price.bill_id
    where price.store_id = any(${[...ids]}) and price.month_on = ${`${month}-01`} and bill.status <> 'void'
    order by price.bill_id`.execute(db)
  return rows
}

/** Issued bills of the stores' month that charge its price but have no saved price; they predate saved prices. */
export async function findBillsWithoutPrice(
  db: Database,
  ids: readonly number[],
  month: string,
): Promise<BillRow[]> {
  return db
    .selectFrom('customerBill')
    .selectAll()
    .where(sql<boolean>`store_id = any(${[...ids]})`)
    .where('monthOn', '=', `${month}-01`)
    .where('status', 'not in', ['draft', 'void'])
    .where(sql<boolean>`((kind in ('service', 'overage', 'commission') and not prepaid)
      or (kind = 'adjustment' and relates_to_id is not null and origin <> 'keyed'))`)
    .where('rerateId', 'is', null)
    .where(
      sql<boolean>`not exists (select from customer_bill_price kept where kept.bill_id = customer_bill.id)`,
    )
    .orderBy('id')
    .execute()
}

/** Total of the last proposal per bill, in 分, from the audit log. */
export async function findProposedTotals(db: Database, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ billId: number; totalCents: number }>`
    select distinct on (record_id) record_id::int as bill_id, (changes -> 'totalCents' ->> 1)::bigint as total_cents
    from audit where entity = 'customer-bill' and action = 'propose' and record_id = any(${ids.map(String)})
      and changes -> 'totalCents' ->> 1 is not null
    order by record_id, id desc`.execute(db)
  return new Map(rows.map(({ billId, totalCents }) => [billId, totalCents]))
}

/** Store months of a company with issued bills, between two months. */
export async function findIssuedMonths(
  db: Database,
  { companyCode, from, to }: { companyCode: string; from: string; to: string },
): Promise<{ storeId: number; monthOn: Day }[]> {
  return db
    .selectFrom('customerBill')
    .select(['storeId', 'monthOn'])
    .distinct()
    .where('companyCode', '=', companyCode)
    .where('monthOn', '>=', `${from}-01`)
    .where('monthOn', '<=', `${to}-01`)
    .where('status', 'not in', ['draft', 'void'])
    .where('kind', 'in', ['service', 'overage', 'commission', 'adjustment'])
    .where('origin', '<>', 'opening')
    .where('storeId', 'is not', null)
    .orderBy('monthOn')
    .orderBy('storeId')
    .$narrowType<{ storeId: number }>()
    .execute()
}

/** Late figures of the stores' days, from files that arrived after the month was closed. */
export async function findLateFigures(db: Database, ids: readonly number[], month: string) {
  return db
    .selectFrom('lateFigure')
    .select(['storeId', 'onDay', 'volume', 'salesCents'])
    .where(sql<boolean>`store_id = any(${[...ids]})`)
    .where('onDay', '>=', `${month}-01`)
    .where('onDay', '<=', lastDayOf(month))
    .execute()
}
