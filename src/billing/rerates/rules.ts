import type { LineItem } from '#billing/customer-bills/contract.ts'
import type { Day } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { formatCount, formatMoney } from '#kit/format.ts'
import { halfUp, sum } from '#kit/money.ts'
import { inChinese, type Say, t } from '#kit/text.ts'
import type { RerateCause, RerateState } from './contract.ts'

/** Amounts of a store month, in 分: price at issue, price now, settled and waived. */
export interface Compared {
  pricedAtIssueCents: number
  pricedNowCents: number
  /** Total of the adjustments that are not void. */
  settledCents: number
  waivedCents: number
}

/** Returns D = P1 − P0 − A − W: the amount still to charge, or, if negative, to refund. */
export function differenceOf({
  pricedAtIssueCents,
  pricedNowCents,
  settledCents,
  waivedCents,
}: Compared): number {
  return pricedNowCents - pricedAtIssueCents - settledCents - waivedCents
}

export const DEFAULT_TOLERANCE_CENTS = 100
export const DEFAULT_WAIVE_LIMIT_CENTS = 50_000

interface StateInput extends Compared {
  /** Number of adjustments that are not void. */
  adjustments: number
  toleranceCents: number
  /** Current state; null if there is no row. */
  before: RerateState | null
}

/** State of a store month; null if there is no difference and no row. */
export function stateOf({
  before,
  adjustments,
  toleranceCents,
  ...compared
}: StateInput): RerateState | null {
  const differenceCents = differenceOf(compared)
  if (Math.abs(differenceCents) > toleranceCents) return 'pending'
  if (adjustments > 0) return 'adjusted'
  if (compared.waivedCents !== 0) return 'waived'
  if (before !== null && before !== 'tolerated') return 'matched'
  if (differenceCents !== 0) return 'tolerated'
  return before === null ? null : 'matched'
}

export const stateNames: Record<RerateState, string> = {
  pending: '待处理',
  adjusted: '已出调整',
  waived: '已豁免',
  tolerated: '容差内',
  matched: '已吻合',
}

export const stateTones = {
  pending: 'orange',
  adjusted: 'blue',
  waived: 'grey',
  tolerated: 'grey',
  matched: 'green',
} as const satisfies Record<RerateState, string>

export const causeNames: Record<RerateCause, string> = {
  import: '导入数据',
  correction: '更正数据',
  undo: '撤回导入',
  state: '店铺状态变更',
  terms: '计费方式变更',
}

/** A price line: amount = price × qty ÷ per, rounded half up, except for remainder lines. */
export interface Priced {
  item: LineItem
  qty: number
  per: number
  price: number
  amountCents: number
}

/** A line of an adjustment, with its own label. */
export interface AdjustmentLine {
  label: string
  qty: number
  per: number
  price: number
  amountCents: number
  taxRateBp: number
}

interface Difference extends Compared {
  /** Month in format `2026-05`. */
  month: string
  before: readonly Priced[]
  now: readonly Priced[]
  /** Tax rate of the item's bill line, in basis points. */
  taxOf: (item: LineItem) => number
}

/** Item names in labels such as `5 月超量补差 3,450 − 1,300`. */
const ITEMS: Record<string, string> = {
  monthly: '月费',
  daily: '按天服务费',
  hourly: '按小时服务费',
  overage: '超量',
  commission: '提成',
}

/**
 * Lines of the adjustment for a difference: per item and price the change of the quantity, then earlier adjustments and
 * waivers, then any rest. They add up to D.
 */
export function adjustmentLines(difference: Difference): AdjustmentLine[] {
  const { month, before, now, taxOf, settledCents, waivedCents } = difference
  const keyOf = ({ item, price, per }: Priced) => `${item} ${price} ${per}`
  const keys = [...new Set([...before, ...now].map(keyOf))]
  const lines = keys.flatMap((key) => {
    const [old, later] = [before, now].map((of) => totalOf(of.filter((line) => keyOf(line) === key)))
    const sample = [...before, ...now].find((line) => keyOf(line) === key)
    return old && later && sample
      ? changeLine({ month, sample, old, later, taxRateBp: taxOf(sample.item) })
      : []
  })
  const of = Number(month.slice(5))
  const taxRateBp = taxOf('monthly')
  const amount = (label: string, amountCents: number) =>
    amountCents === 0
      ? []
      : [
          {
            label: inChinese(label, { month: of }),
            qty: 1,
            per: 1,
            price: amountCents,
            amountCents,
            taxRateBp,
          },
        ]
  const explainedLines = [
    ...lines,
    ...amount('{month} 月已出调整', -settledCents),
    ...amount('{month} 月已豁免', -waivedCents),
  ]
  const rest = differenceOf(difference) - sum(explainedLines.map(({ amountCents }) => amountCents))
  return [...explainedLines, ...amount('{month} 月其他补差', rest)]
}

