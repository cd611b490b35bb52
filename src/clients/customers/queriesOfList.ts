import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { hasGrams, idsUnlessCommon, keywordInNames } from '#kit/list.ts'

/** The sort columns of customer lists. */
export const CUSTOMER_ORDER = {
  columns: {
    id: 'customer.id',
    code: 'customer.code',
    name: 'customer.namePinyin',
    contractEndOn: 'customer.contractEndOn',
    receivableCents: 'balance.receivableCents',
    createdAt: 'customer.createdAt',
  },
  fallback: '-id',
  tieBreaker: 'customer.id',
  neverEmpty: ['code', 'name', 'receivableCents', 'createdAt'],
}

/** Amount that each customer owes, as in `receivables`; reads all open bills once. */
export const BALANCE = sql<{ id: number; receivableCents: number }>`(
  select customer.id, coalesce(open.cents, 0)::bigint as receivable_cents from customer left join (
    select customer_id, sum(total_cents - received_cents) as cents from customer_bill
    where status in ('open', 'partial') group by customer_id) open on open.customer_id = customer.id)`.as(
  'balance',
)

/** The columns that a keyword search covers. */
export const NAME_COLUMNS = {
  name: 'customer.name',
  nameKey: 'customer.nameKey',
  pinyin: 'customer.namePinyin',
  code: 'customer.code',
}

/**
 * SQL condition: the name, pinyin or code contains the keyword. If the keyword is rare, the index finds the ids first.
 */
export async function customersWith(db: Database, keyword: string | undefined): Promise<Expression<SqlBool>> {
  const [matches, indexed] = [keywordInNames(keyword, NAME_COLUMNS), hasGrams(keyword, NAME_COLUMNS)]
  if (!indexed) return matches
  const within = db.selectFrom('customer').select('customer.id')
  const ids = await idsUnlessCommon(within.where(indexed).where(matches))
  return ids ? sql<SqlBool>`customer.id = any(${ids})` : matches
}

export interface CustomerFilter {
  keyword?: string | undefined
  status?: string[] | undefined
  ownerId?: number[] | undefined
  contractEndFrom?: Day | undefined
  contractEndTo?: Day | undefined
  contractDue?: { from: Day | null; to: Day } | undefined
  /** Has an unpaid bill due before this day; null: an unpaid bill with any due day. */
  owesBefore?: Day | null | undefined
  companyCode?: string[] | undefined
}

/** SQL condition: not 已流失, and the contract ends within these days. */
function isDue({ from, to }: { from: Day | null; to: Day }): Expression<SqlBool> {
  return sql<SqlBool>`(customer.status <> 'churned' and customer.contract_end_on <= ${to}
    and (${from}::date is null or customer.contract_end_on >= ${from}))`
}

/** SQL condition: the customer has an unpaid bill. */
const owes = (before: Day | null) => sql<SqlBool>`exists (select from customer_bill bill
  where bill.customer_id = customer.id and bill.status in ('open', 'partial')
    and bill.total_cents > bill.received_cents and (${before}::date is null or bill.due_on < ${before}))`

/** SQL condition: within reach, and matching every filter except the status. */
export async function customersListed(
  db: Database,
  reach: Expression<SqlBool>,
  filter: CustomerFilter,
): Promise<Expression<SqlBool>> {
  const tests: Expression<SqlBool>[] = [reach, await customersWith(db, filter.keyword)]
  const { ownerId, contractEndFrom, contractEndTo, companyCode, contractDue, owesBefore } = filter
  if (ownerId) tests.push(sql`customer.owner_id = any(${ownerId})`)
  if (contractEndFrom) tests.push(sql`customer.contract_end_on >= ${contractEndFrom}`)
  if (contractEndTo) tests.push(sql`customer.contract_end_on <= ${contractEndTo}`)
  if (companyCode) tests.push(sql`customer.company_code = any(${companyCode})`)
  if (contractDue) tests.push(isDue(contractDue))
  if (owesBefore !== undefined) tests.push(owes(owesBefore))
  return sql<SqlBool>`(${sql.join(tests, sql` and `)})`
}
