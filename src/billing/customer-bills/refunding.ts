import type { Context } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { billAuditLine } from './log.ts'
import type { BillRow } from './queries.ts'
import * as queries from './queries.ts'
import { settledStatus } from './rules.ts'

/** Locks the bill that a refund refunds, before the refund itself; undefined for other bills. Throws NOT_FOUND. */
export async function lockRefunded({ db, actor }: Context, id: number): Promise<BillRow | undefined> {
  const { kind, relatesToId } = await queries.reachBill(db, actor, id)
  if (kind !== 'refund' || relatesToId === null) return undefined
  return queries.lockBill(db, actor, relatesToId)
}

/**
 * Adds `amountCents` (negative if a refund is voided) to the refunded amount of a locked bill and updates its status.
 */
export async function addRefundedAmount(
  context: Context,
  source: BillRow,
  amountCents: number,
): Promise<void> {
  const refundedCents = source.refundedCents + amountCents
  const status = settledStatus({ ...source, refundedCents })
  const row = await queries.updateBill(context.db, source.id, {
    refundedCents,
    status,
    ...updatedNow(context),
  })
  context.record(billAuditLine(amountCents > 0 ? 'refund' : 'unrefund', source, row))
}
