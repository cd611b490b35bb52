import { lastDayOf, monthBefore } from '#kit/calendar.ts'

/**
 * The least SQL that returns the result of a month of the bench's data, written by hand for this data: one agent per
 * store, one set of terms, no discounts, no bills without a store, no absences, no base pay, no manual lines. It
 * handles neither permissions nor other companies.
 */
export interface LeastMonth {
  /** One row with the amounts that both sides must agree on. */
  sums: string
  /** The first twenty stores by gross profit with names, and the amounts that both sides must agree on. */
  stores: string
  /** Statements that close the month in a transaction; the last returns the row of `sums` as JSON. */
  close: string[]
}

export function leastMonth(month: string): LeastMonth {
  const days = { first: `'${month}-01'::date`, last: `'${lastDayOf(month)}'::date` }
  const parts = `${served(days)}, ${pay(days)}, ${revenue(days)}, ${claims(month)}, ${store}`
  return {
    sums: `with ${parts}, ${recurring(month)}, ${cash(days)} select ${SUMS}`,
    stores: `with ${parts},
      page as (select * from store_part order by gross, id limit 20)
      select (select count(*) from store_part) as total, sum(gross) as gross, sum(revenue) as revenue,
        string_agg(name || under, ',') as names from page`,
    close: [...checklist(days), ...accounts(days), payroll(days), snapshot(month, days, parts), step(days)],
  }
}

interface Days {
  first: string
  last: string
}

/** The spans of the month in which stores were in service. */
const served = ({ first, last }: Days) => `served as (
  select store_id, greatest(from_on, ${first}) as from_on, least(coalesce(to_on, ${last}), ${last}) as to_on
  from (select store_id, status, from_on,
      lead(from_on) over (partition by store_id order by from_on, id) - 1 as to_on
    from store_state where company_code = '001') state
  where status = 'serving' and from_on <= ${last} and coalesce(to_on, ${last}) >= ${first})`

/** Each agent's earnings per store: the salary of the terms, by days in service. */
const pay = ({ first, last }: Days) => `pay as (
  select duty.store_id, duty.staff_id, round(sum(store_salary_cents * share_percent
      * (1 + least(served.to_on, coalesce(duty.to_on, served.to_on)) - greatest(served.from_on, duty.from_on)))
    / (100.0 * (1 + ${last} - ${first})))::bigint as cents
  from served join store_assignment duty on duty.store_id = served.store_id
    join store_terms terms on terms.store_id = served.store_id
  group by duty.store_id, duty.staff_id)`

/** The billed amounts of each store: total, overage, and net of tax. */
const revenue = ({ first }: Days) => `revenue as (
  select bill.store_id, sum(line.amount_cents) as cents,
    sum(line.amount_cents) filter (where line.item = 'overage') as overage,
    sum(line.amount_cents - round(line.amount_cents * tax_rate_bp / (10000 + tax_rate_bp)::numeric))::bigint as net
  from customer_bill bill join customer_bill_line line on line.bill_id = bill.id
  where bill.company_code = '001' and bill.month_on = ${first} and bill.status not in ('draft', 'void')
    and bill.kind not in ('deposit', 'opening')
  group by bill.store_id)`

const claims = (month: string) => `claims as (
  select item.store_id, sum(item.approved_cents) as cents
  from reimbursement_bill claim join reimbursement_item item on item.bill_id = claim.id
  where claim.company_code = '001' and claim.month = '${month}' and claim.status in ('approved', 'paid')
  group by item.store_id)`

/** Each store of the month with its customer, revenue and costs. */
const store = `store_part as (
  select store.id, store.name, customer.id as customer_id, customer.name as under,
    coalesce(revenue.cents, 0) as revenue, coalesce(paid.cents, 0) as salary, coalesce(claims.cents, 0) as claim,
    coalesce(revenue.cents, 0) - coalesce(paid.cents, 0) - coalesce(claims.cents, 0) as gross
  from store join customer on customer.id = store.customer_id
    left join revenue on revenue.store_id = store.id
    left join (select store_id, sum(cents) as cents from pay group by store_id) paid on paid.store_id = store.id
    left join claims on claims.store_id = store.id
  where store.id in (select store_id from served) or revenue.store_id is not null)`

