import { AppError, invalidField } from '#kit/errors.ts'
import { formatMoney } from '#kit/format.ts'
import { sum } from '#kit/money.ts'
import type { Values } from '#kit/text.ts'

const wrongState = (sentence: string, values: Values = {}) =>
  new AppError('WRONG_STATE', sentence, { values })

/** Received and refunded amounts of a bill, in 分. */
interface Paid {
  status: string
  totalCents: number
  receivedCents: number
  /** Write-offs; included in `receivedCents`. */
  writtenOffCents: number
  refundedCents: number
}

/** Received amount without write-offs. */
const moneyIn = ({ receivedCents, writtenOffCents }: Paid): number => receivedCents - writtenOffCents

/** A bill that refunds or settles another one. */
interface Related {
  kind: string
  status: string
  totalCents: number
}

/** Amount that the issued settlements of a prepaid bill refund, in 分. */
export function refundedBySettlements(related: readonly Related[]): number {
  const issuedSettlements = related.filter(
    ({ kind, status }) => kind === 'adjustment' && !isNotIssued(status),
  )
  return sum(issuedSettlements.map(({ totalCents }) => Math.max(0, -totalCents)))
}

const isNotIssued = (status: string) => status === 'draft' || status === 'void'

/** Whether a receipt has come in; false for refunds. */
const hasReceipts = ({ status, totalCents }: Paid) =>
  (status === 'partial' || status === 'paid') && totalCents > 0

/** Throws WRONG_STATE if the receipt is already reversed. */
export function assertNotReversed({ reversedAt }: { reversedAt: Date | null }): void {
  if (reversedAt !== null) throw wrongState('这笔收款已经冲销。')
}

/** Throws unless a receipt can move to the other bill of the same customer. */
export function assertMovable(
  from: Paid & { id: number; customerId: number },
  to: { id: number; customerId: number; totalCents: number },
  receipt: { reversesId: number | null; amountCents: number; method: string },
): void {
  if (receipt.reversesId !== null) throw wrongState('冲销记录不能改挂。')
  if (receipt.method === 'writeoff') throw wrongState('核销不能改挂；请冲销后在另一张账单上核销。')
  if (receipt.method === 'opening') throw wrongState('期初押金不能改挂；要用它付账单，请登记押金抵扣。')
  if (from.id === to.id) throw invalidField('billId', '请选择另一张账单。')
  if (from.customerId !== to.customerId) throw invalidField('billId', '只能改挂到同一位客户的账单。')
  if (from.totalCents < 0 || to.totalCents < 0) throw wrongState('退款的付款不能改挂。')
  if (from.refundedCents > 0 && moneyIn(from) - receipt.amountCents < from.refundedCents) {
    throw wrongState('这张账单已退款 {money}，请先作废退款账单，再改挂收款。', {
      money: formatMoney(from.refundedCents),
    })
  }
}

/** Refundable amount of a bill, in 分: received, minus refunds and what its settlements refund. */
export function refundableCents(bill: Paid, related: readonly Related[]): number {
  if (!hasReceipts(bill)) return 0
  return Math.max(0, moneyIn(bill) - bill.refundedCents - refundedBySettlements(related))
}

/** Throws WRONG_STATE if nothing is received, INVALID if the amount exceeds what is refundable (decision 077). */
export function assertRefundable(bill: Paid, related: readonly Related[], amountCents: number): void {
  if (bill.status === 'refunded') throw wrongState('这张账单已经全部退还。')
  if (!hasReceipts(bill)) throw wrongState('这张账单没有收到款，不能退款。')
  const left = refundableCents(bill, related)
  if (amountCents > left)
    throw invalidField('amountCents', '最多可退 {money}。', { money: formatMoney(left) })
}

/** Throws WRONG_STATE unless the receipt can be reversed; the other receipts must cover the refunds. */
export function assertReversible(
  bill: Paid,
  receipt: { amountCents: number; method: string; reversesId: number | null; reversedAt: Date | null },
): void {
  if (bill.status !== 'partial' && bill.status !== 'paid' && bill.status !== 'refunded') {
    throw wrongState('这张账单的收款不能再冲销。')
  }
  if (receipt.reversesId !== null) throw wrongState('冲销记录本身不能再冲销。')
  if (receipt.reversedAt !== null) throw wrongState('这笔收款已经冲销。')
  const isMoney = receipt.method !== 'writeoff'
  if (isMoney && bill.refundedCents > 0 && moneyIn(bill) - receipt.amountCents < bill.refundedCents) {
    throw wrongState('这张账单已退款 {money}，请先作废退款账单，再冲销收款。', {
      money: formatMoney(bill.refundedCents),
    })
  }
}

/**
 * Part of a prepaid bill's refunds that its settlement counts, in 分, given the price of the served days minus the
 * prepayment. At most the refundable amount, so that a goodwill refund is never charged again.
 */
export function refundedOf(differenceCents: number, refundedCents: number): number {
  return Math.min(refundedCents, Math.max(0, -differenceCents))
}

/** Throws WRONG_STATE if the refunds of the prepaid bill have changed since the settlement was calculated. */
export function assertSettles(
  lines: readonly { item: string; amountCents: number }[],
  source: { refundedCents: number },
): void {
  const isRefunded = ({ item }: { item: string }) => item === 'refunded'
  const total = (of: typeof lines) => sum(of.map(({ amountCents }) => amountCents))
  const difference = total(lines.filter((line) => !isRefunded(line)))
  if (total(lines.filter(isRefunded)) !== refundedOf(difference, source.refundedCents)) {
    throw wrongState('预收账单的退款之后有变化，请重新提出这个月的账单，再出账。')
  }
}

/** Throws INVALID if a deposit is to pay a deposit or refund bill, or more than is left of it. */
export function assertDeposit(
  bill: { kind: string; totalCents: number },
  amount: number,
  left: number,
): void {
  if (bill.kind === 'deposit' || bill.totalCents < 0) {
    throw invalidField('method', '押金账单和退款账单不能用押金抵扣。')
  }
  if (amount > left) {
    throw invalidField('amountCents', '客户的押金只剩 {money}。', { money: formatMoney(left) })
  }
}

/** Throws WRONG_STATE if a reversal or refund would overdraw the deposit. */
export function assertDepositLeft(left: number): void {
  if (left < 0) throw wrongState('这笔押金已经抵扣了账单，请先冲销那些抵扣。')
}

/** Throws WRONG_STATE if the bill cannot be written off, INVALID if the day is before its issue. */
export function assertWritable(
  { kind, totalCents, issuedOn }: { kind: string; totalCents: number; issuedOn: string | null },
  onDay: string,
): void {
  if (totalCents < 0) throw wrongState('退款账单不能核销。')
  if (kind === 'deposit') throw wrongState('押金账单不能核销；没有收到的押金请作废。')
  if (issuedOn !== null && onDay < issuedOn) {
    throw invalidField('onDay', '核销日期不能早于出账日期 {day}。', { day: issuedOn })
  }
}
