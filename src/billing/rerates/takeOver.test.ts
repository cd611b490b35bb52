import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fillWithDemo } from '#app/upgrades/demos.ts'
import { migrate } from '#db/migrate.ts'
import { emptyDatabase } from '#testing/testApp.ts'
import { compareNightly } from './compare.ts'

test('migrated bills of version 0.1.0 store the sum of their price lines, and unexplained differences are listed', async () => {
  const db = await emptyDatabase()
  await fillWithDemo(db, '0.1.0')
  await migrate(db)
  const { rows: last } = await sql<{ month: string }>`select to_char(max(month_on), 'YYYY-MM') as month
    from customer_bill where status <> 'draft' and origin <> 'opening'`.execute(db)
  const clock = () => new Date(`${last[0]?.month}-28T04:00:00Z`)
  for (const companyCode of ['001', '002', '003'])
    await compareNightly({ db, clock }, companyCode, () => false)
  const { rows } = await sql<{ bills: number; unlike: number }>`
    select count(*)::int as bills, count(*) filter (where kept.priced_cents <> (
        select coalesce(sum(line.amount_cents), 0) from customer_bill_line line where line.bill_id = kept.bill_id
          and line.item in ('monthly', 'daily', 'hourly', 'overage', 'commission')))::int as unlike
    from customer_bill_price kept join customer_bill bill on bill.id = kept.bill_id where bill.origin = 'proposed'`.execute(
    db,
  )
  assert.ok((rows[0]?.bills ?? 0) > 100, JSON.stringify(rows))
  assert.equal(rows[0]?.unlike, 0)
  // The demo bills match the demo data.
  assert.deepEqual(await db.selectFrom('rerate').selectAll().execute(), [])
})
