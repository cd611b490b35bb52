/**
 * Bills of a month for 20,000 stores: proposed, proposed again, and a price trial, compared with the least SQL for the
 * same amounts.
 */
import pg from 'pg'
import type { Trial } from '#billing/customer-bills/contractTrial.ts'
import { PLANNER_OPTIONS } from '#db/statements.ts'
import { VERSION_SETTING } from '#db/version.ts'
import { monthBefore, monthOf, today } from '#kit/calendar.ts'
import { type Cluster, createDatabaseOn } from '../cluster.ts'
import { beginBooks, fillMoney } from '../moneyWorld.ts'
import { post, signIn, startOurs } from '../programs.ts'
import { compareWithLeast, type SqlComparison } from '../sqlComparison.ts'

const [FULL_STORES, QUICK_STORES] = [20_000, 2_000]

/** The first proposal takes seconds, so that more would take long. */
const MAX_PAIRS = 9

const TRIED = { model: 'included', monthlyCents: 160_000, includedDaily: 80, overageCents: 60 }

/**
 * The month of each store: days in service, fee, users over the included volume, and whether figures are missing;
 * amounts in 分. Written by hand for the bench's data: one set of terms per store, three models.
 */
const priced = (first: string) => `
  day as (select generate_series('${first}'::date, '${first}'::date + interval '1 month - 1 day', '1 day')::date on_day),
  state as (select store_id, status, from_on, lead(from_on) over (partition by store_id order by from_on, id) to_on
    from store_state),
  served as (select store_id, count(*) days, min(on_day) from_on, max(on_day) to_on from state join day on on_day >= from_on and (to_on is null or on_day < to_on)
    where status = 'serving' group by store_id),
  volume as (select store_id, sum(consult_users) people, count(consult_users) known from store_daily
    where on_day between '${first}' and '${first}'::date + interval '1 month - 1 day' group by store_id),
  priced as (select store.id store_id, customer_id, terms.id terms_id, days, served.from_on, served.to_on, (select count(*) from day) month_days, pricing,
    pricing->>'model' = 'daily' is_daily, coalesce((pricing->>'dayCents')::bigint, (pricing->>'monthlyCents')::bigint) fee,
    greatest(0, people - days * (pricing->>'includedDaily')::int) beyond, (pricing->>'overageCents')::bigint price,
    people, pricing->>'model' = 'included' and coalesce(known, 0) < days lacks
    from store join served on served.store_id = store.id join store_terms terms on terms.store_id = store.id
      left join volume on volume.store_id = store.id where store.company_code = '001'),
  line as (
    select store_id, customer_id, terms_id, from_on, to_on, 1 position, case when is_daily then 'daily' else 'monthly' end item, days qty,
      case when is_daily then 1 else month_days end per, fee price,
      case when is_daily then fee * days else round(fee * days / month_days::numeric)::bigint end amount_cents from priced
    union all
    select store_id, customer_id, terms_id, from_on, to_on, 2, 'overage', beyond, 1, price, beyond * price from priced where beyond > 0)`

/** Inserts bills and lines, and for each bill an audit line with its fields and a digest. */
const written = (first: string) => `with ${priced(first)},
  bill as (insert into customer_bill (company_code, customer_id, store_id, kind, month_on, from_on, to_on, total_cents,
      origin, created_at, created_by, updated_at, updated_by)
    select '001', customer_id, store_id, 'service', '${first}', '${first}',
      ('${first}'::date + interval '1 month - 1 day')::date, sum(amount_cents), 'proposed', now(), 1, now(), 1
    from line group by store_id, customer_id returning *),
  lines as (insert into customer_bill_line (bill_id, position, item, from_on, to_on, terms_id, qty, per, price,
      amount_cents, tax_rate_bp)
    select bill.id, position, item, line.from_on, line.to_on, terms_id, qty, per, price, amount_cents, 600
    from line join bill using (store_id)),
  told as (select bill.id, jsonb_build_object('id', array[null, bill.id], 'code', array[null, code],
      'companyCode', array[null, company_code], 'customerId', array[null, bill.customer_id],
      'storeId', array[null, bill.store_id], 'kind', array[null, kind], 'status', array[null, status],
      'origin', array[null, origin], 'monthOn', array[null, month_on], 'fromOn', array[null, bill.from_on],
      'toOn', array[null, bill.to_on], 'totalCents', array[null, total_cents], 'discountCents', array[null, discount_cents],
      'receivedCents', array[null, received_cents], 'refundedCents', array[null, refunded_cents],
      'writtenOffCents', array[null, written_off_cents], 'prepaid', array[null, prepaid],
      'withdrawn', array[null, withdrawn], 'lines', lines.told) changes, uuid_send(gen_random_uuid()) salt
    from bill join (select store_id, jsonb_agg(item || ' ' || price || ' × ' || qty || '/' || per || ' = ' || amount_cents
        order by position) told from line group by store_id) lines using (store_id)),
  logged as (insert into audit (company_code, at, actor_id, actor_name, action, entity, record_id, changes, request_id,
      salt, mac)
    select '001', now(), 1, 'admin', 'propose', 'customer-bill', id, changes, 'bench', salt,
      sha256(salt || convert_to(id || changes::text, 'UTF8')) from told)
  select sum(total_cents)::bigint total from bill`

