import type { Draft, DraftLine } from '#billing/customer-bills/proposal.ts'
import { addDays, type Day, monthAfter, monthBefore, monthOf } from '#kit/calendar.ts'
import { random } from './random.ts'

/** A receipt of a demo bill; negative for a refund. */
export interface DemoReceipt {
  onDay: Day
  amountCents: number
  method: string
}

/** The state of a demo bill. */
export interface BillState {
  status: 'draft' | 'open' | 'partial' | 'paid' | 'void' | 'refunded'
  issuedOn: Day | null
  dueOn: Day | null
  reason: string | null
  receipts: DemoReceipt[]
}

export interface DemoBill extends BillState {
  companyCode: string
  customerId: number
  storeId: number | null
  month: string
  draft: Pick<Draft, 'kind' | 'missing' | 'totalCents' | 'proposalId'> & {
    lines: (DraftLine & { label?: string })[]
  }
  /** Created manually, not proposed. */
  keyed?: boolean
  /** The amount that a refund bill reverses. */
  refundedCents?: number
  /** For an opening balance: its number in the previous books. */
  earlierNo?: string
  /** For a refund: the index of the refunded bill in the list of all bills. */
  relatesTo: number | null
  code: string | null
}

const DRAFT: BillState = { status: 'draft', issuedOn: null, dueOn: null, reason: null, receipts: [] }

/** Bills are issued on this day of the next month and are due after `TERM` days. */
const ISSUED = 3
const TERM = 25

const earlier = (a: Day, b: Day) => (a < b ? a : b)
const METHODS = ['bank', 'bank', 'bank', 'alipay', 'wechat']

interface StoreMonthInput {
  storeId: number
  month: string
  /** Number of months before the current one. */
  back: number
  today: Day
  draft: Draft
}

/** Bills of older months are mostly paid; about half of the last month's are still drafts. */
export function drawState({
  storeId,
  month,
  back,
  today,
  draft,
}: StoreMonthInput): BillState & { relatesTo: null; code: null } {
  const chance = random(`bill ${storeId} ${month}`)
  const none = { relatesTo: null, code: null }
  const luck = chance.between(0, 99)
  const unready = draft.lines.length === 0 || draft.totalCents === 0
  if (unready || (back === 1 && (draft.missing.length > 0 || luck < 45))) return { ...DRAFT, ...none }
  const issuedOn = earlier(`${monthAfter(month)}-0${ISSUED}`, today)
  const issued = { issuedOn, dueOn: addDays(issuedOn, TERM), reason: null, receipts: [], ...none }
  if (back === 2 && luck >= 98) return { ...issued, status: 'void', reason: '店铺信息有误，重新开具' }
  const paidUpTo = [0, 60, 80, 94][back] ?? 99
  const paidOn = earlier(addDays(issuedOn, chance.between(2, 14)), today)
  const receipt = (amountCents: number): DemoReceipt => ({
    onDay: paidOn,
    amountCents,
    method: chance.pick(METHODS),
  })
  if (luck < paidUpTo) return { ...issued, status: 'paid', receipts: [receipt(draft.totalCents)] }
  if (luck < paidUpTo + 4 && Math.abs(draft.totalCents) > 1) {
    return { ...issued, status: 'partial', receipts: [receipt(Math.trunc(draft.totalCents / 2))] }
  }
  return { ...issued, status: 'open' }
}

export const manualLine = (
  label: string,
  amountCents: number,
  taxRateBp: number,
): DraftLine & { label: string } => ({
  item: 'other',
  label,
  fromOn: null,
  toOn: null,
  termsId: null,
  qty: 1,
  per: 1,
  price: amountCents,
  amountCents,
  taxRateBp,
})

interface Deposit {
  companyCode: string
  customerId: number
  month: string
  today: Day
}

/** A deposit paid at the beginning of the first month. */
export function depositOf({ companyCode, customerId, month, today }: Deposit): DemoBill {
  const amountCents = random(`deposit ${customerId}`).between(2, 10) * 100_000
  const issuedOn = earlier(`${month}-05`, today)
  return {
    companyCode,
    customerId,
    storeId: null,
    month,
    keyed: true,
    relatesTo: null,
    code: null,
    draft: {
      kind: 'deposit',
      missing: [],
      totalCents: amountCents,
      proposalId: null,
      lines: [manualLine('服务押金', amountCents, 0)],
    },
    status: 'paid',
    issuedOn,
    dueOn: addDays(issuedOn, TERM),
    reason: null,
    receipts: [{ onDay: issuedOn, amountCents, method: 'bank' }],
  }
}

/** A partial refund of the first older paid service bill, after a complaint; undefined if there is none. */
export function refundOf(bills: DemoBill[], today: Day): DemoBill | undefined {
  const month = monthOf(today)
  const first = bills.findIndex(
    (bill) => bill.status === 'paid' && bill.draft.totalCents > 100_000 && bill.month < monthBefore(month),
  )
  const source = bills[first]
  if (!source) return undefined
  const reason = '大促期间响应超时，双方协商退还'
  source.refundedCents = 50_000
  const { companyCode, customerId, storeId } = source
  return {
    companyCode,
    customerId,
    storeId,
    month,
    keyed: true,
    relatesTo: first,
    code: null,
    reason,
    draft: {
      kind: 'refund',
      missing: [],
      totalCents: -50_000,
      proposalId: null,
      lines: [manualLine('响应超时补偿', -50_000, 600)],
    },
    status: 'open',
    issuedOn: `${month}-01`,
    dueOn: addDays(today, TERM),
    receipts: [],
  }
}
