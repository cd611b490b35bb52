import { addDays, type Day, daysBetween } from '#kit/calendar.ts'
import type { Conflicts } from '#kit/conflicts.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { formatMoney } from '#kit/format.ts'
import { allocate, halfUp } from '#kit/money.ts'
import { type Say, t } from '#kit/text.ts'
import { assertNoProblem, dueProblem } from '#people/books/rules.ts'
import type { Bill, BillKind, BillStatus, MissingReason, StatementStatus } from './contract.ts'

export const kindNames = {
  service: '服务费',
  commission: '提成',
  overage: '超量',
  extra: '临时',
  deposit: '押金',
  addon: '增值',
  refund: '退款',
  adjustment: '调整',
  opening: '期初',
} as const

export const openingKindNames = { opening: '期初应收', deposit: '期初押金' } as const

export const statusNames = {
  draft: '草稿',
  open: '待收',
  partial: '部分收',
  paid: '已收',
  void: '作废',
  refunded: '退款',
} as const

export const statusTones = {
  draft: 'grey',
  open: 'orange',
  partial: 'blue',
  paid: 'green',
  void: 'grey',
  refunded: 'red',
} as const

export const methodNames = {
  bank: '对公',
  alipay: '支付宝',
  wechat: '微信',
  cash: '现金',
  deposit: '押金抵扣',
  opening: '期初结转',
  writeoff: '核销',
} as const

export const invoiceTypeNames = { general: '普通发票', special: '专用发票' } as const

export const itemNames = {
  monthly: '月费',
  daily: '按天服务费',
  hourly: '按小时服务费',
  overage: '超量费',
  commission: '销售提成',
  prepaid: '已预收',
  refunded: '预收已退',
  stopped: '停止服务退费',
  refund: '退还已收',
  other: '其他',
} as const

const { opening: _carried, writeoff: _lost, ...receiving } = methodNames

/** Methods that users can enter; opening balances and write-offs have their own forms. */
export const receivingNames = receiving

export const missingReasonNames = {
  noData: '平台无数据',
  closed: '店铺当天未营业',
  noAccess: '商家未给权限',
  confirmed: '已与商家确认',
  other: '其他',
} as const satisfies Record<MissingReason, string>

/** 6 %, the VAT rate of modern services, in basis points. */
export const SERVICE_TAX_BP = 600

/** Deposits and opening balances are no revenue, so they and their refunds have no tax. */
export const taxRateOf = (kind: string) => (kind === 'deposit' || kind === 'opening' ? 0 : SERVICE_TAX_BP)

/** Default payment term, in days. */
export const DAYS_TO_PAY = 15

export const conflicts: Conflicts = {
  customer_bill_store_month: {
    field: 'kind',
    message: '这家店铺在该月已有同类型的账单，请在那张上修改，或改用“调整”。',
  },
  bill_receipt_txn: { field: 'txnNo', message: '该流水号已登记过收款，请核对。' },
  bill_receipt_reverses_id_key: { field: 'reason', message: '这笔收款已经冲销。' },
}

const wrongState = (message: string) => new AppError('WRONG_STATE', message)

interface Amounts {
  totalCents: number
  receivedCents: number
}

/** Status of an issued bill by received and refunded amounts; `paid` if its total is 0. */
export function settledStatus({
  totalCents,
  receivedCents,
  refundedCents = 0,
}: Amounts & { refundedCents?: number }): 'open' | 'partial' | 'paid' | 'refunded' {
  if (receivedCents !== totalCents) return receivedCents === 0 ? 'open' : 'partial'
  return refundedCents > 0 && refundedCents === totalCents ? 'refunded' : 'paid'
}

/** Days past due; null if nothing is owed or the bill is not yet due. Refunds are never overdue. */
export function overdueDays(
  bill: { status: string; dueOn: Day | null; totalCents: number },
  on: Day,
): number | null {
  const owed = (bill.status === 'open' || bill.status === 'partial') && bill.totalCents > 0
  return owed && bill.dueOn !== null && bill.dueOn < on ? daysBetween(bill.dueOn, on) : null
}

