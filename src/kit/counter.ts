import type { Database } from '#db/connect.ts'
import type { Day } from './calendar.ts'
import { monthOf } from './calendar.ts'

/**
 * The next document number of a company in the month of a day: `KH2026050001`. One statement, whose row lock lasts until
 * the transaction ends: two writers never get the same number, and one that is rolled back leaves no gap.
 */
export async function nextCode(db: Database, companyCode: string, kind: string, on: Day): Promise<string> {
  const prefix = `${kind}${monthOf(on).replace('-', '')}`
  const { last } = await db
    .insertInto('counter')
    .values({ companyCode, prefix, last: 1 })
    .onConflict((clash) =>
      clash.columns(['companyCode', 'prefix']).doUpdateSet((eb) => ({ last: eb('counter.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return `${prefix}${String(last).padStart(4, '0')}`
}
