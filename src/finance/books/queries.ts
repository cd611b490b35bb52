import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { type PageInput, pageOf } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'

const ORDER = {
  columns: { onDay: 'doc.onDay', amountCents: 'doc.amountCents' },
  fallback: 'onDay',
  tieBreaker: 'doc.id',
}

/** A page of documents in scope that are dated outside the books of their company. */
export async function findOutside(db: Database, actor: Actor, input: PageInput) {
  const query = db
    .selectFrom('bookedDocument as doc')
    .innerJoinLateral(
      sql<{ earliest: string; latest: string }>`book_bounds(doc.company_code, doc.document)`.as('bounds'),
      (join) => join.onTrue(),
    )
    .leftJoin('customerBill as bill', 'bill.id', 'doc.billId')
    .select(['doc.document', 'doc.id', 'doc.companyCode', 'doc.name', 'doc.onDay', 'doc.amountCents'])
    .select(['doc.billId', 'bill.version'])
    .where(sql<boolean>`(doc.on_day < bounds.earliest or doc.on_day > bounds.latest)`)
    .where(scope(actor, 'canChargeCustomer', { company: 'doc.companyCode' }))
  return pageOf(query, input, ORDER)
}

/** The number of documents in scope, inside and outside the books. */
export async function countDocuments(db: Database, actor: Actor): Promise<number> {
  const { count } = await db
    .selectFrom('bookedDocument as doc')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(scope(actor, 'canChargeCustomer', { company: 'doc.companyCode' }))
    .executeTakeFirstOrThrow()
  return count
}