/** Due day of a bill. Throws INVALID if the chosen day is before the issue day or more than a year after it. */
export function dueOnFor(issuedOn: Day, chosen: Day | undefined): Day {
  if (chosen !== undefined) assertNoProblem('dueOn', dueProblem(issuedOn, chosen))
  return chosen ?? addDays(issuedOn, DAYS_TO_PAY)
}

/** Parts of revenue: 服务费, 提成, 超量, 其他收入, 退款与调整. */
export const REVENUE_PARTS = ['service', 'commission', 'overage', 'other', 'adjustment'] as const
export type RevenuePart = (typeof REVENUE_PARTS)[number]

/** Revenue part of a bill line; must match `REVENUE_PART` in the queries. */
export function revenuePartOf(kind: BillKind, item: string): RevenuePart {
  if (kind === 'refund' || kind === 'adjustment') return 'adjustment'
  if (kind === 'extra' || kind === 'addon') return 'other'
  if (kind === 'overage' || kind === 'commission') return kind
  return item === 'overage' || item === 'commission' ? item : 'service'
}

/** Lines after the discount of the bill, which is distributed by line amount without remainder, as on an invoice. */
export function discountedLines<L extends { amountCents: number }>(
  lines: readonly L[],
  discountCents: number,
): L[] {
  const parts = allocate(
    discountCents,
    lines.map(({ amountCents }) => Math.abs(amountCents)),
  )
  return lines.map((line, at) => ({ ...line, amountCents: line.amountCents - (parts[at] ?? 0) }))
}

/** Tax included in the lines, in 分, rounded per line as on an invoice. */
export function taxIn(lines: readonly { amountCents: number; taxRateBp: number }[]): number {
  return lines.reduce((tax, { amountCents, taxRateBp }) => {
    return tax + halfUp(BigInt(amountCents) * BigInt(taxRateBp), BigInt(10_000 + taxRateBp))
  }, 0)
}

/** Throws WRONG_STATE unless the bill is a draft. */
export function assertDraft({ status }: { status: string }): void {
  if (status !== 'draft') throw wrongState('账单已经出账，不能再修改；需要更正时请开一张“调整”账单。')
}

/** Maximum amount of a bill, in 分; same as in `Cents` of the contract. */
const MAX_CENTS = 99_999_999_999

/** Throws INVALID if the lines total more than `MAX_CENTS`. */
export function assertAmounts(lines: readonly { amountCents: number }[]): void {
  const size = lines.reduce((total, { amountCents }) => total + Math.abs(amountCents), 0)
  if (size > MAX_CENTS) throw invalidField('lines', '明细金额过大，请核对单价和数量。')
}

/** Throws INVALID if a store month exceeds `MAX_CENTS` at either price. */
export function assertTriable(totalsCents: readonly number[]): void {
  if (totalsCents.some((cents) => cents > MAX_CENTS))
    throw invalidField('pricing', '有店铺按现价或新价算出的金额过大，请核对单价。')
}

/** Throws INVALID for the first line with tax in a bill kind without tax. */
export function assertTax(kind: string, lines: readonly { taxRateBp: number }[]): void {
  const taxed = taxRateOf(kind) === 0 ? lines.findIndex(({ taxRateBp }) => taxRateBp !== 0) : -1
  if (taxed >= 0) throw invalidField(`lines.${taxed}.taxRateBp`, '押金不计税，税率应为 0。')
}

/** Throws INVALID if the total has the wrong sign for the kind. */
export function assertTotal(kind: BillKind, totalCents: number): void {
  if (kind === 'adjustment') return
  if (kind === 'refund' ? totalCents >= 0 : totalCents < 0) {
    throw invalidField(
      'lines',
      kind === 'refund' ? '退款账单的金额应为负数。' : '账单金额不能小于 0；退给客户的钱请开“退款”或“调整”。',
    )
  }
}

