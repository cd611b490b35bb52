import { readFileSync } from 'node:fs'
import pg from 'pg'
import { hashPassword } from '#kit/secret.ts'

/** The size of the bench's data: the number of stores, and of days with figures for each, up to yesterday. */
export interface Size {
  stores: number
  days: number
}

/** 3,000,000 store-days: three thousand stores over almost three years. */
export const FULL: Size = { stores: 3_000, days: 1_000 }
export const QUICK: Size = { stores: 400, days: 1_000 }

export const PASSWORD = 'Demo@2026'

/** Days with figures of nicks: 1,100,000 rows in addition to those of the stores. */
const NICK_DAYS = 366

/** Every tenth store receives imports of 飞鸽 files. */
const PLATFORMS = `(array['taobao','tmall','jd','pdd','taobao','tmall','jd','pdd','kuaishou','douyin'])[1 + n % 10]`

/** The company of people and records; the others have none. */
const HEADQUARTERS = '001'

/**
 * Fills a migrated, empty database. Everything is computed from row numbers, so that each run measures the same.
 * `company`: whose people and records they are.
 */
export async function fillWorld(url: string, { stores, days }: Size, company = HEADQUARTERS): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  // Skip triggers and foreign keys: millions of generated rows are valid.
  await client.query('set local session_replication_role = replica')
  for (const statement of people(stores)) await client.query(statement)
  await client.query(`update staff set password_hash = $1`, [await hashPassword(PASSWORD)])
  for (const statement of [...shops(stores), PRICES, ...figures(days)]) await client.query(statement)
  if (company !== HEADQUARTERS) await giveAllTo(client, company)
  await client.query('commit')
  // Statistics, so that the days are written with suitable plans.
  await client.query('analyze')
  await beginStoreDays(client)
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}

/** Inserts a price for every store. */
const PRICES = `insert into store_terms (company_code, store_id, from_on, pricing, store_salary_cents, created_at)
  select company_code, id, online_on, jsonb_build_object('model', 'fixed', 'monthlyCents', 200000 + id), 90000, now()
  from store order by id`

/** Gives every row of the headquarters to another company, which it creates. */
async function giveAllTo(client: pg.Client, company: string): Promise<void> {
  await client.query('insert into company (code, name) values ($1, $2)', [company, '客服公司'])
  const { rows } = await client.query(
    `select table_name as name from information_schema.columns join pg_tables on tablename = table_name
     where table_schema = 'public' and schemaname = 'public' and column_name = 'company_code'`,
  )
  for (const { name } of rows) await client.query(`update ${name} set company_code = $1`, [company])
}

/** Rewrites the rows of `store_day` like a database upgrade: in batches of days, up to today. */
export async function beginStoreDays(client: pg.Client): Promise<void> {
  const fill = readFileSync(new URL('../src/db/migrations/073-past-days.fill.sql', import.meta.url), 'utf8')
  await client.query('truncate store_day')
  await client.query('update store_days_begun set on_day = null')
  await client.query('set jit = off')
  while (((await client.query(fill)).rowCount ?? 0) > 0) {
    // Each fill processes one batch; the last one changes nothing.
  }
}

/** Inserts an admin, a head per 50 stores, an agent per 5 and a sales person per 100. */
export function people(stores: number): string[] {
  const add = (name: string, role: number, count: number, parent: string) => `
    insert into staff (company_code, username, password_hash, must_change_password, name, name_pinyin, role, parent_id)
    select '001', '${name}' || n, '-', false, '员工' || n, 'yuangong' || n, ${role}, ${parent}
    from generate_series(1, ${count}) n`
  return [
    `insert into company (code, name) values ('001', '后台总部')`,
    // Written by a trigger, which does not run while the world is filled.
    `select begin_shifts('001')`,
    add('admin', 1, 1, 'null'),
    add('head', 2, stores / 50, 'null'),
    add('agent', 2, stores / 5, `(select id from staff where username = 'head' || (1 + n % ${stores / 50}))`),
    add('sales', 3, stores / 100, 'null'),
  ]
}

/** Inserts customers and stores, their agents, and the agents' nicks. */
export function shops(stores: number): string[] {
  const staff = (name: string, count: number) =>
    `(select id from staff where username = '${name}' || (1 + n % ${count}))`
  return [
    `insert into customer (company_code, code, name, name_key, name_pinyin, owner_id, status, contract_end_on)
     select '001', 'KH' || n, '杭州商家' || n || '有限公司', 'key' || n, 'hangzhoushangjia' || n,
       ${staff('sales', stores / 100)}, 'active', current_date + n % 400
     from generate_series(1, ${stores / 2}) n`,
    `insert into store (company_code, code, customer_id, platform, name, name_key, name_pinyin, status, online_on,
       leader_id, target_reply_rate_bp, contract_end_on)
     select '001', 'DP' || n, 1 + n % ${stores / 2}, ${PLATFORMS}, '商家' || n || '旗舰店', '商家' || n || '旗舰店',
       'shangjia' || n || 'qijiandian', 'serving', current_date - 2000, ${staff('head', stores / 50)}, 9500,
       current_date + n % 400
     from generate_series(1, ${stores}) n`,
    `insert into store_state (company_code, store_id, status, from_on, created_at)
     select '001', n, 'serving', current_date - 2000, now() from generate_series(1, ${stores}) n`,
    `insert into store_assignment (company_code, store_id, staff_id, from_on)
     select '001', n, ${staff('agent', stores / 5)}, current_date - 2000 from generate_series(1, ${stores}) n`,
    `insert into agent_account (company_code, store_id, staff_id, nick, from_on)
     select '001', store_id, staff_id, '商家' || store_id || '旗舰店:小雨', from_on from store_assignment`,
  ]
}

/** The columns of a store's or nick's figures of a day. */
export const COLUMNS = `company_code, consult_users, handled_users, unreplied, replied, reply_base, within_3min,
  within_3min_base, within_30s, within_30s_base, frt_total_cs, frt_weight, art_total_cs, art_weight, satisfied,
  evaluated, inquiry_users, order_users, sales_cents, source, updated_at`

/** A store's or nick's figures of a day for `v` users. */
export const VALUES = `'001', v, v - v / 20, v / 25, v - v / 25, v, v - v / 15, v, v - v / 8, v, v * 1500, v, v * 2800, v,
  v / 9, v / 8, v / 2, v / 5, v * 8800, 'imported', on_day + interval '30 hours'`

/**
 * Inserts figures day by day in the order of imports, so that a day's rows are adjacent. Three per cent of the days are
 * missing.
 */
function figures(days: number): string[] {
  const dayRows = (count: number, share: number) => `
    (select store.id as store_id, day.on_day, (20 + (store.id * 7 + n * 13) % 200 + store.id % 300) / ${share} as v
     from generate_series(${count}, 1, -1) n
     cross join lateral (select (now() at time zone 'Asia/Shanghai')::date - n as on_day) day
     cross join store where (store.id * 31 + n * 17) % 100 >= 3 and not (store.platform = 'douyin' and n <= 60) order by n desc, store.id) given`
  return [
    `insert into store_daily (store_id, on_day, ${COLUMNS}) select store_id, on_day, ${VALUES} from ${dayRows(days, 1)}`,
    `insert into agent_daily (store_id, on_day, nick, ${COLUMNS})
     select store_id, on_day, '商家' || store_id || '旗舰店:小雨', ${VALUES} from ${dayRows(NICK_DAYS, 2)}`,
  ]
}
