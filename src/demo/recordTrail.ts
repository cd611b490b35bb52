import type { Database } from '#db/connect.ts'
import { changesBetween, maskChanges } from '#kit/audit.ts'
import type { TrailLine } from './trail.ts'

interface Entered {
  id: number
  companyCode: string
  createdAt: Date
  createdBy: number | null
}

/** Audit lines for the creation of the demo's staff, customers and stores, with the entered fields. */
export async function recordLines(db: Database): Promise<TrailLine[]> {
  const people = await db.selectFrom('staff').selectAll().orderBy('id').execute()
  const pay = await db.selectFrom('staffPay').selectAll().orderBy('staffId').orderBy('fromOn').execute()
  const customers = await db.selectFrom('customer').selectAll().orderBy('id').execute()
  const stores = await db.selectFrom('store').selectAll().orderBy('id').execute()
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const line = (entity: string, row: Entered, typed: object): TrailLine[] => {
    const { id, companyCode, createdAt: at, createdBy: actorId } = row
    const actorName = actorId === null ? undefined : names.get(actorId)
    if (actorId === null || actorName === undefined) return []
    const changes = maskChanges(changesBetween({}, { ...typed }))
    return [{ companyCode, actorId, actorName, at, action: 'create', entity, recordId: String(id), changes }]
  }
  return [
    ...people.flatMap((row) => {
      const { name, username, role, parentId, employeeNo, mobile, hiredOn } = row
      return line('staff', row, { name, username, role, parentId, employeeNo, mobile, hiredOn })
    }),
    ...pay.flatMap((row, index) => {
      const before = pay[index - 1]
      const actorName = names.get(row.createdBy ?? 0)
      if (before?.staffId !== row.staffId || row.createdBy === null || actorName === undefined) return []
      return [
        {
          companyCode: row.companyCode,
          actorId: row.createdBy,
          actorName,
          at: row.createdAt,
          action: 'add-pay',
          entity: 'staff',
          recordId: String(row.staffId),
          changes: {
            baseSalaryCents: [before.baseSalaryCents, row.baseSalaryCents] as [unknown, unknown],
            payFrom: [null, row.fromOn] as [unknown, unknown],
            payReason: [null, row.reason] as [unknown, unknown],
          },
        },
      ]
    }),
    ...customers.flatMap((row) => {
      const { name, code, type, source, ownerId, contact, mobile, wechat } = row
      return line('customer', row, { name, code, type, source, ownerId, contact, mobile, wechat })
    }),
    ...stores.flatMap((row) => {
      const { name, code, customerId, platform, category, leaderId, serviceTypes } = row
      return line('store', row, { name, code, customerId, platform, category, leaderId, serviceTypes })
    }),
  ]
}
