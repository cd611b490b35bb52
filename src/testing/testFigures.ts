import type { Insertable } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { StoreDaily } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'

type Figures = Partial<Insertable<StoreDaily>>

/** Inserts daily figures of a store of the small world, which is identified by its code and company. */
export async function putFigures(
  db: Database,
  code: string,
  days: Record<Day, Figures>,
  companyCode = '001',
): Promise<void> {
  const store = await db
    .selectFrom('store')
    .select('id')
    .where('code', '=', code)
    .where('companyCode', '=', companyCode)
    .executeTakeFirstOrThrow()
  const rows = Object.entries(days).map(([onDay, figures]) => ({
    storeId: store.id,
    onDay,
    companyCode,
    source: 'imported' as const,
    updatedAt: new Date('2026-05-19T01:00:00Z'),
    ...figures,
  }))
  await db.insertInto('storeDaily').values(rows).execute()
}

/** The stored form of a reply rate. */
const replied = (part: number, base: number) => ({ replied: part, replyBase: base })

/**
 * Figures of the small world around 2026-05-18, "yesterday" of the tests. 晨曦 (天猫) falls to 40 after 100, 100 and, a
 * week before, 50; 星澜 (抖音) has no figures on that day; 宏远 (京东) had no users the day before and reports sessions; 恒月
 * belongs to company 002.
 */
export async function seedFigures(db: Database): Promise<void> {
  await putFigures(db, 'DP0001', {
    '2026-05-11': { consultUsers: 50, ...replied(49, 50) },
    '2026-05-16': { consultUsers: 100, ...replied(99, 100) },
    '2026-05-17': { consultUsers: 100, ...replied(98, 100), frtTotalCs: 150_000, frtWeight: 100 },
    '2026-05-18': { consultUsers: 40, ...replied(37, 40), frtTotalCs: 81_000, frtWeight: 40 },
  })
  await putFigures(db, 'DP0002', {
    '2026-05-17': { handledUsers: 200, within3min: 180, within3minBase: 200 },
  })
  await putFigures(db, 'DP0003', {
    '2026-05-17': { consultUsers: 0, ...replied(0, 0) },
    '2026-05-18': { consultSessions: 80, ...replied(76, 80), within30s: 70, within30sBase: 80 },
  })
  await putFigures(db, 'DP0001', { '2026-05-18': { consultUsers: 1000, ...replied(999, 1000) } }, '002')
}
