import { sum } from '#kit/money.ts'

/** A row of a customer, which carries its name. */
interface OfCustomer {
  customerId: number
  customerName: string
}

/**
 * A 应收: closing = opening + billed − received − by deposit − written off. What is owed to the customer in the end
 * stands apart from what the customer owes. 分.
 */
export interface RollRow extends OfCustomer {
  openingCents: number
  billedCents: number
  receivedCents: number
  byDepositCents: number
  /** 冲减: what was written off, and bills of closed months that were made void. */
  reducedCents: number
  closingCents: number
}

/** 预收: money whose bill was not issued yet. closing = opening + in − used. */
export interface AdvanceRow extends OfCustomer {
  openingCents: number
  inCents: number
  usedCents: number
  closingCents: number
}

/**
 * B 收入到应收: billed − voided = revenue − (unbilled after − before) + (ahead after − before). Billed and voided are of
 * bills that are revenue; unbilled (U) was served and is billed later, ahead (D) is billed and served later.
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

/** What came in or went out in the month by its own day, without what only moves between bills. */
export interface MoneyRow {
  method: string
  cents: number
}

/** The four accounts of a month, each with every customer that has something in it. A closing keeps them. */
export interface Ties {
  roll: RollRow[]
  advances: AdvanceRow[]
  bridge: BridgeRow[]
  deposits: DepositRow[]
  money: MoneyRow[]
}

/** A bill whose sums are not those of its rows. */
export interface OddBill extends OfCustomer {
  code: string
  cents: number
}

export interface TieFacts {
  ties: Ties
  odd: OddBill[]
  /** The last figures of the month before, as its snapshot keeps them; null where it keeps none. */
  before: Ties | null
  /** Customers of which one was merged into the other at some time: what one had the other may have now. */
  merges: readonly (readonly [number, number])[]
}

export type TieName = 'receivable' | 'advance' | 'money' | 'revenue' | 'deposit' | 'opening' | 'bill'

/** Where the accounts do not tie: by how much, of which customer (null: in total), and by which bills. */
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
 * Where a month's accounts do not tie. Each identity is asked by customer and in total; the stocks at the end have to be
 * those that the bills say of themselves (`closingCents` is read so), the money that came in has to be what settled bills and
 * what waits for one, and the first figures the last of the month before.
 */
export function differencesOf({ ties, odd, before, merges }: TieFacts): Difference[] {
  const billsOf = Map.groupBy(odd, ({ customerId }) => customerId)
  const found = (tie: TieName, { customerId, customerName }: OfCustomer, cents: number): Difference[] =>
    cents === 0
      ? []
      : [
          {
            ...{ tie, customerId, customerName, cents },
            bills: (billsOf.get(customerId) ?? []).map(({ code }) => code),
          },
        ]
  return [
    ...odd.map(
      ({ code, cents, customerId, customerName }): Difference => ({
        ...{ tie: 'bill', customerId, customerName, cents, bills: [code] },
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

/** Money of the month − what was received in A − what 预收 moved by. */
function moneyGap({ money, roll, advances }: Ties): Difference[] {
  const received = sum(roll.map(({ receivedCents }) => receivedCents))
  const moved = sum(advances.map(({ inCents, usedCents }) => inCents - usedCents))
  const cents = sum(money.map((row) => row.cents)) - received - moved
  return cents === 0 ? [] : [{ tie: 'money', customerId: null, customerName: '', cents, bills: [] }]
}

/** The revenue that the result of the month has − that of the bridge, which is told by the same bills. */
export function revenueGap({ bridge }: Ties, revenueCents: number): Difference[] {
  const cents = revenueCents - sum(bridge.map((row) => row.revenueCents))
  return cents === 0 ? [] : [{ tie: 'revenue', customerId: null, customerName: '', cents, bills: [] }]
}

/** What each customer begins a month with, or ended one with, in one figure a stock. */
type Stand = Record<'owed' | 'advance' | 'held' | 'unbilled' | 'ahead', number>

const NOTHING: Stand = { owed: 0, advance: 0, held: 0, unbilled: 0, ahead: 0 }

/** The stands by groups of customers that were merged. */
class Stands extends Map<number, Stand> {
  private readonly leader: (id: number) => number

  constructor(leader: (id: number) => number) {
    super()
    this.leader = leader
  }

  add(customerId: number, figure: keyof Stand, cents: number): void {
    const id = this.leader(customerId)
    const stand = this.get(id) ?? { ...NOTHING }
    stand[figure] += cents
    this.set(id, stand)
  }
}

/** First figures that are not the last of the month before. */
function openingGaps(now: Ties, before: Ties, merges: TieFacts['merges']): Difference[] {
  const leader = groupsOf(merges)
  const [first, last] = [new Stands(leader), new Stands(leader)]
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
    const [begins, ended] = [first.get(customerId) ?? NOTHING, last.get(customerId) ?? NOTHING]
    const gaps = (Object.keys(NOTHING) as (keyof Stand)[]).map((figure) => begins[figure] - ended[figure])
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

/** Says of a customer which one stands for the group that it was merged into. */
function groupsOf(merges: TieFacts['merges']): (id: number) => number {
  const above = new Map<number, number>()
  const leader = (id: number): number => {
    const next = above.get(id)
    return next === undefined ? id : leader(next)
  }
  for (const [kept, merged] of merges) {
    const [one, other] = [leader(kept), leader(merged)]
    if (one !== other) above.set(other, one)
  }
  return leader
}

/** What each identity is called; translated where it is shown. */
export const tieNames = {
  receivable: '应收',
  advance: '预收',
  money: '收款',
  revenue: '收入到应收',
  deposit: '押金',
  opening: '期初与上月快照',
  bill: '账单',
} as const satisfies Record<TieName, string>
