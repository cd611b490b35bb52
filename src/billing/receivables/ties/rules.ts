import { sum } from '#kit/money.ts'

interface OfCustomer {
  customerId: number
  customerName: string
}

/**
 * A 应收, in 分: closing = opening + billed − received − by deposit − reduced. A negative closing balance is a credit of
 * the customer.
 */
export interface RollRow extends OfCustomer {
  openingCents: number
  billedCents: number
  receivedCents: number
  byDepositCents: number
  /** 冲减: write-offs, and voids of bills of closed months. */
  reducedCents: number
  closingCents: number
}

/** 预收: receipts whose bill is not yet issued. closing = opening + in − used. */
export interface AdvanceRow extends OfCustomer {
  openingCents: number
  inCents: number
  usedCents: number
  closingCents: number
}

/**
 * B 收入到应收: billed − voided = revenue − (unbilled after − before) + (ahead after − before). Billed and voided cover
 * revenue bills only. Unbilled (U): served and billed later; ahead (D): billed and served later.
 */
export interface BridgeRow extends OfCustomer {
  billedCents: number
  voidedCents: number
  revenueCents: number
  unbilledBeforeCents: number
  unbilledAfterCents: number
  aheadBeforeCents: number
  aheadAfterCents: number
}

/** C 押金: closing = opening + received − refunded − used. */
export interface DepositRow extends OfCustomer {
  openingCents: number
  receivedCents: number
  refundedCents: number
  usedCents: number
  closingCents: number
}

/** Payments of the month by payment day, without transfers between bills. */
export interface MoneyRow {
  method: string
  cents: number
}

/** The four accounts of a month, with one row per customer that has a figure. Stored in the closing snapshot. */
export interface Ties {
  roll: RollRow[]
  advances: AdvanceRow[]
  bridge: BridgeRow[]
  deposits: DepositRow[]
  money: MoneyRow[]
}

/** A bill whose stored totals differ from its lines or receipts. */
export interface InconsistentBill extends OfCustomer {
  code: string
  cents: number
}

export interface TieFacts {
  ties: Ties
  inconsistent: InconsistentBill[]
  /** Accounts in the previous month's snapshot; null if it has none. */
  before: Ties | null
  /** Pairs of kept and merged customer ids: balances may have moved between them. */
  merges: readonly (readonly [number, number])[]
}

export type TieName = 'receivable' | 'advance' | 'money' | 'revenue' | 'deposit' | 'opening' | 'bill'

/** A difference: amount, customer (null for totals) and the customer's inconsistent bills. */
export interface Difference {
  tie: TieName
  customerId: number | null
  customerName: string
  cents: number
  bills: string[]
}

const rollGap = (row: RollRow) =>
  row.openingCents +
  row.billedCents -
  row.receivedCents -
  row.byDepositCents -
  row.reducedCents -
  row.closingCents

const advanceGap = (row: AdvanceRow) => row.openingCents + row.inCents - row.usedCents - row.closingCents

const depositGap = (row: DepositRow) =>
  row.openingCents + row.receivedCents - row.refundedCents - row.usedCents - row.closingCents

const bridgeGap = (row: BridgeRow) =>
  row.revenueCents -
  (row.unbilledAfterCents - row.unbilledBeforeCents) +
  (row.aheadAfterCents - row.aheadBeforeCents) -
  (row.billedCents - row.voidedCents)

/**
 * Returns the differences in a month's accounts. Checks each identity per customer, the payments in total, and that the
 * opening balances equal the closing ones of the previous month. `closingCents` comes from the bills, independently of
 * the movements.
 */
export function findTieGaps({ ties, inconsistent, before, merges }: TieFacts): Difference[] {
  const billsOf = Map.groupBy(inconsistent, ({ customerId }) => customerId)
  const found = (tie: TieName, { customerId, customerName }: OfCustomer, cents: number): Difference[] =>
    cents === 0
      ? []
      : [
          {
            tie,
            customerId,
            customerName,
            cents,
            bills: (billsOf.get(customerId) ?? []).map(({ code }) => code),
          },
        ]
  return [
    ...inconsistent.map(
      ({ code, cents, customerId, customerName }): Difference => ({
        tie: 'bill',
        customerId,
        customerName,
        cents,
        bills: [code],
      }),
    ),
    ...ties.roll.flatMap((row) => found('receivable', row, rollGap(row))),
    ...ties.advances.flatMap((row) => found('advance', row, advanceGap(row))),
    ...ties.bridge.flatMap((row) => found('revenue', row, bridgeGap(row))),
    ...ties.deposits.flatMap((row) => found('deposit', row, depositGap(row))),
    ...moneyGap(ties),
    ...(before ? openingGaps(ties, before, merges) : []),
  ]
}

