import type { Database } from '#db/connect.ts'
import { sum } from '#kit/money.ts'
import { findFacts } from './monthQueries.ts'
import { priceMonth } from './price.ts'

/** Price of a store month from current terms and figures, in 分; drafts use the same calculation. */
export async function storePrice(db: Database, storeId: number, month: string): Promise<number> {
  const facts = (await findFacts(db, [storeId], month)).get(storeId)
  return facts ? sum(priceMonth(facts).lines.map(({ amountCents }) => amountCents)) : 0
}
