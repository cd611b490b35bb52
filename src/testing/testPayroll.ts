import type { Database } from '#db/connect.ts'
import { type Day, daysFrom } from '#kit/calendar.ts'
import type { Pay } from '#people/staff/pay/rules.ts'

const at = new Date('2026-01-01T02:00:00Z')

/** Sets a store in service since the start of the year, with a monthly store salary. */
export async function setStoreSalary(
  db: Database,
  storeId: number,
  storeSalaryCents: number,
  companyCode = '001',
) {
  const row = { companyCode, storeId, fromOn: '2026-01-01', createdAt: at }
  const pricing = JSON.stringify({ model: 'fixed', monthlyCents: 1_000_000 })
  await db
    .insertInto('storeState')
    .values({ ...row, status: 'serving' })
    .execute()
  await db
    .insertInto('storeTerms')
    .values({ ...row, pricing, storeSalaryCents })
    .execute()
}

/** Sets a person's hiring date to the start of the year, with monthly pay. */
export async function setMonthlyPay(db: Database, staffId: number, pay: Partial<Pay>) {
  await db.updateTable('staff').set({ hiredOn: '2026-01-01' }).where('id', '=', staffId).execute()
  await setPay(db, staffId, '2026-01-01', pay)
}

/** Sets a person's monthly pay from a day on. */
export async function setPay(db: Database, staffId: number, fromOn: Day, pay: Partial<Pay>) {
  const { companyCode } = await db
    .selectFrom('staff')
    .select('companyCode')
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow()
  const row = { companyCode, staffId, fromOn, staffVersion: 0, createdAt: at }
  await db
    .insertInto('staffPay')
    .values({ ...row, ...pay })
    .execute()
}

/** Inserts morning shifts for the days, and approved logs for the first `logged` of them. */
export async function insertWorkDays(
  db: Database,
  { staffId, reviewerId }: { staffId: number; reviewerId: number },
  [from, to]: [string, string],
  logged: number,
) {
  const row = { staffId, companyCode: '001', createdAt: at }
  const days = daysFrom(from, to)
  await db
    .insertInto('rosterShift')
    .values(days.map((onDay) => ({ ...row, onDay, shift: 'morning' })))
    .execute()
  const log = {
    ...row,
    shift: 'morning',
    status: 'approved' as const,
    halfHours: 16,
    summary: '一切正常',
    submittedAt: at,
  }
  await db
    .insertInto('worklog')
    .values(days.slice(0, logged).map((onDay) => ({ ...log, onDay, reviewedAt: at, reviewedBy: reviewerId })))
    .execute()
}

/** Inserts imported sales for a day under a nick of the person. */
export async function insertSales(
  db: Database,
  { staffId, storeId, onDay }: { staffId: number; storeId: number; onDay: string },
  salesCents: number,
) {
  const row = { companyCode: '001', storeId, nick: `n${staffId}` }
  await db
    .insertInto('agentAccount')
    .values({ ...row, staffId, fromOn: '2026-01-01' })
    .execute()
  await db
    .insertInto('agentDaily')
    .values({ ...row, onDay, salesCents, source: 'imported', updatedAt: at })
    .execute()
}
