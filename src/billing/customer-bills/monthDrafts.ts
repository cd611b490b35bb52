import type { Database } from '#db/connect.ts'
import { priceMonth } from './price.ts'
import type { Draft } from './proposal.ts'
import { draftsFor, isUntouched, standingFor } from './proposal.ts'
import type { MonthBill, StoreOfMonth } from './queriesOfMonth.ts'
import { findFacts, findMonthBills, findOpenStops, findUnsettled } from './queriesOfMonth.ts'

/** Number of stores per batch; their data is in memory together. */
export const AT_ONCE = 2_000

/** A draft that the month requires, and the existing bill in its place. */
export interface Wanted {
  store: StoreOfMonth
  draft: Draft
  standing: MonthBill | undefined
}

/** Drafts that a month requires, and unedited drafts that it no longer requires. */
export interface MonthDrafts {
  wanted: Wanted[]
  unwanted: MonthBill[]
}

/** Calculates the drafts of some stores' month and finds the existing ones; `lock` locks the existing bills. */
export async function readDrafts(
  db: Database,
  stores: readonly StoreOfMonth[],
  month: string,
  { lock }: { lock: boolean },
): Promise<MonthDrafts> {
  const ids = stores.map(({ id }) => id)
  // Lock the bills before reading data, so that a concurrent change of data and bills is complete.
  const all = await findMonthBills(db, stores, month, { lock })
  const facts = await findFacts(db, ids, month)
  const [own, whole] = [
    Map.groupBy(all, ({ storeId }) => storeId),
    Map.groupBy(
      all.filter(({ storeId }) => storeId === null),
      ({ customerId }) => customerId,
    ),
  ]
  const stops = Map.groupBy(await findOpenStops(db, ids, month), ({ storeId }) => storeId)
  const found: MonthDrafts = { wanted: [], unwanted: [] }
  for (const store of stores) {
    const [known, bills] = [facts.get(store.id), own.get(store.id) ?? []]
    if (!known) continue
    const drafts = draftsFor({
      ...{ priced: priceMonth(known), bills, covering: whole.get(store.customerId) ?? [] },
      stops: stops.get(store.id) ?? [],
    })
    const wanted = drafts.map((draft) => {
      const standing = standingFor(draft, bills)
      return { store, draft, standing: bills.find(({ id }) => id === standing?.id) }
    })
    const kept = new Set(wanted.map(({ standing }) => standing?.id))
    found.wanted.push(...wanted)
    found.unwanted.push(...bills.filter((bill) => isUntouched(bill) && !kept.has(bill.id)))
  }
  return found
}

const SHOWN = 3

/** Of the stores with a prepaid month or a refundable stop: how many have no draft yet, with the first names. */
export async function findUnproposed(
  db: Database,
  of: { companyCode: string; month: string },
): Promise<{ count: number; of: number; examples: string[] }> {
  const stores = await findUnsettled(db, of)
  const names = new Map<number, string>()
  for (let at = 0; at < stores.length; at += AT_ONCE) {
    const { wanted } = await readDrafts(db, stores.slice(at, at + AT_ONCE), of.month, { lock: false })
    for (const { store, standing } of wanted) if (!standing) names.set(store.id, store.name)
  }
  return { count: names.size, of: stores.length, examples: [...names.values()].slice(0, SHOWN) }
}
