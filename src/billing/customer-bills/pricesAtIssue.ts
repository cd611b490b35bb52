import type { Pricing } from '#clients/pricing/contract.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { daysFrom, lastDayOf, monthOf } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import type { MonthFacts, PricedLine } from './price.ts'
import { priceMonth, stretchesOf } from './price.ts'
import type { BillRow } from './queries.ts'
import { findDraftLines } from './queriesOfDrafts.ts'
import type { MonthBill } from './queriesOfMonth.ts'
import { findFacts, findMonthBills } from './queriesOfMonth.ts'
import {
  findIssuedPrices,
  findLateFigures,
  findProposedTotals,
  findUnkept,
  insertPrices,
} from './queriesOfPrices.ts'

/** What was known of a day of a month. */
export interface DayFact {
  on: Day
  served: boolean
  termsId: number | null
  volume: number | null
  salesCents: number | null
}

/** What the facts of a month came to when a bill was issued, of the items that the bill asks for. Amounts in 分. */
export interface KeptPrice {
  billId: number
  companyCode: string
  storeId: number
  monthOn: Day
  items: readonly string[]
  pricedCents: number
  lines: readonly PricedLine[]
  days: readonly DayFact[] | null
}

const ITEMS: readonly string[] = ['monthly', 'daily', 'hourly', 'overage', 'commission']

/** The kinds of bill that ask for one item of the price by itself. */
const APART: Record<string, string> = { overage: 'overage', commission: 'commission' }

type Asking = Pick<BillRow, 'kind' | 'storeId' | 'prepaid' | 'relatesToId' | 'rerateId' | 'origin'>

/**
 * Whether a bill asks for the price of a store's month: of a month paid ahead its settlement does. What settles a difference
 * afterwards, and a bill of the customer as a whole, do not.
 */
export function asksForPrice({ kind, storeId, prepaid, relatesToId, rerateId, origin }: Asking): boolean {
  if (storeId === null || rerateId !== null) return false
  if (kind === 'adjustment') return relatesToId !== null && origin !== 'keyed'
  return (kind === 'service' || kind in APART) && !prepaid
}

/** What is known of each day of a month. */
export function dayFacts(facts: MonthFacts): DayFact[] {
  const served = new Set(stretchesOf(facts).flatMap(({ days }) => days))
  return daysFrom(`${facts.month}-01`, lastDayOf(facts.month)).map((on) => {
    const { volume = null, salesCents = null } = facts.figures.get(on) ?? {}
    const termsId = facts.terms.findLast(({ fromOn }) => fromOn <= on)?.id ?? null
    return { on, served: served.has(on), termsId, volume, salesCents }
  })
}

/** Where a bill stands: being issued now, or issued before prices were kept. */
type When = 'now' | 'before'

/**
 * What bills that are issued keep of their month's price. A draft that nobody has touched was worked out: its own lines are
 * the price. What somebody changed or wrote counts for what the facts come to, so that what was agreed on never shows as a
 * difference; of a bill of before, for what had been proposed.
 */
async function pricesOf(
  db: Database,
  bills: readonly BillRow[],
  month: string,
  when: When,
): Promise<KeptPrice[]> {
  const asking = bills.filter(asksForPrice)
  if (asking.length === 0) return []
  const stores = asking.flatMap(({ storeId, customerId }) =>
    storeId === null ? [] : [{ id: storeId, customerId, name: '' }],
  )
  const ids = stores.map(({ id }) => id)
  const facts = await findFacts(db, ids, month)
  const standing = (await findMonthBills(db, stores, month, { lock: false })).filter(
    ({ status }) => status !== 'void',
  )
  const lines = await findDraftLines(
    db,
    asking.map(({ id }) => id),
  )
  const kept = await findIssuedPrices(db, ids, month)
  const changed = when === 'before' ? asking.filter(({ origin }) => origin === 'changed') : []
  const proposed = await findProposedTotals(
    db,
    changed.map(({ id }) => id),
  )
  const found: KeptPrice[] = []
  for (const bill of asking) {
    const { id: billId, storeId, companyCode, monthOn } = bill
    const known = storeId === null ? undefined : facts.get(storeId)
    if (storeId === null || !known) continue
    const others = standing.filter(
      (one) => one.id !== bill.id && (one.storeId === storeId || ofWhole(one, bill)),
    )
    const taken = [...kept, ...found].filter((one) => one.storeId === storeId).flatMap(({ items }) => items)
    const items = itemsOf(bill, others).filter((item) => !taken.includes(item))
    const own = (lines.get(billId) ?? []).filter(({ item }) => ITEMS.includes(item)).map(pricedLine)
    const now = priceMonth(known).lines.filter(({ item }) => items.includes(item))
    const isOwn = bill.origin === 'proposed' || (when === 'before' && own.length > 0)
    const told = isOwn ? own : now
    const pricedCents = proposed.get(billId) ?? sum(told.map(({ amountCents }) => amountCents))
    const days = when === 'now' ? dayFacts(known) : null
    found.push({ billId, companyCode, storeId, monthOn, items, pricedCents, lines: told, days })
  }
  return found
}

