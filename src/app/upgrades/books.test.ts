import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from '#db/migrate.ts'
import { emptyDatabase } from '#testing/testApp.ts'
import { fillWithDemo } from './demos.ts'

test('an upgrade from 0.1.0 starts the books in the earliest closed month; a receipt of 2016 is outside them', async () => {
  const db = await emptyDatabase()
  await fillWithDemo(db, '0.1.0')
  await sql`insert into bill_receipt (company_code, bill_id, on_day, amount_cents, method, created_at, created_by)
    select company_code, bill_id, '2016-11-03', 1, 'bank', created_at, created_by from bill_receipt
    where method = 'bank' and company_code = '001' order by id limit 1`.execute(db)
  await migrate(db)
  const { rows: companies } = await sql<{ booksFrom: string; firstClosed: string | null }>`
    select books_from, (select min(month_on) from monthly_financial m
      where m.company_code = company.code and m.snapshot_no > 0) as first_closed
    from company order by code`.execute(db)
  assert.ok(companies[0]?.firstClosed)
  for (const { booksFrom, firstClosed } of companies) {
    assert.match(booksFrom, /-01$/)
    if (firstClosed) assert.equal(booksFrom, firstClosed)
  }
  const { rows: outside } = await sql<{ document: string; onDay: string; amountCents: number }>`
    select d.document, d.on_day, d.amount_cents from booked_document d, book_bounds(d.company_code, d.document) b
    where d.document = 'receipt' and (d.on_day < b.earliest or d.on_day > b.latest)`.execute(db)
  assert.ok(outside.some(({ onDay, amountCents }) => onDay === '2016-11-03' && amountCents === 1))
})
