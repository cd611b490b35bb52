/** What a month of 20,000 stores came to: our answer beside the bare SQL of its sums. */
import { monthBefore, monthOf, today } from '#kit/calendar.ts'
import type { BesideSql } from '../besideSql.ts'
import { besideBare } from '../besideSql.ts'
import type { Cluster } from '../cluster.ts'
import { besideDatabase } from '../cluster.ts'
import { fillMoney } from '../moneyWorld.ts'

const [FULL_STORES, QUICK_STORES] = [20_000, 2_000]

/** The least that says the same of money: revenue and tax by store, receipts, claims, salaries by store and agent. */
const BARE = (month: string) => [
  `select store_id, sum(amount_cents), sum(round(amount_cents * tax_rate_bp / (10000 + tax_rate_bp)::numeric))
   from customer_bill bill join customer_bill_line line on line.bill_id = bill.id
   where company_code = '001' and month_on = '${month}-01' and status not in ('draft', 'void') group by store_id`,
  `select sum(amount_cents) from bill_receipt where company_code = '001'
   and on_day >= '${month}-01' and on_day < '${month}-01'::date + interval '1 month'`,
  `select store_id, customer_id, sum(item.approved_cents) from reimbursement_bill bill
   join reimbursement_item item on item.bill_id = bill.id
   where company_code = '001' and month = '${month}' and status in ('approved', 'paid') group by 1, 2`,
  `select duty.store_id, duty.staff_id, sum(terms.store_salary_cents * duty.share_percent / 100)
   from store_assignment duty join store_terms terms on terms.store_id = duty.store_id
   where duty.company_code = '001' and duty.from_on < '${month}-28' group by 1, 2`,
  `select store.id, store.name, customer.name, terms.pricing from store join customer on customer.id = customer_id
   join store_terms terms on terms.store_id = store.id where store.company_code = '001'`,
]

/** Asks for a month and for its parts, as often as `pairs` says. */
export async function measureClosing(
  { url }: Cluster,
  isQuick: boolean,
  pairs: number,
): Promise<Record<string, BesideSql>> {
  const stores = isQuick ? QUICK_STORES : FULL_STORES
  const own = await besideDatabase(url, `houtai_bench_money_${stores}`, (fresh) => fillMoney(fresh, stores))
  const month = monthBefore(monthOf(today(() => new Date())))
  const path = `/api/monthly-financials/${month}`
  const paths = { month: `${path}?companyCode=001`, monthParts: `${path}/parts?companyCode=001&by=store` }
  const bare = BARE(month).map((text) => ({ text, values: [] }))
  return besideBare(own, paths, bare, { username: 'admin1', pairs })
}
