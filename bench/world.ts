import { readFileSync } from 'node:fs'
import pg from 'pg'
import { hashPassword } from '#kit/secret.ts'

/** How large the bench's world is: so many stores, each with figures on so many days up to yesterday. */
export interface Size {
  stores: number
  days: number
}

/** 3,000,000 store-days: three thousand stores over not quite three years. */
export const FULL: Size = { stores: 3_000, days: 1_000 }
export const QUICK: Size = { stores: 400, days: 1_000 }

export const PASSWORD = 'Demo@2026'

/** Nicks have figures for so many days; that makes 1,100,000 rows beside the stores' own. */
const NICK_DAYS = 366

/** The stores that files of 飞鸽 are imported into are every tenth one. */
const PLATFORMS = `(array['taobao','tmall','jd','pdd','taobao','tmall','jd','pdd','kuaishou','douyin'])[1 + n % 10]`

/** Fills a migrated, empty database. Everything is computed from row numbers, so that each run measures the same. */
export async function fillWorld(url: string, { stores, days }: Size): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  // Millions of rows that are right by how they are made need not be looked up one by one.
  await client.query('set local session_replication_role = replica')
  for (const statement of people(stores)) await client.query(statement)
  await client.query(`update staff set password_hash = $1`, [await hashPassword(PASSWORD)])
  for (const statement of [...shops(stores), ...figures(days)]) await client.query(statement)
  await client.query('commit')
  // The days are written by plans that suit so many rows.
  await client.query('analyze')
  await beginStoreDays(client)
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}

/** Writes the rows of `store_day` anew, as the upgrade of a database does: in batches of days, up to today. */
export async function beginStoreDays(client: pg.Client): Promise<void> {
  const fill = readFileSync(new URL('../src/db/migrations/073-past-days.fill.sql', import.meta.url), 'utf8')
  await client.query('truncate store_day')
  await client.query('update store_days_begun set on_day = null')
  await client.query('set jit = off')
  while (((await client.query(fill)).rowCount ?? 0) > 0) {
    // A fill continues until it changes nothing.
  }
}

/** An admin, a head for every 50 stores, an agent for every 5, a sales person for every 100. */
export function people(stores: number): string[] {
  const add = (name: string, role: number, count: number, parent: string) => `
    insert into staff (company_code, username, password_hash, must_change_password, name, name_pinyin, role, parent_id)
    select '001', '${name}' || n, '-', false, '员工' || n, 'yuangong' || n, ${role}, ${parent}
    from generate_series(1, ${count}) n`
  return [
    `insert into company (code, name) values ('001', '后台总部')`,
    add('admin', 1, 1, 'null'),
    add('head', 2, stores / 50, 'null'),
    add('agent', 2, stores / 5, `(select id from staff where username = 'head' || (1 + n % ${stores / 50}))`),
    add('sales', 3, stores / 100, 'null'),
  ]
}

/** Customers, stores, who serves them, and by which nick. */
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

/** A store's or nick's figures of a day, from `v` buyers. */
export const VALUES = `'001', v, v - v / 20, v / 25, v - v / 25, v, v - v / 15, v, v - v / 8, v, v * 1500, v, v * 2800, v,
  v / 9, v / 8, v / 2, v / 5, v * 8800, 'imported', on_day + interval '30 hours'`

/** Day after day, as imports bring them: a day's rows lie together. Three days in a hundred are missing. */
function figures(days: number): string[] {
  const given = (count: number, share: number) => `
    (select store.id as store_id, day.on_day, (20 + (store.id * 7 + n * 13) % 200 + store.id % 300) / ${share} as v
     from generate_series(${count}, 1, -1) n
     cross join lateral (select (now() at time zone 'Asia/Shanghai')::date - n as on_day) day
     cross join store where (store.id * 31 + n * 17) % 100 >= 3 and not (store.platform = 'douyin' and n <= 60) order by n desc, store.id) given`
  return [
    `insert into store_daily (store_id, on_day, ${COLUMNS}) select store_id, on_day, ${VALUES} from ${given(days, 1)}`,
    `insert into agent_daily (store_id, on_day, nick, ${COLUMNS})
     select store_id, on_day, '商家' || store_id || '旗舰店:小雨', ${VALUES} from ${given(NICK_DAYS, 2)}`,
  ]
}
