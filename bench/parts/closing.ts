/** What a month of 20,000 stores came to: our answer beside the bare SQL of its sums. */
import pg from 'pg'
import type { Statement } from '#app/testStatements.ts'
import { monthBefore, monthOf, today } from '#kit/calendar.ts'
import type { BesideSql } from '../besideSql.ts'
import { alternate, besideBare } from '../besideSql.ts'
import type { Cluster } from '../cluster.ts'
import { besideDatabase } from '../cluster.ts'
import { beginBooks, fillMoney } from '../moneyWorld.ts'
import { post, signIn, startOurs } from '../programs.ts'

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

/** Each closing takes seconds: a few say enough. */
const MOST_CLOSINGS = 3

/** Asks for a month and for its parts, as often as `pairs` says, and closes it. */
export async function measureClosing(
  { url }: Cluster,
  isQuick: boolean,
  pairs: number,
): Promise<Record<string, BesideSql>> {
  const stores = isQuick ? QUICK_STORES : FULL_STORES
  const own = await besideDatabase(url, `houtai_bench_money_${stores}`, (fresh) => fillMoney(fresh, stores))
  const month = monthBefore(monthOf(today(() => new Date())))
  await beginBooks(own, month)
  const path = `/api/monthly-financials/${month}`
  const paths = { month: `${path}?companyCode=001`, monthParts: `${path}/parts?companyCode=001&by=store` }
  const bare = BARE(month).map((text) => ({ text, values: [] }))
  const read = await besideBare(own, paths, { month: bare, monthParts: bare }, { username: 'admin1', pairs })
  return { ...read, closed: await measureClose(own, path, bare, Math.min(pairs, MOST_CLOSINGS)) }
}

interface Checklist {
  items: { item: string; done: boolean }[]
}

/** A closing with its checklist, what is open waived, from the request to the snapshot; opened again before each. */
async function measureClose(
  url: string,
  path: string,
  bare: readonly Statement[],
  pairs: number,
): Promise<BesideSql> {
  const ours = await startOurs({ DATABASE_URL: url })
  const client = new pg.Client({ connectionString: url, options: '-c jit=off' })
  await client.connect()
  try {
    const authorization = await signIn(ours.base, 'admin1')
    const answer = await fetch(`${ours.base}${path}/checklist?companyCode=001`, {
      headers: { authorization },
    })
    const { items } = ((await answer.json()) as { data: Checklist }).data
    const waived = items.filter(({ done }) => !done).map(({ item }) => ({ item, reason: '测速' }))
    const body = { companyCode: '001', version: 0, waived }
    const ask = async () => {
      await post(`${ours.base}${path}/close`, authorization, body)
    }
    const run = async () => {
      for (const { text, values } of bare) await client.query(text, values)
    }
    const times = await alternate({ ask, run, prepare: () => openAgain(client) }, pairs)
    await openAgain(client)
    return { ...times, statements: bare.length }
  } finally {
    await client.end()
    await ours.stop()
  }
}

/** As if no month had been closed. */
async function openAgain(client: pg.Client): Promise<void> {
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  for (const table of ['monthly_step', 'monthly_snapshot', 'payroll_month', 'monthly_financial']) {
    await client.query(`delete from ${table}`)
  }
  await client.query('commit')
}
