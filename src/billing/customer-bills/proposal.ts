import type { Day } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import type { Bill, BillKind, BillStatus, LineItem } from './contract.ts'
import type { Missing, PricedMonth } from './price.ts'
import { refundedOf } from './refundRules.ts'
import { SERVICE_TAX_BP } from './rules.ts'

/** An existing bill of the store month. */
export interface ExistingBill {
  id: number
  kind: BillKind
  status: BillStatus
  origin: Bill['origin']
  prepaid: boolean
  /** Deleted by a run because the month no longer needed it. */
  withdrawn: boolean
  /** Null for drafts. */
  code: string | null
  totalCents: number
  /** Total of its refunds. */
  refundedCents: number
  relatesToId: number | null
  proposalId: number | null
  /** Set if the bill settles a difference found after issue; this kind of bill does not settle a prepayment. */
  rerateId?: number | null
}

/** An open item of a stopped store. */
export interface OpenStop {
  id: number
  kind: 'refund' | 'bill'
  fromOn: Day
  toOn: Day
  amountCents: number
}

export interface DraftLine {
  item: LineItem
  fromOn: Day | null
  toOn: Day | null
  termsId: number | null
  qty: number
  per: number
  price: number
  amountCents: number
  taxRateBp: number
}

/** A draft calculated from the month. */
export interface Draft {
  kind: BillKind
  lines: DraftLine[]
  missing: Missing[]
  relatesToId: number | null
  proposalId: number | null
  totalCents: number
}

interface StoreMonth {
  priced: PricedMonth
  bills: readonly ExistingBill[]
  /** Bills of the store's customer without a store; they cover all its stores. */
  covering: readonly ExistingBill[]
  stops: readonly OpenStop[]
}

/** Items that bills of other kinds cover, so that they are not billed twice. */
const SEPARATE_KINDS: Record<string, string> = { overage: 'overage', commission: 'commission' }

/** A draft that a user rejected; it is not proposed again. */
const isRejected = ({ status, code, origin, withdrawn }: ExistingBill) =>
  status === 'void' && code === null && origin !== 'keyed' && !withdrawn

/** An unedited draft, which runs may update or delete. */
export const isUntouched = ({ status, origin }: Pick<ExistingBill, 'status' | 'origin'>) =>
  status === 'draft' && origin === 'proposed'

/**
 * Drafts of a store month: its price; for a prepaid month, only the difference; and refunds of stops. If a stop refunds
 * a fee that was paid outside these bills, only items other than the fee are billed. If the customer has a service bill
 * without a store, nothing is. The result includes drafts that already exist, so it is idempotent.
 */
export function draftsFor({ priced, bills, covering, stops }: StoreMonth): Draft[] {
  const isLive = ({ status }: ExistingBill) => status !== 'void'
  const [live, customerBills] = [bills.filter(isLive), covering.filter(isLive)]
  const service = live.find(({ kind }) => kind === 'service')
  const refunds = stops.filter(({ kind }) => kind === 'refund')
  const lines = billable(priced, [...live, ...customerBills])
  if (service?.prepaid) return settlement(lines, priced.missing, service)
  const extra = refunds.length > 0 ? lines.filter(({ item }) => item !== 'monthly') : lines
  const rejected = bills.some((bill) => bill.kind === 'service' && isRejected(bill))
  const covered = customerBills.some(({ kind }) => kind === 'service')
  const due = extra.length > 0 || (refunds.length === 0 && priced.missing.length > 0)
  return [
    ...(due && !rejected && !covered ? [draftOf('service', extra, { missing: priced.missing })] : []),
    ...refunds.map(refundOf),
  ]
}

function billable({ lines }: PricedMonth, live: readonly ExistingBill[]): DraftLine[] {
  return lines
    .filter(({ item }) => !live.some(({ kind }) => kind === SEPARATE_KINDS[item]))
    .map((line) => ({ ...line, taxRateBp: SERVICE_TAX_BP }))
}

function draftOf(kind: BillKind, lines: DraftLine[], more: Partial<Draft>): Draft {
  const totalCents = sum(lines.map(({ amountCents }) => amountCents))
  return { kind, lines, missing: [], relatesToId: null, proposalId: null, totalCents, ...more }
}

/** Draft for the price minus the prepayment and refunds so far; none if the difference is 0. */
function settlement(lines: DraftLine[], missing: Missing[], service: ExistingBill): Draft[] {
  const paid = [...lines, amountLine('prepaid', -service.totalCents, null)]
  const refunded = refundedOf(sum(paid.map(({ amountCents }) => amountCents)), service.refundedCents)
  const settled = refunded > 0 ? [...paid, amountLine('refunded', refunded, null)] : paid
  const draft = draftOf('adjustment', settled, { missing, relatesToId: service.id })
  return draft.totalCents === 0 && missing.length === 0 ? [] : [draft]
}

function refundOf(stop: OpenStop): Draft {
  return draftOf('refund', [amountLine('stopped', -stop.amountCents, stop)], { proposalId: stop.id })
}

const amountLine = (
  item: LineItem,
  amountCents: number,
  span: { fromOn: Day; toOn: Day } | null,
): DraftLine => ({
  item,
  fromOn: span?.fromOn ?? null,
  toOn: span?.toOn ?? null,
  termsId: null,
  qty: 1,
  per: 1,
  price: amountCents,
  amountCents,
  taxRateBp: SERVICE_TAX_BP,
})

/** The existing bill in the place of a draft; undefined if there is none. */
export function findExistingBill(draft: Draft, bills: readonly ExistingBill[]): ExistingBill | undefined {
  const same = (bill: ExistingBill) =>
    draft.proposalId !== null
      ? bill.proposalId === draft.proposalId
      : bill.kind === draft.kind &&
        (bill.rerateId ?? null) === null &&
        (draft.relatesToId === null || bill.relatesToId === draft.relatesToId)
  return bills.find((bill) => same(bill) && (bill.status !== 'void' || isRejected(bill)))
}