/** Throws STALE if the draft has changed since it was shown for a batch issue. */
export function assertShownVersion(draft: { version: number }, shown: number | undefined): void {
  if (shown === undefined || shown === draft.version) return
  throw new AppError('STALE', '这张草稿在确认之后被改过，没有出账；请核对后再出账。')
}

/** Throws WRONG_STATE unless the bill is a draft with lines. */
export function assertIssuable(bill: { status: string }, lineCount: number): void {
  if (bill.status !== 'draft') throw wrongState('只有草稿才能出账，这张账单已经处理过。')
  if (lineCount === 0) throw wrongState('这张草稿没有明细，不能出账；请先补登计费方式或填写明细。')
}

/** Days with missing data, sorted. */
export function missingDays(missing: Bill['missing']): Day[] {
  return [...new Set(missing.flatMap(({ days }) => days))].sort()
}

/**
 * Reason to save when a draft with missing data is issued; null values if nothing is missing. Throws INVALID if the
 * reason is missing.
 */
export function missingReasonToSave(
  missing: Bill['missing'],
  input: { missingReason?: MissingReason | undefined; missingNote?: string | null | undefined },
): { missingReason: MissingReason | null; missingNote: string | null } {
  if (missing.length === 0) return { missingReason: null, missingNote: null }
  const { missingReason, missingNote } = input
  if (!missingReason) {
    const days = missingDays(missing).length
    if (days === 0) throw invalidField('missingReason', '上个月没有数据，按最低档出账请写明理由。')
    throw invalidField('missingReason', '这张账单缺 {n} 天数据，出账请写明理由。', { n: String(days) })
  }
  if (missingReason !== 'other') return { missingReason, missingNote: null }
  if (!missingNote) throw invalidField('missingNote', '请写明理由。')
  return { missingReason, missingNote }
}

/**
 * Notice of missing data on an issued bill, for print and the merchant; null if nothing is missing or it is a draft.
 */
export function missingNotice(
  { status, missing, missingReason }: Pick<Bill, 'status' | 'missing' | 'missingReason'>,
  say: Say = t,
): string | null {
  if (status === 'draft' || missingReason === null) return null
  return missing
    .map(({ what, days }) => say(MISSING_NOTICES[what], { days: daysText(days, say) }))
    .join(say('；'))
}

/** The notice with its reason, for the bill's page and print. `noData` is omitted if the notice already says so. */
export function explainMissing(
  bill: Pick<Bill, 'status' | 'missing' | 'missingReason' | 'missingNote'>,
  say: Say = t,
): string | null {
  const { missingReason, missingNote } = bill
  const notice = missingNotice(bill, say)
  if (notice === null || missingReason === null) return null
  const isFigure = ({ what }: Bill['missing'][number]) => what === 'volume' || what === 'sales'
  if (missingReason === 'noData' && bill.missing.every(isFigure)) return notice
  return say('{notice}（{reason}）', {
    notice,
    reason: missingNote ?? say(missingReasonNames[missingReason]),
  })
}

const MISSING_NOTICES = {
  terms: '{days} 没有计费方式，未计费',
  volume: '{days} 无平台数据，未计超量',
  sales: '{days} 无平台数据，未计提成',
  mean: '上月没有数据，按最低档',
} as const

/** Formats days, joining consecutive ones into spans: `05-03、05-29 至 05-31`. */
export function daysText(days: readonly Day[], say: Say = t): string {
  const spans: [Day, Day][] = []
  for (const day of [...days].sort()) {
    const last = spans.at(-1)
    if (last && addDays(last[1], 1) === day) last[1] = day
    else spans.push([day, day])
  }
  const short = (day: Day) => day.slice(5)
  return spans
    .map(([from, to]) =>
      from === to ? short(from) : say('{from} 至 {to}', { from: short(from), to: short(to) }),
    )
    .join(say('、'))
}

