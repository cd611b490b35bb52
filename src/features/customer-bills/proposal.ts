import type { Day } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import type { BillKind } from './contract.ts'
import type { Missing, PricedMonth } from './price.ts'
import { SERVICE_TAX_BP } from './rules.ts'

/** A bill of the store's month that is there already. */
export interface StandingBill {
  id: number
  kind: string
  status: string
  origin: string
  prepaid: boolean
  /** Null as long as it was not issued. */
  code: string | null
  totalCents: number
  relatesToId: number | null
  proposalId: number | null
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
  stops: readonly OpenStop[]
}

/** Which lines a bill of another kind has taken up, so that they are not billed twice. */
const BILLED_APART: Record<string, string> = { overage: 'overage', commission: 'commission' }

/** A draft that somebody has rejected: it does not come back by itself. */
const isRejected = ({ status, code, origin }: StandingBill) =>
  status === 'void' && code === null && origin !== 'keyed'

/**
 * The drafts of a store's month: what it comes to; of a month paid ahead, what is still owed or given back; and what
 * stops left to be given back. Of a month whose fee came in before there were bills here (a stop says so), only what
 * comes on top. Those that stand already, whoever wrote them, are among them: the same in gives the same out.
 */
export function draftsFor({ priced, bills, stops }: StoreMonth): Draft[] {
  const live = bills.filter(({ status }) => status !== 'void')
  const service = live.find(({ kind }) => kind === 'service')
  const refunds = stops.filter(({ kind }) => kind === 'refund')
  const lines = billable(priced, live)
  if (service?.prepaid) return settlement(lines, priced.missing, service)
  const extra = refunds.length > 0 ? lines.filter(({ item }) => item !== 'monthly') : lines
  const rejected = bills.some((bill) => bill.kind === 'service' && isRejected(bill))
  const due = extra.length > 0 || (refunds.length === 0 && priced.missing.length > 0)
  return [
    ...(due && !rejected ? [draftOf('service', extra, { missing: priced.missing })] : []),
    ...refunds.map((stop, index) => refundOf(stop, index > 0 || hasOwnRefund(live, stop))),
  ]
}

/** A store has one refund a month: what else it is given back is an adjustment. */
function hasOwnRefund(live: readonly StandingBill[], stop: OpenStop): boolean {
  return live.some(({ kind, proposalId }) => kind === 'refund' && proposalId !== stop.id)
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

/** What was served against what was paid ahead: the difference, if there is one. */
function settlement(lines: DraftLine[], missing: Missing[], service: StandingBill): Draft[] {
  const paid = amountLine('prepaid', -service.totalCents, null)
  const draft = draftOf('adjustment', [...lines, paid], { missing, relatesToId: service.id })
  return draft.totalCents === 0 && missing.length === 0 ? [] : [draft]
}

function refundOf(stop: OpenStop, apart: boolean): Draft {
  const line = amountLine('stopped', -stop.amountCents, stop)
  return draftOf(apart ? 'adjustment' : 'refund', [line], { proposalId: stop.id })
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
      : bill.kind === draft.kind && (draft.relatesToId === null || bill.relatesToId === draft.relatesToId)
  return bills.find((bill) => same(bill) && (bill.status !== 'void' || isRejected(bill)))
}
