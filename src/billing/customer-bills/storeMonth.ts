import type { Database } from '#db/connect.ts'
import { sum } from '#kit/money.ts'
import { priceMonth } from './price.ts'
import type { StoreOfMonth } from './queriesOfMonth.ts'
import { findFacts, findMonthBills } from './queriesOfMonth.ts'

/** The price of a store's month, and the bills of the month that exist. */
export interface StoreMonth {
  /** By the current terms and figures, in 分. */
  cents: number
  drafts: number
  /** Issued bills; their lines no longer change. */
  issued: number
}

/** Bills that charge for service. */
const OF_SERVICE = ['service', 'commission', 'overage', 'adjustment']

/** Prices a store's month, and counts its bills, those of the whole customer included. */
export async function readStoreMonth(db: Database, store: StoreOfMonth, month: string): Promise<StoreMonth> {
  const facts = (await findFacts(db, [store.id], month)).get(store.id)
  const bills = (await findMonthBills(db, [store], month, { lock: false })).filter(
    ({ kind, status }) => OF_SERVICE.includes(kind) && status !== 'void',
  )
  const drafts = bills.filter(({ status }) => status === 'draft').length
  return {
    cents: facts ? sum(priceMonth(facts).lines.map(({ amountCents }) => amountCents)) : 0,
    drafts,
    issued: bills.length - drafts,
  }
}