const totalOf = (lines: readonly Priced[]) => ({
  qty: sum(lines.map(({ qty }) => qty)),
  amountCents: sum(lines.map(({ amountCents }) => amountCents)),
})

interface LineChange {
  month: string
  sample: Priced
  old: { qty: number; amountCents: number }
  later: { qty: number; amountCents: number }
  taxRateBp: number
}

/** Line for the change of an item at one price; none if its amount is unchanged. */
function changeLine({ month, sample, old, later, taxRateBp }: LineChange): AdjustmentLine[] {
  const amountCents = later.amountCents - old.amountCents
  if (amountCents === 0) return []
  const { item, per, price } = sample
  const qtyOf = item === 'commission' ? formatMoney : formatCount
  const label = inChinese('{month} 月{item}补差 {now} − {before}', {
    month: Number(month.slice(5)),
    item: ITEMS[item] ?? '其他',
    now: qtyOf(later.qty),
    before: qtyOf(old.qty),
  })
  const qty = Math.abs(later.qty - old.qty)
  const signed = later.qty < old.qty ? -price : price
  // The price of a commission line is a rate, so the line states only the amount.
  const isSum =
    item !== 'commission' && qty > 0 && halfUp(BigInt(signed) * BigInt(qty), BigInt(per)) === amountCents
  return [
    isSum
      ? { label, qty, per, price: signed, amountCents, taxRateBp }
      : { label, qty: 1, per: 1, price: amountCents, amountCents, taxRateBp },
  ]
}

/** Saved data of a day. */
export interface DayFact {
  on: Day
  served: boolean
  termsId: number | null
  volume: number | null
  salesCents: number | null
}

/** A day whose data changed; `before` is null if the bill saved no data for it. */
export interface DifferingDay {
  on: Day
  before: DayFact | null
  now: DayFact
}

/** Days whose service, price or figures differ from those at issue. */
export function differingDays(
  before: readonly DayFact[],
  now: readonly DayFact[],
  priceOf: (termsId: number) => string,
): DifferingDay[] {
  const daysBefore = new Map(before.map((day) => [day.on, day]))
  const fingerprint = ({ served, termsId, volume, salesCents }: DayFact) =>
    JSON.stringify([served, served && termsId !== null ? priceOf(termsId) : null, volume, salesCents])
  return now.flatMap((day) => {
    const old = daysBefore.get(day.on) ?? null
    return old !== null && fingerprint(old) === fingerprint(day)
      ? []
      : [{ on: day.on, before: old, now: day }]
  })
}

/** Throws WRONG_STATE unless the row is pending. */
export function assertPending({ state }: { state: string }): void {
  if (state !== 'pending') throw new AppError('WRONG_STATE', '这一行没有待处理的差额。')
}

/** Throws FORBIDDEN if the difference exceeds the limit and the actor is no admin. */
export function assertWaivable(differenceCents: number, limitCents: number, isAdmin: boolean): void {
  if (isAdmin || Math.abs(differenceCents) <= limitCents) return
  throw new AppError('FORBIDDEN', '超过 {money} 的差额由管理员豁免。', {
    values: { money: formatMoney(limitCents) },
  })
}

/** Throws STALE if the row's version differs from the one that was shown. */
export function assertShownVersion(row: { version: number }, shown: number | undefined): void {
  if (shown === undefined || shown === row.version) return
  throw new AppError('STALE', '这一行的差额在您查看之后变了，请核对后再处理。')
}

/** Throws INVALID if the month is in the future. */
export function assertComparable(month: string, thisMonth: string): void {
  if (month > thisMonth) throw invalidField('month', '这个月还没有到。')
}

/** Throws WRONG_STATE if the file has no day of a closed month. */
export function assertLate(days: number): void {
  if (days === 0) throw new AppError('WRONG_STATE', '这个文件里没有已结账的日子，直接导入即可。')
}

interface LateResult {
  month: string
  openMonth: string
  differenceCents: number
}

/** Result of a late file for a store month, as text. */
export function lateText({ month, openMonth: open, differenceCents }: LateResult, say: Say = t): string {
  if (differenceCents === 0) return say(NO_DIFFERENCE_TEXT, { month })
  return say(LATE_TEXT, { month, money: formatMoney(differenceCents), open })
}

export const LATE_TEXT = '{month} 已结账，数字不再改；差额 {money} 记在 {open}。'
const NO_DIFFERENCE_TEXT = '{month} 已结账，数字不再改；没有需要调整的差额。'
