import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fillWithDemo } from '#app/upgrades/demos.ts'
import { emptyDatabase } from '#testing/testApp.ts'
import { migrate } from './migrate.ts'

/** A database of version 0.1.0 with two more companies: 901 has a store and nothing else, 902 only a bill. */
const db = await emptyDatabase()
await fillWithDemo(db, '0.1.0')
await sql`insert into company (code, name) values ('901', '开通到一半'), ('902', '只有账单')`.execute(db)
await sql`insert into customer (company_code, code, name, name_key, owner_id, status)
  select new.code, 'KH1', '客户', '客户', 1, 'active' from (values ('901'), ('902')) new (code)`.execute(db)
await sql`insert into store (company_code, code, customer_id, platform, name, name_key)
  select company_code, 'DP1', id, 'tmall', '店铺', '店铺' from customer where company_code = '901'`.execute(
  db,
)
await sql`insert into customer_bill (company_code, customer_id, kind, month_on, from_on, to_on, status, total_cents, origin,
    created_at, updated_at)
  select company_code, id, 'extra', '2026-01-01', '2026-01-01', '2026-01-31', 'draft', 1, 'keyed', now(), now()
  from customer where company_code = '902'`.execute(db)
await migrate(db)

test('companies with figures or bills are past their set-up; one in the middle of it still sees the list', async () => {
  const { rows } = await sql<{ code: string; finished: boolean | null }>`
    select company.code, finished_at is not null as finished
    from company left join company_setup on company_code = code order by code`.execute(db)
  const codes = (finished: boolean) => rows.filter((row) => row.finished === finished).map(({ code }) => code)
  assert.deepEqual(codes(true), ['001', '002', '003', '902'])
  assert.deepEqual(codes(false), ['901'])
})
