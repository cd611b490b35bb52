import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import { dayOf, monthBefore, monthOf } from '#kit/calendar.ts'
import { initialChanges, type TrailLine } from './trail.ts'

const CORRECTIONS = [
  { amountCents: null, halfDays: 2, reason: '一天漏交日志，组长确认在岗' },
  { amountCents: 30_000, halfDays: null, reason: '大促值班补贴' },
]

/** Seeds two corrections of last month's pay in the headquarters; returns their audit lines. */
export async function seedCorrections(db: Database, now: Date): Promise<TrailLine[]> {
  const people = await db
    .selectFrom('staff')
    .select(['id', 'companyCode'])
    .where('companyCode', '=', '001')
    .where('role', '=', ROLES.agent)
    .where('parentId', 'is not', null)
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(CORRECTIONS.length)
    .execute()
  const admin = await db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow()
  const month = monthBefore(monthOf(dayOf(now)))
  const at = new Date(now.getTime() - 86_400_000)
  const rows = people.map(({ id: staffId, companyCode }, index) => ({
    amountCents: null,
    halfDays: null,
    reason: '',
    ...CORRECTIONS[index],
    staffId,
    companyCode,
    monthOn: `${month}-01`,
    createdAt: at,
    createdBy: admin.id,
  }))
  await db.insertInto('payrollCorrection').values(rows).execute()
  return rows.map(({ companyCode, staffId, amountCents, halfDays, reason }) => ({
    companyCode,
    actorId: admin.id,
    actorName: admin.name,
    at,
    action: 'correct',
    entity: 'payroll',
    recordId: String(staffId),
    changes: initialChanges({ month, amountCents, days: halfDays && halfDays / 2, reason }),
  }))
}
