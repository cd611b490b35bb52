import type { Context } from '#kit/serve.ts'
import { stampOf } from './edit.ts'
import type { BillRow } from './queries.ts'
import { updateBill } from './queries.ts'
import { settledStatus } from './rules.ts'

/** The bill after so much (分) was put on it, or taken away, by a receipt: its state follows from the sum. */
export async function settle(
  context: Context,
  before: BillRow,
  { method, amountCents }: { method: string; amountCents: number },
): Promise<BillRow> {
  const receivedCents = before.receivedCents + amountCents
  const writtenOffCents = before.writtenOffCents + (method === 'writeoff' ? amountCents : 0)
  const status = settledStatus({ ...before, receivedCents })
  return updateBill(context.db, before.id, { receivedCents, writtenOffCents, status, ...stampOf(context) })
}
