import type { Database } from '#db/connect.ts'
import type { StoreState } from '#db/tables.ts'
import { addDays, daysFrom } from '#kit/calendar.ts'
import { addWeeks } from '#reporting/warnings/weeks.ts'

/** The newest completed week at the tests' current time, 2026-05-19. */
export const LAST_WEEK = '2026-05-11'

/** The id of a store of the test data. */
export async function storeIdOf(db: Database, code: string, companyCode = '001'): Promise<number> {
  const row = await db
    .selectFrom('store')
    .select('id')
    .where('code', '=', code)
    .where('companyCode', '=', companyCode)
    .executeTakeFirstOrThrow()
  return row.id
}

/** The id of a customer of the test data. */
export async function customerIdOf(db: Database, name: string): Promise<number> {
  const row = await db.selectFrom('customer').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  return row.id
}

/** Sets the state of a store from a day on. */
export async function enterState(
  db: Database,
  storeId: number,
  status: StoreState['status'],
  fromOn: string,
  companyCode = '001',
): Promise<void> {
  const createdAt = new Date(`${fromOn}T02:00:00Z`)
  await db.insertInto('storeState').values({ companyCode, storeId, status, fromOn, createdAt }).execute()
}

/** Sets a store's figures on each day of a week, Monday first; null is a day without figures. */
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
    const row = { storeId, onDay, companyCode, source: 'imported' as const }
    return consultUsers === null ? [] : [{ ...row, consultUsers }]
  })
  if (rows.length > 0) await db.insertInto('storeDaily').values(rows).execute()
}

/** Sets the same figure on every day of `count` weeks up to and including `upTo`. */
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

/** Adds a store of a customer, led by a head, in service since January. */
export async function addStore(
  db: Database,
  { customerId, leader, code }: { customerId: number; leader: string; code: string },
): Promise<number> {
  const { id: leaderId, companyCode } = await db
    .selectFrom('staff')
    .select(['id', 'companyCode'])
    .where('username', '=', leader)
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('store')
    .values({
      companyCode,
      code,
      customerId,
      leaderId,
      platform: 'pdd',
      name: code,
      nameKey: code,
      namePinyin: code,
      status: 'serving',
      onlineOn: '2026-01-01',
      targetReplyRateBp: 9500,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enterState(db, id, 'serving', '2026-01-01')
  return id
}

/** Adds terms with an included volume to a store; each user over it costs 80 分. */
export async function includeDaily(db: Database, storeId: number, includedDaily: number): Promise<void> {
  const pricing = { model: 'included', monthlyCents: 300_000, includedDaily, overageCents: 80 }
  await db
    .insertInto('storeTerms')
    .values({
      companyCode: '001',
      storeId,
      fromOn: '2026-01-01',
      pricing: JSON.stringify(pricing),
      createdAt: new Date('2026-01-01T00:00:00Z'),
    })
    .execute()
}