/** A bill of the customer as a whole asks for all its stores. */
const ofWhole = (one: MonthBill, { customerId }: MonthBill) =>
  one.storeId === null && one.customerId === customerId

/** The items that a bill asks for: one of a kind that has bills of its own, or all that have none. */
function itemsOf({ kind }: MonthBill, others: readonly MonthBill[]): string[] {
  const one = APART[kind]
  if (one !== undefined) return [one]
  const apart = others.map((other) => APART[other.kind])
  return ITEMS.filter((item) => !apart.includes(item))
}

const pricedLine = ({
  item,
  fromOn,
  toOn,
  termsId,
  ...rest
}: Omit<PricedLine, 'item' | 'fromOn' | 'toOn' | 'termsId'> & {
  item: string
  fromOn: Day | null
  toOn: Day | null
  termsId: number | null
}): PricedLine => ({
  ...{ item: item as PricedLine['item'], fromOn: fromOn ?? '', toOn: toOn ?? '', termsId: termsId ?? 0 },
  ...{ qty: rest.qty, per: rest.per, price: rest.price, amountCents: rest.amountCents },
})

/** Keeps what the facts come to with bills that are issued now. */
export async function keepPrices(db: Database, bills: readonly BillRow[], at: Date): Promise<void> {
  for (const [monthOn, some] of Map.groupBy(bills, (bill) => bill.monthOn)) {
    await insertPrices(db, await pricesOf(db, some, monthOf(monthOn), 'now'), at)
  }
}

/** Keeps it with the stores' bills of a month that were issued before prices were kept. */
export async function keepEarlierPrices(
  db: Database,
  ids: readonly number[],
  month: string,
  at: Date,
): Promise<void> {
  const bills = await findUnkept(db, ids, month)
  if (bills.length > 0) await insertPrices(db, await pricesOf(db, bills, month, 'before'), at)
}

/** What a store's month comes to now. */
export interface PricedNow {
  lines: PricedLine[]
  days: DayFact[]
}

/** Facts with what came after their month was closed laid over them. */
async function findFactsWithLate(db: Database, ids: readonly number[], month: string) {
  const facts = await findFacts(db, ids, month)
  for (const { storeId, onDay, ...late } of await findLateFigures(db, ids, month)) {
    const known = facts.get(storeId)
    if (!known) continue
    const { volume, salesCents } = known.figures.get(onDay) ?? { volume: null, salesCents: null }
    const laid = { volume: late.volume ?? volume, salesCents: late.salesCents ?? salesCents }
    facts.set(storeId, { ...known, figures: new Map([...known.figures, [onDay, laid]]) })
  }
  return facts
}

/** The stores' month by the terms, states and figures of now, those among them that came after the month was closed. */
export async function priceStores(
  db: Database,
  ids: readonly number[],
  month: string,
): Promise<Map<number, PricedNow>> {
  const facts = await findFactsWithLate(db, ids, month)
  return new Map(
    [...facts].map(([id, known]) => [id, { lines: priceMonth(known).lines, days: dayFacts(known) }]),
  )
}

/** The lines of a store's month by its terms, and by another price in the place of one of them. */
export async function priceStoreUnder(
  db: Database,
  storeId: number,
  month: string,
  { termsId, pricing }: { termsId: number; pricing: Pricing },
): Promise<{ now: PricedLine[]; under: PricedLine[] }> {
  const known = (await findFacts(db, [storeId], month, pricing)).get(storeId)
  if (!known) return { now: [], under: [] }
  const terms = known.terms.map((row) => (row.id === termsId ? { ...row, pricing } : row))
  return { now: priceMonth(known).lines, under: priceMonth({ ...known, terms }).lines }
}