/** Locks the existing bills, and compares their lines with the current result of the month. */
const compared = (first: string) => `with ${priced(first)},
  bill as materialized (select id, store_id, total_cents, missing from customer_bill
    where company_code = '001' and month_on = '${first}' and status = 'draft' order by id for update)
  select (select sum(total_cents) from bill)::bigint total, count(*) filter (where was.amount_cents is null
      or line.amount_cents is null or (was.item, was.qty, was.per, was.price, was.terms_id, was.amount_cents)
        is distinct from (line.item, line.qty, line.per, line.price, line.terms_id, line.amount_cents)) changed,
    (select count(*) from priced where lacks) incomplete
  from line full join (select bill.store_id, standing.* from bill
      join customer_bill_line standing on standing.bill_id = bill.id) was
    on was.store_id = line.store_id and was.position = line.position`

/** Each store under its terms and under the tried price; names and billed amounts of the 100 largest differences. */
const tried = (first: string) => `with ${priced(first)},
  present as (select store_id, sum(amount_cents) cents from line group by store_id),
  trial as (select store_id, lacks, coalesce(cents, 0) cents, round(${TRIED.monthlyCents} * days / month_days::numeric)
      + greatest(0, coalesce(people, 0) - days * ${TRIED.includedDaily}) * ${TRIED.overageCents} tried
    from priced left join present using (store_id)),
  billed as (select store_id, sum(total_cents) cents from customer_bill where month_on = '${first}'
    and status not in ('draft', 'void') group by store_id),
  page as (select store.id, store.name, store.platform, customer.name customer_name, trial.cents, tried,
      tried - trial.cents difference, billed.cents billed
    from trial join store on store.id = trial.store_id join customer on customer.id = store.customer_id
      left join billed on billed.store_id = trial.store_id
    order by abs(tried - trial.cents) desc, store.id limit 100)
  select sum(cents)::bigint total, sum(tried)::bigint tried, count(*) filter (where tried > cents) more,
    count(*) filter (where tried < cents) less, count(*) filter (where lacks) incomplete,
    (select json_agg(page) from page) page, (select sum(difference) from page) difference
  from trial`

/** Measures each `pairs` times. Throws if our result and that of the statement differ by a cent. */
export async function measureProposals(
  { url }: Cluster,
  isQuick: boolean,
  pairs: number,
): Promise<Record<string, SqlComparison>> {
  const stores = isQuick ? QUICK_STORES : FULL_STORES
  const databaseUrl = await createDatabaseOn(url, `houtai_bench_money_${stores}`, (newUrl) =>
    fillMoney(newUrl, stores),
  )
  const month = monthBefore(monthBefore(monthOf(today(() => new Date()))))
  await beginBooks(databaseUrl, month)
  const ours = await startOurs({ DATABASE_URL: databaseUrl })
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: `${PLANNER_OPTIONS} -c ${VERSION_SETTING}`,
  })
  await client.connect()
  try {
    const authorization = await signIn(ours.base, 'admin1')
    const bills = `${ours.base}/api/customer-bills`
    const propose = async () =>
      (await post<{ totalCents: number }>(`${bills}/propose`, authorization, { month })).totalCents
    const trialInput = { month, pricing: TRIED }
    const tryPrice = async () => {
      const found = await post<Trial>(`${bills}/trial`, authorization, trialInput)
      const difference = found.items.reduce((all, { differenceCents }) => all + differenceCents, 0)
      return [found.presentCents, found.trialCents, found.more, found.less, difference].join(' ')
    }
    const row = async (text: string) => (await client.query(text)).rows[0]
    const first = `${month}-01`
    const times = Math.min(pairs, MAX_PAIRS)
    const clear = () => deleteDrafts(client, month)
    const write = async () => Number((await row(written(first))).total)
    const compare = async () => {
      const { total, changed } = await row(compared(first))
      return Number(changed) === 0 ? Number(total) : `${changed} changed`
    }
    const count = async () => {
      const found = await row(tried(first))
      return [found.total, found.tried, found.more, found.less, found.difference].map(Number).join(' ')
    }
    const proposed = await compareWithLeast(
      { mine: propose, least: write, database: databaseUrl, prepare: clear, statements: 1 },
      times,
    )
    await clear()
    await propose()
    const proposedAgain = await compareWithLeast(
      { mine: propose, least: compare, database: databaseUrl, statements: 1 },
      times,
    )
    const triedPrice = await compareWithLeast(
      { mine: tryPrice, least: count, database: databaseUrl, statements: 1 },
      times,
    )
    await clear()
    return { proposed, proposedAgain, tried: triedPrice }
  } finally {
    await client.end()
    await ours.stop()
  }
}

/** Deletes a month's drafts, and vacuums the tables. */
async function deleteDrafts(client: pg.Client, month: string): Promise<void> {
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  await client.query(
    `delete from customer_bill_line where bill_id in (select id from customer_bill where month_on = $1)`,
    [`${month}-01`],
  )
  await client.query('delete from customer_bill where month_on = $1', [`${month}-01`])
  await client.query('commit')
  await client.query('vacuum analyze customer_bill, customer_bill_line')
}
