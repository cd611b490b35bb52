import type { Database } from '#db/connect.ts'
import { addDays, daysFrom } from '#kit/calendar.ts'
import { addWeeks } from './weeks.ts'

/** The newest week that is over at the tests' noon, 2026-05-19. */
export const LAST_WEEK = '2026-05-11'

/** The number of a store of the small world. */
export async function storeIdOf(db: Database, code: string, companyCode = '001'): Promise<number> {
  const row = await db
    .selectFrom('store')
    .select('id')
    .where('code', '=', code)
    .where('companyCode', '=', companyCode)
    .executeTakeFirstOrThrow()
  return row.id
}

/** The number of a customer of the small world. */
export async function customerIdOf(db: Database, name: string): Promise<number> {
  const row = await db.selectFrom('customer').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  return row.id
}

/** Lets a store be in a state from a day on. */
export async function enterState(
  db: Database,
  storeId: number,
  status: string,
  fromOn: string,
  companyCode = '001',
): Promise<void> {
  const createdAt = new Date(`${fromOn}T02:00:00Z`)
  await db.insertInto('storeState').values({ companyCode, storeId, status, fromOn, createdAt }).execute()
}

/** Gives a store the same figures on each day of a week, Monday first; a null is a day without. */
export async function putWeek(
  db: Database,
  storeId: number,
  weekOn: string,
  volumes: readonly (number | null)[],
  companyCode = '001',
): Promise<void> {
  await db
    .deleteFrom('storeDaily')
    .where('storeId', '=', storeId)
    .where('onDay', '>=', weekOn)
    .where('onDay', '<=', addDays(weekOn, 6))
    .execute()
  const rows = daysFrom(weekOn, addDays(weekOn, 6)).flatMap((onDay, at) => {
    const consultUsers = volumes[at] ?? null
    return consultUsers === null ? [] : [{ storeId, onDay, companyCode, source: 'imported', consultUsers }]
  })
  if (rows.length > 0) await db.insertInto('storeDaily').values(rows).execute()
}

/** The same every day, for so many weeks up to and including one. */
export async function putWeeks(
  db: Database,
  storeId: number,
  { upTo, count, daily }: { upTo: string; count: number; daily: number },
  companyCode = '001',
): Promise<void> {
  for (let ago = 0; ago < count; ago += 1) {
    await putWeek(db, storeId, addWeeks(upTo, -ago), Array<number>(7).fill(daily), companyCode)
  }
}
