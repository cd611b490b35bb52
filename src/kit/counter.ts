import type { Database } from '#db/connect.ts'
import { type Day, monthOf } from './calendar.ts'

/**
 * Returns the next document number of a company in the month of a day: `KH2026050001`. One statement, whose row lock
 * lasts until the transaction ends: two writers never get the same number, and a rollback leaves no gap.
 */
export async function nextCode(db: Database, companyCode: string, kind: string, on: Day): Promise<string> {
  return nextOfSequence(db, companyCode, `${kind}${monthOf(on).replace('-', '')}`)
}

/** Like `nextCode`, with a sequence per day: `BX202605190001`. */
export async function nextDayCode(db: Database, companyCode: string, kind: string, on: Day): Promise<string> {
  return nextOfSequence(db, companyCode, `${kind}${on.replaceAll('-', '')}`)
}

async function nextOfSequence(db: Database, companyCode: string, prefix: string): Promise<string> {
  const [code] = await nextCodes(db, { companyCode, prefix, digits: 4, count: 1 })
  if (!code) throw new Error('a row of one number without it')
  return code
}

interface CodeSequence {
  companyCode: string
  /** Including the month or day: `ZD202605`. */
  prefix: string
  digits: number
  count: number
}

/** Returns the next `count` numbers of a sequence in order: `ZD20260500001` and so on, under one lock. */
export async function nextCodes(
  db: Database,
  { companyCode, prefix, digits, count }: CodeSequence,
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
