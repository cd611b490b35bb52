/** Bills of a month for 20,000 stores: proposed, proposed again and tried, beside the least SQL of the same amounts. */
import pg from 'pg'
import { monthBefore, monthOf, today } from '#kit/calendar.ts'
import type { BesideSql } from '../besideSql.ts'
import { alternate } from '../besideSql.ts'
import type { Cluster } from '../cluster.ts'
import { besideDatabase } from '../cluster.ts'
import { beginBooks, fillMoney } from '../moneyWorld.ts'
import { post, signIn, startOurs } from '../programs.ts'

const [FULL_STORES, QUICK_STORES] = [20_000, 2_000]

/** Each takes seconds: a few say enough. */
const MOST_PAIRS = 3

/** What a month of each store comes to: served days, fee, people beyond what the fee includes. 分. */
const priced = (first: string) => `
  day as (select generate_series('${first}'::date, '${first}'::date + interval '1 month - 1 day', '1 day')::date on_day),
  state as (select store_id, status, from_on, lead(from_on) over (partition by store_id order by from_on, id) to_on
    from store_state),
  served as (select store_id, count(*) days from state join day on on_day >= from_on and (to_on is null or on_day < to_on)
    where status = 'serving' group by store_id),
  volume as (select store_id, sum(consult_users) people from store_daily
    where on_day between '${first}' and '${first}'::date + interval '1 month - 1 day' group by store_id),
  priced as (select store.id store_id, customer_id, terms.id terms_id, days, (select count(*) from day) month_days, pricing,
    pricing->>'model' = 'daily' is_daily, coalesce((pricing->>'dayCents')::bigint, (pricing->>'monthlyCents')::bigint) fee,
    greatest(0, people - days * (pricing->>'includedDaily')::int) beyond, (pricing->>'overageCents')::bigint price
    from store join served on served.store_id = store.id join store_terms terms on terms.store_id = store.id
      left join volume on volume.store_id = store.id where store.company_code = '001'),
  line as (
    select store_id, customer_id, terms_id, 1 position, case when is_daily then 'daily' else 'monthly' end item, days qty,
      case when is_daily then 1 else month_days end per, fee price,
      case when is_daily then fee * days else round(fee * days / month_days::numeric)::bigint end amount_cents from priced
    union all
    select store_id, customer_id, terms_id, 2, 'overage', beyond, 1, price, beyond * price from priced where beyond > 0)`

const written = (first: string) => `with ${priced(first)},
  bill as (insert into customer_bill (company_code, customer_id, store_id, kind, month_on, from_on, to_on, total_cents,
      origin, created_at, updated_at)
    select '001', customer_id, store_id, 'service', '${first}', '${first}', '${first}'::date + 27, sum(amount_cents),
      'proposed', now(), now() from line group by store_id, customer_id returning id, store_id, total_cents),
  lines as (insert into customer_bill_line (bill_id, position, item, terms_id, qty, per, price, amount_cents, tax_rate_bp)
    select bill.id, position, item, terms_id, qty, per, price, amount_cents, 600 from line join bill using (store_id))
  select sum(total_cents)::bigint total from bill`

const read = (first: string) => `with ${priced(first)} select sum(amount_cents)::bigint total from line`

const TRIED = { model: 'included', monthlyCents: 160_000, includedDaily: 80, overageCents: 60 }

/** Asks for each as often as `pairs` says. Throws where ours and the bare statement differ by a cent. */
export async function measureProposals(
  { url }: Cluster,
  isQuick: boolean,
  pairs: number,
): Promise<Record<string, BesideSql>> {
  const stores = isQuick ? QUICK_STORES : FULL_STORES
  const own = await besideDatabase(url, `houtai_bench_money_${stores}`, (fresh) => fillMoney(fresh, stores))
  const month = monthBefore(monthBefore(monthOf(today(() => new Date()))))
  await beginBooks(own, month)
  const ours = await startOurs({ DATABASE_URL: own })
  const client = new pg.Client({ connectionString: own, options: '-c jit=off' })
  await client.connect()
  try {
    const authorization = await signIn(ours.base, 'admin1')
    const bills = `${ours.base}/api/customer-bills`
    const propose = async () =>
      (await post<{ totalCents: number }>(`${bills}/propose`, authorization, { month })).totalCents
    const asked = { month, pricing: TRIED }
    const tryPrice = async () =>
      (await post<{ presentCents: number }>(`${bills}/trial`, authorization, asked)).presentCents
    const run = async (text: string) => Number((await client.query(text)).rows[0].total)
    const [write, count] = [() => run(written(`${month}-01`)), () => run(read(`${month}-01`))]
    const times = Math.min(pairs, MOST_PAIRS)
    const clear = () => takeAway(client, month)
    const beside = (
      mine: () => Promise<number>,
      bare: () => Promise<number>,
      prepare?: () => Promise<void>,
    ) => compared({ mine, bare, ...(prepare ? { prepare } : {}) }, times)
    const proposed = await beside(propose, write, clear)
    await clear()
    await propose()
    const proposedAgain = await beside(propose, count)
    const tried = await beside(tryPrice, count)
    await clear()
    return { proposed, proposedAgain, tried }
  } finally {
    await client.end()
    await ours.stop()
  }
}

interface Compared {
  mine: () => Promise<number>
  bare: () => Promise<number>
  prepare?: () => Promise<void>
}

async function compared({ mine, bare, prepare }: Compared, pairs: number): Promise<BesideSql> {
  const totals = new Set<number>()
  const keep = (work: () => Promise<number>) => async () => {
    totals.add(await work())
    if (totals.size > 1) throw new Error(`ours and the bare statement differ: ${[...totals].join(', ')}`)
  }
  const sides = { ask: keep(mine), run: keep(bare), ...(prepare ? { prepare } : {}) }
  return { ...(await alternate(sides, pairs)), statements: 1 }
}

/** Takes a month's drafts away, and lets the tables rest as they were. */
async function takeAway(client: pg.Client, month: string): Promise<void> {
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
