import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { readTieFacts } from '#billing/receivables/ties/queries.ts'
import { findTieGaps } from '#billing/receivables/ties/rules.ts'
import type { Database } from '#db/connect.ts'
import { migrate } from '#db/migrate.ts'
import { monthAfter } from '#kit/calendar.ts'
import { emptyDatabase } from '#testing/testApp.ts'
import { fillWithDemo } from './demos.ts'

const snapshots = async (db: Database) =>
  (
    await sql<{ whole: object }>`select to_jsonb(s) as whole from monthly_snapshot s order by id`.execute(db)
  ).rows.map(({ whole }) => whole)

test('after an upgrade old snapshots are unchanged, without accounts, and every month of the books ties', async () => {
  const db = await emptyDatabase()
  await fillWithDemo(db, '0.1.0')
  const before = await snapshots(db)
  assert.ok(before.length > 0)
  await migrate(db)
  assert.deepEqual(await snapshots(db), before)
  const { rows } = await sql<{ code: string; from: string; to: string }>`
    select company.code, to_char(books_from, 'YYYY-MM') as from,
      to_char((select max(issued_on) from customer_bill where company_code = company.code), 'YYYY-MM') as to
    from company where exists (select from customer_bill where company_code = company.code and issued_on is not null)`.execute(
    db,
  )
  assert.ok(rows.length > 0)
  for (const { code: companyCode, from, to } of rows) {
    for (let month = from; month <= to; month = monthAfter(month)) {
      const facts = await readTieFacts(db, { companyCode, month })
      assert.equal(facts.before, null)
      assert.deepEqual(findTieGaps(facts), [], `${companyCode} ${month}`)
    }
  }
})
