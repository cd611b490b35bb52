import type { Pricing } from '#clients/pricing/contract.ts'
import type { Database } from '#db/connect.ts'
import { type Day, daysFrom, lastDayOf, monthOf } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import { findDraftLines } from './draftQueries.ts'
import { findFacts, findMonthBills, type MonthBill } from './monthQueries.ts'
import { type MonthFacts, type PricedLine, priceMonth, stretchesOf } from './price.ts'
import {
  findBillsWithoutPrice,
  findIssuedPrices,
  findLateFigures,
  findProposedTotals,
  insertPrices,
} from './priceQueries.ts'
import type { BillRow } from './queries.ts'

/** Saved data of a day. */
export interface DayFact {
  on: Day
  served: boolean
  termsId: number | null
  volume: number | null
  salesCents: number | null
}

/** Price from the data at issue, for the items that the bill covers. Amounts in 分. */
export interface PriceAtIssue {
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

/** Bill kinds that cover a single item, and the item. */
const SINGLE_ITEM_KINDS: Record<string, string> = { overage: 'overage', commission: 'commission' }

type PricingBill = Pick<BillRow, 'kind' | 'storeId' | 'prepaid' | 'relatesToId' | 'rerateId' | 'origin'>

/**
 * Whether a bill charges the price of a store month. For a prepaid month only the settlement does. Adjustments of
 * differences and bills without a store do not.
 */
export function chargesStoreMonth({
  kind,
  storeId,
  prepaid,
  relatesToId,
  rerateId,
  origin,
}: PricingBill): boolean {
  if (storeId === null || rerateId !== null) return false
  if (kind === 'adjustment') return relatesToId !== null && origin !== 'keyed'
  return (kind === 'service' || kind in SINGLE_ITEM_KINDS) && !prepaid
}

/** Data of each day of a month. */
export function dayFacts(facts: MonthFacts): DayFact[] {
  const served = new Set(stretchesOf(facts).flatMap(({ days }) => days))
  return daysFrom(`${facts.month}-01`, lastDayOf(facts.month)).map((on) => {
    const { volume = null, salesCents = null } = facts.figures.get(on) ?? {}
    const termsId = facts.terms.findLast(({ fromOn }) => fromOn <= on)?.id ?? null
    return { on, served: served.has(on), termsId, volume, salesCents }
  })
}

/** Whether the bill is being issued now, or was issued before prices were saved. */
type IssueTime = 'now' | 'before'

/**
 * Prices to save with issued bills. An unedited proposal uses its own lines. Edited and manual bills use the price from
 * current data, so that agreed changes never show as a difference. Bills issued before prices were saved use their own
 * lines, if any, and the proposed total if they were edited.
 */
async function pricesOf(
  db: Database,
  bills: readonly BillRow[],
  month: string,
  when: IssueTime,
): Promise<PriceAtIssue[]> {
  const pricedBills = bills.filter(chargesStoreMonth)
  if (pricedBills.length === 0) return []
  const stores = pricedBills.flatMap(({ storeId, customerId }) =>
    storeId === null ? [] : [{ id: storeId, customerId, name: '' }],
  )
  const ids = stores.map(({ id }) => id)
  const facts = await findFacts(db, ids, month)
  const currentBills = (await findMonthBills(db, stores, month)).filter(({ status }) => status !== 'void')
  const lines = await findDraftLines(
    db,
    pricedBills.map(({ id }) => id),
  )
  const savedPrices = await findIssuedPrices(db, ids, month)
  const changed = when === 'before' ? pricedBills.filter(({ origin }) => origin === 'changed') : []
  const proposed = await findProposedTotals(
    db,
    changed.map(({ id }) => id),
  )
  const found: PriceAtIssue[] = []
  for (const bill of pricedBills) {
    const { id: billId, storeId, companyCode, monthOn } = bill
    const storeFacts = storeId === null ? undefined : facts.get(storeId)
    if (storeId === null || !storeFacts) continue
    const items = uncoveredItems(bill, currentBills, [...savedPrices, ...found])
    const billLines = (lines.get(billId) ?? []).filter(({ item }) => ITEMS.includes(item)).map(pricedLine)
    const now = priceMonth(storeFacts).lines.filter(({ item }) => items.includes(item))
    const priceLines = usesOwnLines(bill, when, billLines) ? billLines : now
    const pricedCents = proposed.get(billId) ?? sum(priceLines.map(({ amountCents }) => amountCents))
    const days = when === 'now' ? dayFacts(storeFacts) : null
    found.push({ billId, companyCode, storeId, monthOn, items, pricedCents, lines: priceLines, days })
  }
  return found
}

/** Whether a bill's price comes from its own lines rather than from current data. */
const usesOwnLines = ({ origin }: BillRow, when: IssueTime, ownLines: readonly PricedLine[]) =>
  origin === 'proposed' || (when === 'before' && ownLines.length > 0)

/** Items that a store's bill covers and for which its store has no price yet. */
function uncoveredItems(
  bill: MonthBill,
  currentBills: readonly MonthBill[],
  prices: readonly Pick<PriceAtIssue, 'storeId' | 'items'>[],
): string[] {
  const others = currentBills.filter(
    (one) => one.id !== bill.id && (one.storeId === bill.storeId || coversCustomer(one, bill)),
  )
  const coveredItems = prices.filter(({ storeId }) => storeId === bill.storeId).flatMap(({ items }) => items)
  return itemsOf(bill, others).filter((item) => !coveredItems.includes(item))
}

/** Whether a bill covers the whole customer, and so all its stores. */
const coversCustomer = (one: MonthBill, { customerId }: MonthBill) =>
  one.storeId === null && one.customerId === customerId

/** Items that a bill covers: the single item of its kind, or all items without a bill of their own. */
function itemsOf({ kind }: MonthBill, others: readonly MonthBill[]): string[] {
  const one = SINGLE_ITEM_KINDS[kind]
  if (one !== undefined) return [one]
  const otherItems = others.map((other) => SINGLE_ITEM_KINDS[other.kind])
  return ITEMS.filter((item) => !otherItems.includes(item))
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
  item: item as PricedLine['item'],
  fromOn: fromOn ?? '',
  toOn: toOn ?? '',
  termsId: termsId ?? 0,
  qty: rest.qty,
  per: rest.per,
  price: rest.price,
  amountCents: rest.amountCents,
})

