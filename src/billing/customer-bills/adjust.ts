import { lastDayOf } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import type { Context } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import { billAuditLine, formatLineForLog } from './log.ts'
import { insertBill, replaceLines } from './queries.ts'
import { assertAmounts } from './rules.ts'

/** An adjustment for a difference that was found after issue, with manual lines. */
export interface NewAdjustment {
  companyCode: string
  customerId: number
  storeId: number
  /** The month in which it is booked. */
  month: string
  /** The bill whose price changed; null if there is none. */
  relatesToId: number | null
  /** The rerate row that it settles; null for a backpay of closed months. */
  rerateId: number | null
  note: string | null
  lines: readonly {
    label: string
    qty: number
    per: number
    price: number
    amountCents: number
    taxRateBp: number
  }[]
}

/** Creates a draft adjustment with an audit line and returns its id. */
export async function addAdjustment(context: Context, adjustment: NewAdjustment): Promise<number> {
  const { db, record } = context
  const { lines: inputLines, month, ...bill } = adjustment
  assertAmounts(inputLines)
  const lines = inputLines.map((line) => ({ ...line, item: 'other' as const }))
  const row = await insertBill(db, {
    ...bill,
    kind: 'adjustment',
    totalCents: sum(lines.map(({ amountCents }) => amountCents)),
    monthOn: `${month}-01`,
    fromOn: `${month}-01`,
    toOn: lastDayOf(month),
    ...createdNow(context),
    ...updatedNow(context),
  })
  await replaceLines(db, row.id, lines)
  record(billAuditLine('create', {}, row, { lines: [null, lines.map(formatLineForLog)] }))
  return row.id
}
