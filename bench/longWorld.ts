import pg from 'pg'
import { hashPassword } from '#kit/secret.ts'
import { COLUMNS, PASSWORD, people, shops, VALUES } from './world.ts'

/** A world whose history grows while everything else stays: so many stores, each with figures on so many days. */
export interface LongWorld {
  stores: number
  days: number
}

/** So many days are written at once. */
const SLICE_DAYS = 30

/** Fills a migrated, empty database with people and stores, and no figures yet. */
export async function fillPlaces(url: string, stores: number): Promise<void> {
  await inClient(url, async (client) => {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    for (const statement of people(stores)) await client.query(statement)
    await client.query('update staff set password_hash = $1', [await hashPassword(PASSWORD)])
    // Stores find the people who serve them by their names.
    await client.query('analyze staff')
    for (const statement of shops(stores)) await client.query(statement)
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
    // What is right by how it is made need not be looked up row by row, nor be summed day by day.
    await client.query('set session_replication_role = replica')
    for (let from = Number(rows[0].days); from < days; from += SLICE_DAYS) {
      await client.query(figures(from + 1, Math.min(from + SLICE_DAYS, days)))
    }
    await client.query(`insert into store_month select summed.* from
      (select distinct store_id, date_trunc('month', on_day)::date as month_on from store_daily) month
        cross join lateral store_month_of(month.store_id, month.month_on) summed on conflict do nothing`)
    await client.query('vacuum analyze store_daily, store_month')
  })
}

/** Figures of the days from the `first` to the `last` before today, the oldest first, as imports bring them. */
function figures(first: number, last: number): string {
  return `insert into store_daily (store_id, on_day, ${COLUMNS})
    select store_id, on_day, ${VALUES} from (
      select store.id as store_id, day.on_day, 20 + (store.id * 7 + n * 13) % 200 + store.id % 300 as v
      from generate_series(${last}, ${first}, -1) n
        cross join lateral (select (now() at time zone 'Asia/Shanghai')::date - n as on_day) day
        cross join store
      where (store.id * 31 + n * 17) % 100 >= 3) given`
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
