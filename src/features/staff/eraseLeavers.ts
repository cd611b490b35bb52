import type { Database } from '#db/connect.ts'
import { writeSystemAudit } from '#features/audit-logs/queries.ts'
import { forgive, namesOf } from '#features/session/queries.ts'
import { dayOf } from '#kit/calendar.ts'
import { eraseStaff, findErasable } from './queriesOfRetention.ts'

interface Erasing {
  now: Date
  auditKey: Buffer
  /** False only tells of whom it would be. */
  run: boolean
}

/**
 * Erases mobile and payee of people who left longer ago than their company keeps them; answers of whom. Name, figures
 * and the log stay.
 */
export async function eraseLeavers(db: Database, { now, auditKey, run }: Erasing) {
  const people = await findErasable(db, dayOf(now))
  if (!run) return people
  for (const person of people) {
    await db.transaction().execute(async (tx) => {
      await eraseStaff(tx, person.id, now)
      // Failed sign-ins are counted under the mobile as well.
      await forgive(tx, namesOf(person))
      const { id: recordId, companyCode } = person
      const changes = { erased: [null, ['手机号', '收款银行', '收款卡号']] as [null, string[]] }
      const line = { action: 'erase', entity: 'staff', recordId, companyCode, changes }
      await writeSystemAudit(tx, line, now, auditKey)
    })
  }
  return people
}
