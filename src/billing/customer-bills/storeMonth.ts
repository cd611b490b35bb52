import type { Database } from '#db/connect.ts'
import { sum } from '#kit/money.ts'
import { priceMonth } from './price.ts'
import type { StoreOfMonth } from './queriesOfMonth.ts'
import { findFacts, findMonthBills } from './queriesOfMonth.ts'

/** Price of a store month, and the number of its bills. */
export interface StoreMonth {
  /** From current terms and figures, in 分. */
  cents: number
  drafts: number
  /** Issued bills, whose lines no longer change. */
  issued: number
}

const SERVICE_KINDS = ['service', 'commission', 'overage', 'adjustment']

/** Calculates the price of a store month and counts its bills, including the customer's bills without a store. */
export async function readStoreMonth(db: Database, store: StoreOfMonth, month: string): Promise<StoreMonth> {
  const facts = (await findFacts(db, [store.id], month)).get(store.id)
  const bills = (await findMonthBills(db, [store], month, { lock: false })).filter(
    ({ kind, status }) => SERVICE_KINDS.includes(kind) && status !== 'void',
  )
  const drafts = bills.filter(({ status }) => status === 'draft').length
  return {
    cents: facts ? sum(priceMonth(facts).lines.map(({ amountCents }) => amountCents)) : 0,
    drafts,
    issued: bills.length - drafts,
  }
}