/** The recurring revenue of each customer at the start and end of the month, with losses. */
function recurring(month: string) {
  const [was, is] = [`'${lastDayOf(monthBefore(month))}'::date`, `'${lastDayOf(month)}'::date`]
  return `standing as (
      select ended.store_id, store.customer_id, ended.on_day = ${is} as is_end, ended.status = 'serving' as serving,
        case when ended.status <> 'serving' then 0 else case pricing ->> 'model' when 'daily'
          then 30 * (pricing ->> 'dayCents')::bigint else (pricing ->> 'monthlyCents')::bigint end end as cents
      from (select distinct on (ends.on_day, store_id) ends.on_day, store_id, status
          from (values (${was}), (${is})) ends (on_day) join store_state on from_on <= ends.on_day
          where company_code = '001' order by ends.on_day, store_id, from_on desc, id desc) ended
        join store on store.id = ended.store_id join store_terms terms on terms.store_id = ended.store_id
      where ended.status <> 'stopped'),
    moved as (select customer_id, coalesce(sum(cents) filter (where not is_end), 0) as was,
        coalesce(sum(cents) filter (where is_end), 0) as becomes, bool_or(serving and not is_end) as served,
        bool_or(is_end) as stays, count(*) filter (where serving and not is_end) as stores
      from standing group by customer_id)`
}

const cash = ({ first, last }: Days) => `cash as (
  select sum(amount_cents) as cents from bill_receipt where company_code = '001'
    and on_day between ${first} and ${last} and method <> 'writeoff'),
  asked as (select sum(total_cents) as cents, sum(received_cents) as received, count(distinct customer_id) as customers
    from customer_bill where company_code = '001' and month_on = ${first} and status not in ('draft', 'void'))`

const SUMS = `(select sum(revenue) from store_part) as revenue, (select sum(net) from revenue) as net_of_tax,
  (select cents from cash) as cash, (select sum(salary) from store_part) as salary,
  (select sum(claim) from store_part) as claim, (select sum(gross) from store_part) as net,
  (select sum(overage) from revenue) as overage, sum(was) as begins, sum(becomes) as ends,
  sum(becomes) filter (where was = 0 and becomes > 0 and not served) as new,
  sum(becomes - was) filter (where becomes > was and (was > 0 or served)) as more,
  sum(was - becomes) filter (where becomes < was and stays) as less, sum(was) filter (where not stays) as gone,
  count(*) filter (where served) as customers, count(*) filter (where served and not stays) as lost,
  sum(stores) as stores, (select cents from asked) as asked, (select received from asked) as received,
  (select customers from asked) as billed
  from moved`

/** The checklist: counts of open items, with the first three names. */
const checklist = (days: Days) => {
  const { first, last } = days
  const counted = (rows: string) => `with ${served(days)}, found (name, open, whole) as materialized (${rows})
    select sum(open), sum(whole),
      array(select name from found where open > 0 group by name order by sum(open) desc, name limit 3) from found`
  return [
    counted(`select store.name, days - known, days from (
      select served.store_id, 1 + served.to_on - served.from_on as days, count(consult_users) as known
      from served left join store_daily figures on figures.store_id = served.store_id
        and figures.on_day between served.from_on and served.to_on and figures.on_day between ${first} and ${last}
      group by served.store_id, served.from_on, served.to_on) each join store on store.id = each.store_id`),
    counted(`select store.name, (bill.id is null)::int, 1 from store left join customer_bill bill
      on bill.store_id = store.id and bill.month_on = ${first} and bill.kind = 'service' and bill.status <> 'void'
      where store.id in (select store_id from served)`),
    counted(`select store.name, (bill.status = 'draft')::int, 1 from customer_bill bill
      join store on store.id = bill.store_id where bill.month_on = ${first} and bill.status <> 'void'`),
    counted(`select claim.code || staff.name, (claim.status = 'submitted')::int, 1 from reimbursement_bill claim
      join staff on staff.id = claim.staff_id where claim.month = to_char(${first}, 'YYYY-MM')`),
    counted(`select staff.name, (worklog.status <> 'approved')::int, 1 from worklog
      join staff on staff.id = worklog.staff_id where worklog.on_day between ${first} and ${last}`),
    counted(`select store.name, 1, 1 from rerate join store on store.id = rerate.store_id
      where rerate.month_on = ${first} and rerate.state = 'pending'`),
  ]
}

