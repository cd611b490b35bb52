import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { fewIds, hasGrams, keywordInNames } from '#kit/list.ts'

/** How a list of customers may be ordered. */
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

/** What each customer owes now, as the balances of `receivables` have it: all open bills read once. */
export const BALANCE = sql<{ id: number; receivableCents: number }>`(
  select customer.id, coalesce(open.cents, 0)::bigint as receivable_cents from customer left join (
    select customer_id, sum(total_cents - received_cents) as cents from customer_bill
    where status in ('open', 'partial') group by customer_id) open on open.customer_id = customer.id)`.as(
  'balance',
)

/** Where a keyword is looked for. */
export const NAME_COLUMNS = {
  name: 'customer.name',
  nameKey: 'customer.nameKey',
  pinyin: 'customer.namePinyin',
  code: 'customer.code',
}

/** Whether the keyword stands in a customer's name, pinyin or code; of a rare one the index finds the customers. */
export async function customersWith(db: Database, keyword: string | undefined): Promise<Expression<SqlBool>> {
  const [stands, indexed] = [keywordInNames(keyword, NAME_COLUMNS), hasGrams(keyword, NAME_COLUMNS)]
  if (!indexed) return stands
  const within = db.selectFrom('customer').select('customer.id')
  const ids = await fewIds(within.where(indexed).where(stands))
  return ids ? sql<SqlBool>`customer.id = any(${ids})` : stands
}

export interface CustomerFilter {
  keyword?: string | undefined
  status?: string[] | undefined
  ownerId?: number[] | undefined
  contractEndFrom?: Day | undefined
  contractEndTo?: Day | undefined
  contractDue?: { from: Day | null; to: Day } | undefined
  /** Owes a bill that was due before this day, or, of `null`, whenever it is due. */
  owesBefore?: Day | null | undefined
  companyCode?: string[] | undefined
}

/** Whether the contract of a customer that stays ends within these days. */
function isDue({ from, to }: { from: Day | null; to: Day }): Expression<SqlBool> {
  return sql<SqlBool>`(customer.status <> 'churned' and customer.contract_end_on <= ${to}
    and (${from}::date is null or customer.contract_end_on >= ${from}))`
}

/** Whether a bill of the customer is still owed. */
const owes = (before: Day | null) => sql<SqlBool>`exists (select from customer_bill bill
  where bill.customer_id = customer.id and bill.status in ('open', 'partial')
    and bill.total_cents > bill.received_cents and (${before}::date is null or bill.due_on < ${before}))`

/** Whether a customer is within reach and under every filter but the status. */
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
