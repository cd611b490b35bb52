import pg from 'pg'
import { hashPassword } from '#kit/secret.ts'
import { beginStoreDays, PASSWORD, people, shops } from './world.ts'

/**
 * Data whose history grows while everything else stays the same: the number of stores, and of days with figures for
 * each.
 */
export interface LongWorld {
  stores: number
  days: number
}

/** Number of days written by one statement. */
const SLICE_DAYS = 30

/** The tables with a day's figures, and their indexes, which are faster to build afterwards. */
const TABLES = [
  {
    name: 'store_daily',
    key: 'store_id, on_day',
    indexes: { store_daily_day: 'on_day, store_id' },
  },
  {
    name: 'agent_daily',
    key: 'store_id, on_day, nick',
    indexes: { agent_daily_company_day: 'company_code, on_day', agent_daily_nick: 'store_id, nick, on_day' },
  },
]

/** Fills a migrated, empty database with staff and stores, without figures. */
export async function fillPlaces(url: string, stores: number): Promise<void> {
  await inClient(url, async (client) => {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    for (const statement of people(stores)) await client.query(statement)
    // Staff hired before the history begins owe figures on each of its days.
    await client.query('update staff set password_hash = $1, hired_on = current_date - 2000', [
      await hashPassword(PASSWORD),
    ])
    // Statistics for the lookup of staff by name when stores are inserted.
    await client.query('analyze staff')
    for (const statement of shops(stores)) await client.query(statement)
    // Tens of millions of rows that need not survive a crash.
    for (const { name } of TABLES) await client.query(`alter table ${name} set unlogged`)
    await client.query('commit')
    await client.query('vacuum analyze')
  })
}

/**
 * Extends the history of every store, and of its one nick, to the given number of days; existing days stay. Three per
 * cent of the days are missing.
 */
export async function lengthenHistory(url: string, { days }: LongWorld): Promise<void> {
  await inClient(url, async (client) => {
    const { rows } = await client.query(
      `select coalesce((now() at time zone 'Asia/Shanghai')::date - min(on_day), 0) as days from store_daily`,
    )
    let existingDays = Number(rows[0].days)
    // The history of an earlier run is longer: start again.
    if (existingDays > days) {
      await client.query('truncate store_daily, agent_daily, store_month, store_day')
      existingDays = 0
    }
    if (existingDays === days) return
    await client.query('begin')
    // Skip triggers: generated rows are valid, and months are summed afterwards.
    await client.query('set local session_replication_role = replica')
    await client.query(`set local maintenance_work_mem = '512MB'`)
    await dropIndexes(client)
    for (let from = existingDays; from < days; from += SLICE_DAYS) {
      const to = Math.min(from + SLICE_DAYS, days)
      await client.query(figures(from + 1, to))
      await client.query(agentFigures(from + 1, to))
    }
    await createIndexes(client)
    await sumMonths(client, existingDays)
    // The stores begin with their history: earlier days, on which no figures are expected, get no rows.
    await client.query('update store set online_on = current_date - $1::int', [days])
    await client.query('update store_state set from_on = current_date - $1::int', [days])
    await client.query('commit')
    await client.query('set session_replication_role = origin')
    await beginStoreDays(client)
    await client.query('vacuum analyze store, store_state, store_daily, agent_daily, store_month, store_day')
  })
}

/** Drops the primary keys and indexes of the tables with a day's figures. */
async function dropIndexes(client: pg.Client): Promise<void> {
  for (const { name, indexes } of TABLES) {
    await client.query(`alter table ${name} drop constraint ${name}_pkey`)
    for (const index of Object.keys(indexes)) await client.query(`drop index ${index}`)
  }
}

/** Creates the dropped primary keys and indexes, and updates the statistics. */
async function createIndexes(client: pg.Client): Promise<void> {
  for (const { name, key, indexes } of TABLES) {
    await client.query(`alter table ${name} add primary key (${key})`)
    for (const [index, columns] of Object.entries(indexes)) {
      await client.query(`create index ${index} on ${name} (${columns})`)
    }
    await client.query(`analyze ${name}`)
  }
}

/** Sums the months that contain new days. */
async function sumMonths(client: pg.Client, existingDays: number): Promise<void> {
  const from = `(select date_trunc('month', min(on_day))::date from store_daily)`
  const to = `date_trunc('month', (now() at time zone 'Asia/Shanghai')::date - ${existingDays})::date`
  await client.query(`delete from store_month where month_on between ${from} and ${to}`)
  await client.query(`insert into store_month select summed.*
    from generate_series(${from}, ${to}, interval '1 month') month cross join store
      cross join lateral store_month_of(store.id, month::date) summed`)
}

/** The columns of a day's figures that the store lists read: the volume and the reply rate, for `v` users. */
const FIGURES = 'company_code, consult_users, replied, reply_base, source, updated_at'
const VALUES = `'001', v, v - v / 25, v, 'imported', on_day + interval '30 hours'`

/** Inserts figures of the days from `first` to `last` days before today, oldest first, in the order of imports. */
function figures(first: number, last: number): string {
  return `insert into store_daily (store_id, on_day, ${FIGURES})
    select store_id, on_day, ${VALUES} from (
      select store.id as store_id, day.on_day, 20 + (store.id * 7 + n * 13) % 200 + store.id % 300 as v
      from generate_series(${last}, ${first}, -1) n
        cross join lateral (select (now() at time zone 'Asia/Shanghai')::date - n as on_day) day
        cross join store
      where (store.id * 31 + n * 17) % 100 >= 3) given`
}

/** Inserts the figures of each store's one nick on the same days. */
function agentFigures(first: number, last: number): string {
  return `insert into agent_daily (store_id, on_day, nick, company_code, handled_users, source)
    select account.store_id, day.on_day, account.nick, '001', 20 + (account.store_id * 7 + n * 13) % 200, 'imported'
    from generate_series(${last}, ${first}, -1) n
      cross join lateral (select (now() at time zone 'Asia/Shanghai')::date - n as on_day) day
      cross join agent_account account
    where (account.store_id * 31 + n * 17) % 100 >= 3`
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
