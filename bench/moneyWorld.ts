import pg from 'pg'
import { fillPlaces } from './longWorld.ts'

const BEFORE = `(date_trunc('month', (now() at time zone 'Asia/Shanghai')::date) - interval '1 month')::date`

/**
 * Creates stores in service for years under terms of three models. Each has an issued, partly paid bill of two lines
 * for last month; there is a claim for every tenth store. The month before has no bills, but the figures for overage.
 */
export async function fillMoney(url: string, stores: number): Promise<void> {
  await fillPlaces(url, stores)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  for (const statement of statements(stores)) await client.query(statement)
  await client.query('commit')
  await client.query('vacuum analyze')
  await client.end()
}

/** Lets the books begin in the measured month, so that earlier months need neither bills nor a closing. */
export async function beginBooks(url: string, month: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('update company set books_from = $1', [`${month}-01`])
  await client.end()
}

function statements(stores: number): string[] {
  const each = `from generate_series(1, ${stores}) n`
  return [
    // One store in twenty was paused for a week of the month.
    `insert into store_state (company_code, store_id, status, from_on, created_at)
     select '001', n, status, ${BEFORE} + day, now() ${each},
       (values ('paused', 9), ('serving', 16)) state (status, day) where n % 20 = 0`,
    `insert into store_terms (company_code, store_id, from_on, pricing, store_salary_cents, created_at)
     select '001', n, current_date - 2000, case n % 3
       when 0 then jsonb_build_object('model', 'fixed', 'monthlyCents', 200000 + n)
       when 1 then jsonb_build_object('model', 'included', 'monthlyCents', 150000 + n, 'includedDaily', 100,
         'overageCents', 50)
       else jsonb_build_object('model', 'daily', 'dayCents', 5000 + n % 1000) end, 90000, now() ${each}`,
    `insert into store_daily (company_code, store_id, on_day, consult_users, source)
     select '001', n, day, 60 + (n + extract(day from day)::int * 7) % 90, 'imported'
     ${each}, generate_series(${BEFORE} - interval '1 month', ${BEFORE} - 1, interval '1 day') day where n % 3 = 1`,
    `insert into customer_bill (company_code, code, customer_id, store_id, kind, month_on, from_on, to_on, total_cents,
       received_cents, status, due_on, issued_on, created_at, updated_at)
     select '001', 'ZD' || n, customer_id, n, 'service', ${BEFORE}, ${BEFORE}, ${BEFORE} + 27, 215000 + n, 100000,
       'partial', current_date, current_date, now(), now() ${each} join store on store.id = n order by n`,
    `insert into customer_bill_line (bill_id, position, item, qty, price, amount_cents, tax_rate_bp)
     select bill.id, 1, 'monthly', 1, 200000 + store_id, 200000 + store_id, 600 from customer_bill bill
     union all select bill.id, 2, 'overage', 300, 50, 15000, 600 from customer_bill bill order by 1, 2`,
    `insert into bill_receipt (company_code, bill_id, on_day, amount_cents, method, created_at, created_by)
     select '001', id, ${BEFORE} + 20, 100000, 'alipay', now(), 1 from customer_bill order by id`,
    `insert into reimbursement_bill (company_code, code, staff_id, month, title, status, total_cents, approved_cents,
       payee_name, submitted_at, decided_by, decided_at, created_at, updated_at)
     select '001', 'BX' || n, 2, to_char(${BEFORE}, 'YYYY-MM'), '交通', 'approved', 5000, 5000, '员工', now(), 1, now(),
       now(), now() from generate_series(1, ${stores / 10}) n`,
    `insert into reimbursement_item (bill_id, position, category, on_day, amount_cents, approved_cents, target, store_id)
     select id, 1, 'transport', ${BEFORE}, 5000, 5000, 'store', id * 10 from reimbursement_bill order by id`,
  ]
}
