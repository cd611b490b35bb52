import type { Day } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import type { BillKind } from './contract.ts'
import type { Missing, PricedMonth } from './price.ts'
import { SERVICE_TAX_BP } from './rules.ts'
import { refundedOf } from './rulesOfRefunds.ts'

/** A bill of the store's month that is there already. */
export interface StandingBill {
  id: number
  kind: string
  status: string
  origin: string
  prepaid: boolean
  /** Taken back by a run that did not want it any more. */
  withdrawn: boolean
  /** Null as long as it was not issued. */
  code: string | null
  totalCents: number
  /** What its refunds give back. */
  refundedCents: number
  relatesToId: number | null
  proposalId: number | null
  /** Settles a difference that was found after the issue: it is no settlement of what was paid ahead. */
  rerateId?: number | null
}

/** What a stop left open. */
export interface OpenStop {
  id: number
  kind: string
  fromOn: Day
  toOn: Day
  amountCents: number
}

export interface DraftLine {
  item: string
  fromOn: Day | null
  toOn: Day | null
  termsId: number | null
  qty: number
  per: number
  price: number
  amountCents: number
  taxRateBp: number
}

/** A draft as it follows from the month. */
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
  bills: readonly StandingBill[]
  /** The bills of the store's customer as a whole: what they ask for, they ask for all its stores. */
  covering: readonly StandingBill[]
  stops: readonly OpenStop[]
}

/** Which lines a bill of another kind has taken up, so that they are not billed twice. */
const BILLED_APART: Record<string, string> = { overage: 'overage', commission: 'commission' }

/** A draft that somebody has rejected: it does not come back by itself. */
const isRejected = ({ status, code, origin, withdrawn }: StandingBill) =>
  status === 'void' && code === null && origin !== 'keyed' && !withdrawn

/** A draft that nobody has touched: it follows its month, and goes with it. */
export const isUntouched = ({ status, origin }: Pick<StandingBill, 'status' | 'origin'>) =>
  status === 'draft' && origin === 'proposed'

/**
 * The drafts of a store's month: what it comes to; of a month paid ahead, what is still owed or given back; and what
 * stops left to be given back. Of a month whose fee came in before there were bills here (a stop says so), only what
 * comes on top; of a store whose customer is billed as a whole for the service, nothing. Those that stand already,
 * whoever wrote them, are among them: the same in gives the same out.
 */
export function draftsFor({ priced, bills, covering, stops }: StoreMonth): Draft[] {
  const isLive = ({ status }: StandingBill) => status !== 'void'
  const [live, whole] = [bills.filter(isLive), covering.filter(isLive)]
  const service = live.find(({ kind }) => kind === 'service')
  const refunds = stops.filter(({ kind }) => kind === 'refund')
  const lines = billable(priced, [...live, ...whole])
  if (service?.prepaid) return settlement(lines, priced.missing, service)
  const extra = refunds.length > 0 ? lines.filter(({ item }) => item !== 'monthly') : lines
  const rejected = bills.some((bill) => bill.kind === 'service' && isRejected(bill))
  const covered = whole.some(({ kind }) => kind === 'service')
  const due = extra.length > 0 || (refunds.length === 0 && priced.missing.length > 0)
  return [
    ...(due && !rejected && !covered ? [draftOf('service', extra, { missing: priced.missing })] : []),
    ...refunds.map(refundOf),
  ]
}

function billable({ lines }: PricedMonth, live: readonly StandingBill[]): DraftLine[] {
  return lines
    .filter(({ item }) => !live.some(({ kind }) => kind === BILLED_APART[item]))
    .map((line) => ({ ...line, taxRateBp: SERVICE_TAX_BP }))
}

function draftOf(kind: BillKind, lines: DraftLine[], more: Partial<Draft>): Draft {
  const totalCents = sum(lines.map(({ amountCents }) => amountCents))
  return { kind, lines, missing: [], relatesToId: null, proposalId: null, totalCents, ...more }
}

/** What was served against what was paid ahead: the difference, if there is one that was not given back since. */
function settlement(lines: DraftLine[], missing: Missing[], service: StandingBill): Draft[] {
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
  item: string,
  amountCents: number,
  span: { fromOn: Day; toOn: Day } | null,
): DraftLine => ({
  ...{ item, fromOn: span?.fromOn ?? null, toOn: span?.toOn ?? null, termsId: null },
  ...{ qty: 1, per: 1, price: amountCents, amountCents, taxRateBp: SERVICE_TAX_BP },
})

/** The bill that stands where the draft would; undefined where there is none. */
export function standingFor(draft: Draft, bills: readonly StandingBill[]): StandingBill | undefined {
  const same = (bill: StandingBill) =>
    draft.proposalId !== null
      ? bill.proposalId === draft.proposalId
      : bill.kind === draft.kind &&
        (bill.rerateId ?? null) === null &&
        (draft.relatesToId === null || bill.relatesToId === draft.relatesToId)
  return bills.find((bill) => same(bill) && (bill.status !== 'void' || isRejected(bill)))
}
