import type { Database } from '#db/connect.ts'
import type { Day } from './calendar.ts'
import { monthOf } from './calendar.ts'

/**
 * The next document number of a company in the month of a day: `KH2026050001`. One statement, whose row lock lasts until
 * the transaction ends: two writers never get the same number, and one that is rolled back leaves no gap.
 */
export async function nextCode(db: Database, companyCode: string, kind: string, on: Day): Promise<string> {
  return nextOf(db, companyCode, `${kind}${monthOf(on).replace('-', '')}`)
}

/** The same with a row of numbers for each day: `BX202605190001`. */
export async function nextDayCode(db: Database, companyCode: string, kind: string, on: Day): Promise<string> {
  return nextOf(db, companyCode, `${kind}${on.replaceAll('-', '')}`)
}

async function nextOf(db: Database, companyCode: string, prefix: string): Promise<string> {
  const [code] = await nextCodes(db, { companyCode, prefix, digits: 4, count: 1 })
  if (!code) throw new Error('a row of one number without it')
  return code
}

interface Wanted {
  companyCode: string
  /** With the month or day: `ZD202605`. */
  prefix: string
  digits: number
  count: number
}

/** The next numbers of a row of documents, in order: `ZD20260500001` and so on; the same lock, taken once for all. */
export async function nextCodes(
  db: Database,
  { companyCode, prefix, digits, count }: Wanted,
): Promise<string[]> {
  const { last } = await db
    .insertInto('counter')
    .values({ companyCode, prefix, last: count })
    .onConflict((clash) =>
      clash
        .columns(['companyCode', 'prefix'])
        .doUpdateSet((eb) => ({ last: eb('counter.last', '+', count) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return Array.from(
    { length: count },
    (_, index) => `${prefix}${String(last - count + index + 1).padStart(digits, '0')}`,
  )
}
