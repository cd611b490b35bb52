import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { MonthPage, MonthStep } from './contract.ts'
import type { CompanyMonth } from './queriesOfClosing.ts'
import { findLatestClosed, firstOf } from './queriesOfClosing.ts'

interface NewStep extends CompanyMonth {
  action: MonthStep['action']
  snapshotNo: number
  reason?: string
  waived?: MonthStep['waived']
  by: number | null
  at: Date
}

/** Inserts a step of a month. */
export async function insertStep(db: Database, step: NewStep): Promise<void> {
  const { companyCode, month, action, snapshotNo, reason = null, waived = [], by, at } = step
  await db
    .insertInto('monthlyStep')
    .values({
      ...{ companyCode, monthOn: firstOf(month), action, snapshotNo, reason },
      ...{ waived: JSON.stringify(waived), byId: by, at },
    })
    .execute()
}

/** Reads the steps of a month, newest first; a closing has the hash of its snapshot. */
async function findSteps(db: Database, { companyCode, month }: CompanyMonth): Promise<MonthStep[]> {
  const rows = await db
    .selectFrom('monthlyStep as p')
    .leftJoin('staff', 'staff.id', 'p.byId')
    .leftJoin('monthlySnapshot as s', (join) =>
      join
        .onRef('s.companyCode', '=', 'p.companyCode')
        .onRef('s.monthOn', '=', 'p.monthOn')
        .onRef('s.no', '=', 'p.snapshotNo')
        .on('p.action', '=', 'close'),
    )
    .select(['p.id', 'p.action', 'p.snapshotNo', 's.hash', 'p.reason', 'p.waived', 'p.at'])
    .select(sql<string>`coalesce(staff.name, '')`.as('byName'))
    .where('p.companyCode', '=', companyCode)
    .where('p.monthOn', '=', firstOf(month))
    .orderBy('p.id', 'desc')
    .execute()
  return rows.map(({ action, waived, at, ...row }) => ({
    ...{ ...row, action: action as MonthStep['action'], at: at.toISOString() },
    waived: waived as MonthStep['waived'],
  }))
}

/** Reads the closing history of a company's month, as shown to the actor. */
export async function findHistory(
  db: Database,
  actor: { id: number },
  of: CompanyMonth,
): Promise<Pick<MonthPage, 'steps' | 'isLatestClosed' | 'reopening'>> {
  const isLatestClosed = (await findLatestClosed(db, of.companyCode)) === of.month
  const request = await db
    .selectFrom('monthlyFinancial as m')
    .innerJoin('staff', 'staff.id', 'm.reopeningBy')
    .select(['staff.id', 'staff.name as byName', 'm.reopeningWhy as reason', 'm.reopeningAt as at'])
    .where('m.companyCode', '=', of.companyCode)
    .where('m.monthOn', '=', firstOf(of.month))
    .executeTakeFirst()
  const reopening =
    // A request cannot be confirmed once a later month is closed.
    request?.at && isLatestClosed
      ? {
          ...{ byName: request.byName, mine: request.id === actor.id },
          ...{ reason: request.reason ?? '', at: request.at.toISOString() },
        }
      : null
  return { steps: await findSteps(db, of), isLatestClosed, reopening }
}

/** Ids of the other active admins of a company. */
export async function findOtherAdmins(db: Database, companyCode: string, staffId: number): Promise<number[]> {
  const others = await db
    .selectFrom('staff')
    .select('id')
    .where('companyCode', '=', companyCode)
    .where('role', '=', 1)
    .where('status', '=', 'active')
    .where('id', '!=', staffId)
    .orderBy('id')
    .execute()
  return others.map(({ id }) => id)
}