/** Payments of the month − received in A − change of 预收. */
function moneyGap({ money, roll, advances }: Ties): Difference[] {
  const received = sum(roll.map(({ receivedCents }) => receivedCents))
  const moved = sum(advances.map(({ inCents, usedCents }) => inCents - usedCents))
  const cents = sum(money.map((row) => row.cents)) - received - moved
  return cents === 0 ? [] : [{ tie: 'money', customerId: null, customerName: '', cents, bills: [] }]
}

/** Revenue in the monthly result − revenue in B; both are calculated from the same bills. */
export function revenueGap({ bridge }: Ties, revenueCents: number): Difference[] {
  const cents = revenueCents - sum(bridge.map((row) => row.revenueCents))
  return cents === 0 ? [] : [{ tie: 'revenue', customerId: null, customerName: '', cents, bills: [] }]
}

/** A customer's balances at the start or end of a month. */
type Balances = Record<'owed' | 'advance' | 'held' | 'unbilled' | 'ahead', number>

const ZERO_BALANCES: Balances = { owed: 0, advance: 0, held: 0, unbilled: 0, ahead: 0 }

/** Balances per group of merged customers. */
class BalancesByCustomer extends Map<number, Balances> {
  private readonly leader: (id: number) => number

  constructor(leader: (id: number) => number) {
    super()
    this.leader = leader
  }

  add(customerId: number, figure: keyof Balances, cents: number): void {
    const id = this.leader(customerId)
    const balances = this.get(id) ?? { ...ZERO_BALANCES }
    balances[figure] += cents
    this.set(id, balances)
  }
}

/** Customers whose opening balances differ from the closing ones of the previous month. */
function openingGaps(now: Ties, before: Ties, merges: TieFacts['merges']): Difference[] {
  const leader = groupsOf(merges)
  const [first, last] = [new BalancesByCustomer(leader), new BalancesByCustomer(leader)]
  for (const row of now.roll) first.add(row.customerId, 'owed', row.openingCents)
  for (const row of now.advances) first.add(row.customerId, 'advance', row.openingCents)
  for (const row of now.deposits) first.add(row.customerId, 'held', row.openingCents)
  for (const row of now.bridge) {
    first.add(row.customerId, 'unbilled', row.unbilledBeforeCents)
    first.add(row.customerId, 'ahead', row.aheadBeforeCents)
  }
  for (const row of before.roll) last.add(row.customerId, 'owed', row.closingCents)
  for (const row of before.advances) last.add(row.customerId, 'advance', row.closingCents)
  for (const row of before.deposits) last.add(row.customerId, 'held', row.closingCents)
  for (const row of before.bridge) {
    last.add(row.customerId, 'unbilled', row.unbilledAfterCents)
    last.add(row.customerId, 'ahead', row.aheadAfterCents)
  }
  const names = namesIn(before, now)
  return [...new Set([...first.keys(), ...last.keys()])].flatMap((customerId) => {
    const [begins, ended] = [first.get(customerId) ?? ZERO_BALANCES, last.get(customerId) ?? ZERO_BALANCES]
    const gaps = (Object.keys(ZERO_BALANCES) as (keyof Balances)[]).map(
      (figure) => begins[figure] - ended[figure],
    )
    const cents = gaps.find((gap) => gap !== 0)
    if (cents === undefined) return []
    const customerName = names.get(customerId) ?? ''
    return [{ tie: 'opening' as const, customerId, customerName, cents, bills: [] }]
  })
}

function namesIn(...all: Ties[]): Map<number, string> {
  const rows = all.flatMap(({ roll, advances, bridge, deposits }) => [
    ...roll,
    ...advances,
    ...bridge,
    ...deposits,
  ])
  return new Map(rows.map(({ customerId, customerName }) => [customerId, customerName]))
}

/** Returns a function that maps a customer to the representative of its merge group. */
function groupsOf(merges: TieFacts['merges']): (id: number) => number {
  const above = new Map<number, number>()
  const leader = (id: number): number => {
    const next = above.get(id)
    return next === undefined ? id : leader(next)
  }
  for (const [survivor, merged] of merges) {
    const [one, other] = [leader(survivor), leader(merged)]
    if (one !== other) above.set(other, one)
  }
  return leader
}

/** Chinese names of the identities, translated where they are shown. */
export const tieNames = {
  receivable: '应收',
  advance: '预收',
  money: '收款',
  revenue: '收入到应收',
  deposit: '押金',
  opening: '期初与上月快照',
  bill: '账单',
} as const satisfies Record<TieName, string>
