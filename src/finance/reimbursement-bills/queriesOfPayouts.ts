import type { Insertable } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { ReimbursementPayout } from '#db/tables.ts'
import { notFound } from '#kit/errors.ts'
import { scope } from '#kit/scope.ts'

/** Encrypted cards by claim id. */
export async function findSealedCards(db: Database, ids: readonly number[]): Promise<Map<number, Buffer>> {
  const rows = await db
    .selectFrom('reimbursementBill')
    .select(['id', 'payeeCardSealed'])
    .where('id', 'in', ids)
    .where('payeeCardSealed', 'is not', null)
    .execute()
  return new Map(rows.flatMap(({ id, payeeCardSealed: card }) => (card ? [[id, card]] : [])))
}

/** Saves a payment file with its claims; a unique constraint rejects claims in another file. */
export async function insertPayout(
  db: Database,
  file: Insertable<ReimbursementPayout>,
  claims: readonly { billId: number; cents: number }[],
): Promise<void> {
  const { id: payoutId } = await db
    .insertInto('reimbursementPayout')
    .values(file)
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = claims.map((claim) => ({ ...claim, payoutId }))
  await db.insertInto('reimbursementPayoutClaim').values(rows).execute()
}

/** Reads and locks a payment file in scope; throws NOT_FOUND. */
export async function lockPayout(db: Database, actor: Actor, id: number) {
  const row = await db
    .selectFrom('reimbursementPayout')
    .select(['code', 'droppedAt'])
    .where('id', '=', id)
    .where(scope(actor, 'canReviewReimbursementBill', { company: 'reimbursementPayout.companyCode' }))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('付款文件')
  return row
}

/** Frees the unpaid claims of a payment file and returns them, by id. */
export async function freeClaims(db: Database, payoutId: number) {
  const unpaid = await db
    .selectFrom('reimbursementBill as bill')
    .innerJoin('reimbursementPayoutClaim as part', 'part.billId', 'bill.id')
    .select(['bill.id', 'bill.companyCode'])
    .where('part.payoutId', '=', payoutId)
    .where('bill.status', '<>', 'paid')
    .orderBy('bill.id')
    .forUpdate('bill')
    .execute()
  if (unpaid.length === 0) return []
  await db
    .updateTable('reimbursementPayoutClaim')
    .set({ freed: true })
    .where('payoutId', '=', payoutId)
    .where(
      'billId',
      'in',
      unpaid.map(({ id }) => id),
    )
    .execute()
  return unpaid
}

export async function markDropped(
  db: Database,
  id: number,
  dropped: { droppedAt: Date; droppedBy: number; droppedWhy: string },
): Promise<void> {
  await db.updateTable('reimbursementPayout').set(dropped).where('id', '=', id).execute()
}
