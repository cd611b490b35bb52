import type { Database } from '#db/connect.ts'
import { chunksOf } from '#kit/chunks.ts'
import {
  findFacts,
  findMonthBills,
  findOpenStops,
  findUnsettled,
  type MonthBill,
  type StoreOfMonth,
} from './monthQueries.ts'
import { priceMonth } from './price.ts'
import { type Draft, draftsFor, findExistingBill, isUntouched } from './proposal.ts'

/** Number of stores per batch; their data is in memory together. */
export const BATCH_SIZE = 2_000

/** A draft that the month requires, and the existing bill in its place. */
export interface RequiredDraft {
  store: StoreOfMonth
  draft: Draft
  existing: MonthBill | undefined
}

/** Drafts that a month requires, and unedited drafts that it no longer requires. */
export interface MonthDrafts {
  required: RequiredDraft[]
  obsolete: MonthBill[]
}

/** Calculates the drafts of some stores' month and finds the existing ones, which a writer has locked (`lockMonthBills`). */
export async function readDrafts(
  db: Database,
  stores: readonly StoreOfMonth[],
  month: string,
): Promise<MonthDrafts> {
  const ids = stores.map(({ id }) => id)
  const all = await findMonthBills(db, stores, month)
  const facts = await findFacts(db, ids, month)
  const [billsByStore, billsByCustomer] = [
    Map.groupBy(all, ({ storeId }) => storeId),
    Map.groupBy(
      all.filter(({ storeId }) => storeId === null),
      ({ customerId }) => customerId,
    ),
  ]
  const stops = Map.groupBy(await findOpenStops(db, ids, month), ({ storeId }) => storeId)
  const found: MonthDrafts = { required: [], obsolete: [] }
  for (const store of stores) {
    const [storeFacts, bills] = [facts.get(store.id), billsByStore.get(store.id) ?? []]
    if (!storeFacts) continue
    const drafts = draftsFor({
      priced: priceMonth(storeFacts),
      bills,
      covering: billsByCustomer.get(store.customerId) ?? [],
      stops: stops.get(store.id) ?? [],
    })
    const required = drafts.map((draft) => {
      const existing = findExistingBill(draft, bills)
      return { store, draft, existing: bills.find(({ id }) => id === existing?.id) }
    })
    const existingIds = new Set(required.map(({ existing }) => existing?.id))
    found.required.push(...required)
    found.obsolete.push(...bills.filter((bill) => isUntouched(bill) && !existingIds.has(bill.id)))
  }
  return found
}

const MAX_EXAMPLES = 3

/** Of the stores with a prepaid month or a refundable stop: how many have no draft yet, with the first names. */
export async function findUnproposed(
  db: Database,
  of: { companyCode: string; month: string },
): Promise<{ count: number; of: number; examples: string[] }> {
  const stores = await findUnsettled(db, of)
  const names = new Map<number, string>()
  for await (const batch of chunksOf(stores, BATCH_SIZE)) {
    const { required } = await readDrafts(db, batch, of.month)
    for (const { store, existing } of required) if (!existing) names.set(store.id, store.name)
  }
  return { count: names.size, of: stores.length, examples: [...names.values()].slice(0, MAX_EXAMPLES) }
}