/** Saves the prices of bills that are issued now. */
export async function savePrices(db: Database, bills: readonly BillRow[], at: Date): Promise<void> {
  for (const [monthOn, some] of Map.groupBy(bills, (bill) => bill.monthOn)) {
    await insertPrices(db, await pricesOf(db, some, monthOf(monthOn), 'now'), at)
  }
}

/** Saves prices for the stores' bills of a month that were issued before prices were saved. */
export async function saveEarlierPrices(
  db: Database,
  ids: readonly number[],
  month: string,
  at: Date,
): Promise<void> {
  const bills = await findBillsWithoutPrice(db, ids, month)
  if (bills.length > 0) await insertPrices(db, await pricesOf(db, bills, month, 'before'), at)
}

/** Price of a store month from current data. */
export interface PricedNow {
  lines: PricedLine[]
  days: DayFact[]
}

/** Data of the stores' month, overlaid with late figures of closed days. */
async function findFactsWithLate(db: Database, ids: readonly number[], month: string) {
  const facts = await findFacts(db, ids, month)
  for (const { storeId, onDay, ...late } of await findLateFigures(db, ids, month)) {
    const storeFacts = facts.get(storeId)
    if (!storeFacts) continue
    const { figures } = storeFacts
    const { volume = null, salesCents = null } = figures.get(onDay) ?? {}
    const overlaid = { volume: late.volume ?? volume, salesCents: late.salesCents ?? salesCents }
    const overlay = { get: (day: Day) => (day === onDay ? overlaid : figures.get(day)) }
    facts.set(storeId, { ...storeFacts, figures: overlay })
  }
  return facts
}

/** Prices of the stores' month from current data, including late figures of closed days. */
export async function priceStores(
  db: Database,
  ids: readonly number[],
  month: string,
): Promise<Map<number, PricedNow>> {
  const facts = await findFactsWithLate(db, ids, month)
  return new Map(
    [...facts].map(([id, storeFacts]) => [
      id,
      { lines: priceMonth(storeFacts).lines, days: dayFacts(storeFacts) },
    ]),
  )
}

/** Price of a store month by its terms, and with another pricing in one of them. */
export async function priceStoreUnder(
  db: Database,
  storeId: number,
  month: string,
  { termsId, pricing }: { termsId: number; pricing: Pricing },
): Promise<{ now: PricedLine[]; under: PricedLine[] }> {
  const storeFacts = (await findFacts(db, [storeId], month, pricing)).get(storeId)
  if (!storeFacts) return { now: [], under: [] }
  const terms = storeFacts.terms.map((row) => (row.id === termsId ? { ...row, pricing } : row))
  return { now: priceMonth(storeFacts).lines, under: priceMonth({ ...storeFacts, terms }).lines }
}
