import pg from 'pg'
import { hashPassword } from '#kit/secret.ts'
import { PASSWORD, people, shops } from './world.ts'

/** A world whose history grows while everything else stays: so many stores, each with figures on so many days. */
export interface LongWorld {
  stores: number
  days: number
}

/** So many days are written at once. */
const SLICE_DAYS = 30

/** The agents have figures for so many days: what their report of a week reads, and the weeks that it compares with. */
const AGENT_DAYS = 45

/** Fills a migrated, empty database with people, stores and the agents' last weeks, and no store's figures yet. */
export async function fillPlaces(url: string, stores: number): Promise<void> {
  await inClient(url, async (client) => {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    for (const statement of people(stores)) await client.query(statement)
    await client.query('update staff set password_hash = $1', [await hashPassword(PASSWORD)])
    // Stores find the people who serve them by their names.
    await client.query('analyze staff')
    for (const statement of shops(stores)) await client.query(statement)
    await client.query(agentFigures())
    // Tens of millions of rows that nobody has to find again after a crash.
    await client.query('alter table store_daily set unlogged')
    await client.query('commit')
    await client.query('vacuum analyze')
  })
}

/** Makes the history of every store as long as it shall be; what is there already stays. Three days in a hundred lack. */
export async function lengthenHistory(url: string, { days }: LongWorld): Promise<void> {
  await inClient(url, async (client) => {
    const { rows } = await client.query(
      `select coalesce((now() at time zone 'Asia/Shanghai')::date - min(on_day), 0) as days from store_daily`,
    )
    const known = Number(rows[0].days)
    if (known >= days) return
    await client.query('begin')
    // What is right by how it is made need not be looked up row by row, nor be summed day by day.
    await client.query('set local session_replication_role = replica')
    await client.query(`set local maintenance_work_mem = '512MB'`)
    // An index that is built afterwards is sorted once; kept meanwhile, each row would look for its place.
    await client.query('alter table store_daily drop constraint store_daily_pkey')
    await client.query('drop index store_daily_day')
    for (let from = known; from < days; from += SLICE_DAYS) {
      await client.query(figures(from + 1, Math.min(from + SLICE_DAYS, days)))
    }
    await client.query('alter table store_daily add primary key (store_id, on_day)')
    await client.query('create index store_daily_day on store_daily (on_day, store_id)')
    await client.query('analyze store_daily')
    await sumMonths(client, known)
    await client.query('commit')
    await client.query('vacuum analyze store_daily, store_month')
  })
}

/** Sums the months that were not whole before: those of the new days. */
async function sumMonths(client: pg.Client, known: number): Promise<void> {
  const from = `(select date_trunc('month', min(on_day))::date from store_daily)`
  const to = `date_trunc('month', (now() at time zone 'Asia/Shanghai')::date - ${known})::date`
  await client.query(`delete from store_month where month_on between ${from} and ${to}`)
  await client.query(`insert into store_month select summed.*
    from generate_series(${from}, ${to}, interval '1 month') month cross join store
      cross join lateral store_month_of(store.id, month::date) summed`)
}

/** The least of a day's figures that the lists of stores read: the volume and the reply rate, from `v` buyers. */
const FIGURES = 'company_code, consult_users, replied, reply_base, source, updated_at'
const VALUES = `'001', v, v - v / 25, v, 'imported', on_day + interval '30 hours'`

/** Figures of the days from the `first` to the `last` before today, the oldest first, as imports bring them. */
function figures(first: number, last: number): string {
  return `insert into store_daily (store_id, on_day, ${FIGURES})
    select store_id, on_day, ${VALUES} from (
      select store.id as store_id, day.on_day, 20 + (store.id * 7 + n * 13) % 200 + store.id % 300 as v
      from generate_series(${last}, ${first}, -1) n
        cross join lateral (select (now() at time zone 'Asia/Shanghai')::date - n as on_day) day
        cross join store
      where (store.id * 31 + n * 17) % 100 >= 3) given`
}

/** Each store's one nick, on the last days. */
function agentFigures(): string {
  return `insert into agent_daily (store_id, on_day, nick, company_code, handled_users, source)
    select account.store_id, (now() at time zone 'Asia/Shanghai')::date - n, account.nick, '001',
      20 + (account.store_id * 7 + n * 13) % 200, 'imported'
    from agent_account account cross join generate_series(${AGENT_DAYS}, 1, -1) n`
}

async function inClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