/** Throws WRONG_STATE unless the bill is a draft or open without receipts. */
export function assertVoidable({ status }: { status: string }): void {
  if (status === 'draft' || status === 'open') return
  throw wrongState('只有没有收款的账单才能作废；已有收款的请先冲销，或办理退款。')
}

/**
 * Day on which a void counts: today, but at the latest the last day of the service month, which is open and loses the
 * revenue.
 */
export function voidDay(on: Day, lastServiceDay: Day): Day {
  return on < lastServiceDay ? on : lastServiceDay
}

/** Throws WRONG_STATE if the bill is a draft or void. */
export function assertInvoiceable({ status }: { status: BillStatus | string }): void {
  if (status === 'draft' || status === 'void') throw wrongState('草稿和作废的账单不登记发票。')
}

/** Throws WRONG_STATE unless the bill is open or partly paid, INVALID if the amount exceeds what is owed. */
export function assertReceivable(bill: { status: string } & Amounts, amountCents: number): void {
  if (bill.status !== 'open' && bill.status !== 'partial') {
    throw wrongState('只有待收和部分收的账单才能登记收款。')
  }
  const owed = Math.abs(bill.totalCents - bill.receivedCents)
  if (amountCents > owed) {
    throw invalidField('amountCents', '最多还可登记 {money}。', { money: formatMoney(owed) })
  }
}

/** Throws WRONG_STATE if the month is not over, because its figures are incomplete. */
export function assertMonthOver(lastOn: Day, today: Day): void {
  if (lastOn >= today) throw wrongState('这个月还没有结束，请在月底之后再生成账单。')
}

/** Display name of a bill: its code, or month and kind of a draft. */
export function billName({ code, kind, month }: Pick<Bill, 'code' | 'kind' | 'month'>, say: Say = t): string {
  return code ?? say('{month} {kind}', { month, kind: say(kindNames[kind]) })
}

export const statementNames = {
  sent: '待确认',
  confirmed: '已确认',
  objected: '有异议',
  answered: '已答复',
} as const satisfies Record<StatementStatus, string>

export const statementTones = {
  sent: 'blue',
  confirmed: 'green',
  objected: 'red',
  answered: 'orange',
} as const satisfies Record<StatementStatus, string>

/** Number of days that a receipt may precede its bill without a reason. */
export const DAYS_AHEAD_WITHOUT_REASON = 31

/** Days from receipt to issue of its bill; 0 if the receipt is not earlier, and for payouts. */
export function daysPaidAhead(
  { issuedOn, totalCents }: { issuedOn: Day | null; totalCents: number },
  onDay: Day,
): number {
  if (issuedOn === null || totalCents <= 0 || onDay >= issuedOn) return 0
  return daysBetween(onDay, issuedOn)
}

/**
 * Throws INVALID if a receipt precedes its bill without confirmation (`beforeIssue`), or by more than a month without a
 * reason (`beforeIssueReason`).
 */
export function assertPaidAhead(
  bill: { issuedOn: Day | null; totalCents: number },
  receipt: { onDay: Day; beforeIssue?: boolean | undefined; beforeIssueReason?: string | null | undefined },
): void {
  const days = daysPaidAhead(bill, receipt.onDay)
  if (days === 0) return
  if (!receipt.beforeIssue) {
    throw invalidField(
      'beforeIssue',
      '这笔款在账单出账（{day}）之前收到。算预收，仍按 {receiptDay} 记收款？',
      { day: bill.issuedOn ?? '', receiptDay: receipt.onDay },
    )
  }
  if (days > DAYS_AHEAD_WITHOUT_REASON && !receipt.beforeIssueReason) {
    throw invalidField('beforeIssueReason', '比出账日早 {n} 天以上的收款，请写明原因。', {
      n: DAYS_AHEAD_WITHOUT_REASON,
    })
  }
}
