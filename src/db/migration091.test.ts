import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fillWithDemo } from '#app/upgrades/demos.ts'
import { emptyDatabase } from '#testing/testApp.ts'
import { migrate } from './migrate.ts'

/** A database of version 0.1.0 in which a second company, 901, has the most stores. */
const db = await emptyDatabase()
await fillWithDemo(db, '0.1.0')
const { rows: demo } = await sql<{ stores: number }>`select count(*)::int as stores from store`.execute(db)
await sql`insert into company (code, name) values ('901', '店铺最多')`.execute(db)
await sql`insert into customer (company_code, code, name, name_key, owner_id, status)
  values ('901', 'KH1', '客户', '客户', 1, 'active')`.execute(db)
await sql`insert into store (company_code, code, customer_id, platform, name, name_key, status, online_on)
  select '901', 'DP' || n, customer.id, 'tmall', '店铺' || n, '店铺' || n, 'serving', current_date - 3
  from customer cross join generate_series(1, ${(demo[0]?.stores ?? 0) + 1}) n where company_code = '901'`.execute(
  db,
)
await sql`insert into store_daily (company_code, store_id, on_day, consult_users, source)
  select '901', id, current_date - 2, 7, 'keyed' from store where company_code = '901'`.execute(db)
await migrate(db)

test('every day and month of a database with several companies gets the company of its store', async () => {
  // More stores than one batch of the fill corrects.
  assert.ok((demo[0]?.stores ?? 0) > 50)
  for (const table of ['store_day', 'store_month']) {
    const { rows } = await sql<{ companies: string; wrong: number }>`
      select string_agg(distinct store.company_code, ' ') as companies,
        count(*) filter (where kept.company_code <> store.company_code)::int as wrong
      from ${sql.table(table)} kept join store on store.id = kept.store_id`.execute(db)
    assert.deepEqual(rows, [{ companies: '001 002 003 901', wrong: 0 }], table)
  }
})