/** The accounts by customer, for the snapshot; and bills whose totals differ from their lines or receipts. */
const accounts = ({ first, last }: Days) => [
  `create temporary table account on commit drop as
    select bill.customer_id, customer.name, sum(bill.total_cents) filter (where issued_on < ${first}) as before,
      sum(bill.total_cents) filter (where issued_on between ${first} and ${last}) as billed,
      sum(bill.total_cents) filter (where bill.month_on = ${first}) as revenue,
      sum(bill.total_cents) filter (where issued_on > ${last} and bill.month_on <= ${first}) as unbilled,
      sum(bill.total_cents) filter (where issued_on <= ${last} and bill.month_on > ${last}) as ahead,
      sum(money.received) as received, sum(money.advance) as advance
    from customer_bill bill join customer on customer.id = bill.customer_id
      left join (select bill_id, sum(amount_cents) filter (where on_day between ${first} and ${last}) as received,
          sum(amount_cents) filter (where on_day <= ${last} and issued_on > ${last}) as advance
        from bill_receipt join customer_bill paid on paid.id = bill_id group by bill_id) money on money.bill_id = bill.id
    where bill.company_code = '001' and issued_on is not null group by bill.customer_id, customer.name`,
  `select bill.code from customer_bill bill
    left join (select bill_id, sum(amount_cents) as cents from customer_bill_line group by bill_id) line
      on line.bill_id = bill.id
    left join (select bill_id, sum(amount_cents) as cents from bill_receipt group by bill_id) receipt
      on receipt.bill_id = bill.id
    where bill.company_code = '001' and bill.code is not null
      and (total_cents <> coalesce(line.cents, 0) or received_cents <> coalesce(receipt.cents, 0))`,
]

/** Each person's payroll sheet, with a line per store. */
const payroll = (days: Days) => `with ${served(days)}, ${pay(days)},
  line as (select served.store_id, json_agg(json_build_object('fromOn', served.from_on, 'toOn', served.to_on,
      'days', 1 + served.to_on - served.from_on, 'termsId', terms.id, 'salaryCents', terms.store_salary_cents,
      'sharePercent', 100)) as lines
    from served join store_terms terms on terms.store_id = served.store_id group by served.store_id)
  insert into payroll_month (company_code, month_on, no, staff_id, sheet)
  select '001', ${days.first}, 1, staff_id, json_build_object('staffId', staff_id, 'storeCents', sum(pay.cents),
    'totalCents', sum(pay.cents), 'stores', json_agg(json_build_object('storeId', pay.store_id,
      'salaryCents', pay.cents, 'lines', line.lines)))::jsonb
  from pay join line on line.store_id = pay.store_id group by staff_id`

/** The snapshot: every store, customer and agent with the seven figures, the accounts, and a hash of its text. */
function snapshot(month: string, days: Days, parts: string) {
  const figures = (
    of: string,
  ) => `'revenueCents', ${of}.revenue, 'salaryCents', ${of}.salary, 'commissionCents', 0,
    'claimCents', ${of}.claim, 'badDebtCents', 0, 'grossCents', ${of}.gross,
    'marginBp', round(${of}.gross * 10000.0 / nullif(${of}.revenue, 0))`
  return `with ${parts}, ${recurring(month)}, ${cash(days)},
    sums as (select ${SUMS}),
    customer_part as (select customer_id as id, under as name, sum(revenue) as revenue, sum(salary) as salary,
      sum(claim) as claim, sum(gross) as gross from store_part group by customer_id, under),
    agent_part as (select staff.id, staff.name, head.name as under, sum(revenue) as revenue, sum(pay.cents) as salary,
        0 as claim, sum(revenue) - sum(pay.cents) as gross
      from pay join store_part on store_part.id = pay.store_id join staff on staff.id = pay.staff_id
        left join staff head on head.id = staff.parent_id group by staff.id, staff.name, head.name),
    content as materialized (select json_build_object('sums', (select to_json(sums) from sums), 'parts', json_build_object(
      'store', (select json_agg(json_build_object('id', id, 'name', name, 'under', under, ${figures('store_part')}))
        from store_part),
      'customer', (select json_agg(json_build_object('id', id, 'name', name, ${figures('customer_part')}))
        from customer_part),
      'agent', (select json_agg(json_build_object('id', id, 'name', name, 'under', under, ${figures('agent_part')}))
        from agent_part)), 'ties', (select json_agg(to_json(account)) from account)) as content)
    insert into monthly_snapshot (company_code, month_on, no, content, hash, created_at)
    select '001', ${days.first}, 1, content::jsonb, encode(sha256(convert_to(content::text, 'UTF8')), 'hex'), now() from content`
}

/** The closed month and its step; returns the sums. */
const step = ({ first }: Days) => `with month as (
    insert into monthly_financial (company_code, month_on, status, snapshot_no, closed_at, closed_by, created_at, updated_at)
    values ('001', ${first}, 'closed', 1, now(), 1, now(), now())),
  step as (insert into monthly_step (company_code, month_on, action, snapshot_no, at)
    values ('001', ${first}, 'close', 1, now()))
  select head -> 'sums' as sums from monthly_snapshot where month_on = ${first} and no = 1`
