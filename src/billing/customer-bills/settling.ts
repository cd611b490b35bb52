import type { Context } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { type BillRow, updateBill } from './queries.ts'
import { settledStatus } from './rules.ts'

/** Adds the amount of a receipt (negative for a reversal) to a bill and updates its status. */
export async function settle(
  context: Context,
  before: BillRow,
  { method, amountCents }: { method: string; amountCents: number },
): Promise<BillRow> {
  const receivedCents = before.receivedCents + amountCents
  const writtenOffCents = before.writtenOffCents + (method === 'writeoff' ? amountCents : 0)
  const status = settledStatus({ ...before, receivedCents })
  return updateBill(context.db, before.id, { receivedCents, writtenOffCents, status, ...updatedNow(context) })
}
