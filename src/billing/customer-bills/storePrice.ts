import type { Database } from '#db/connect.ts'
import { sum } from '#kit/money.ts'
import { priceMonth } from './price.ts'
import { findFacts } from './queriesOfMonth.ts'

/** What a store's month comes to by its terms and figures of now, 分; drafts of it are priced the same way. */
export async function storePrice(db: Database, storeId: number, month: string): Promise<number> {
  const facts = (await findFacts(db, [storeId], month)).get(storeId)
  return facts ? sum(priceMonth(facts).lines.map(({ amountCents }) => amountCents)) : 0
}
