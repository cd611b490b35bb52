import type { Database } from '#db/connect.ts'
import { dayOf } from '#kit/calendar.ts'
import { forgetCodes, forgive, namesOf } from '#people/sessions/queries.ts'
import { countFullLines, writeSystemAudit } from '#platform/audit-logs/queries.ts'
import { eraseFromBulkEdits } from '#platform/bulk-edits/queries.ts'
import { eraseFromImports } from '#platform/record-imports/queries.ts'
import { eraseStaff, findErasable } from './queriesOfRetention.ts'

interface Erasing {
  now: Date
  auditKey: Buffer
  /** False only tells of whom it would be. */
  run: boolean
}

/** Somebody whose mobile and payee are due, and how many lines of the log from before 068 hold them in full. */
export interface Erased {
  companyCode: string
  username: string
  name: string
  leftOn: string | null
  days: number
  fullLines: number
}

type Person = Awaited<ReturnType<typeof findErasable>>[number]

/**
 * Erases mobile and payee of people who left longer ago than their company keeps them, wherever they are kept; answers of
 * whom. Name, figures and the log stay: it holds them masked, but for lines from before it did.
 */
export async function eraseLeavers(db: Database, { now, auditKey, run }: Erasing): Promise<Erased[]> {
  const told: Erased[] = []
  for (const person of await findErasable(db, dayOf(now))) {
    const { id: recordId, mobile: _mobile, payeeCard: _card, ...known } = person
    told.push({ ...known, fullLines: await countFullLines(db, 'staff', recordId) })
    if (!run) continue
    await db.transaction().execute(async (tx) => {
      await eraseEverywhere(tx, person, now)
      const { companyCode } = person
      const changes = { erased: [null, ['手机号', '收款银行', '收款卡号']] as [null, string[]] }
      const line = { action: 'erase', entity: 'staff' as const, recordId, companyCode, changes }
      await writeSystemAudit(tx, line, now, auditKey)
    })
  }
  return told
}

async function eraseEverywhere(db: Database, person: Person, now: Date): Promise<void> {
  const { id, mobile, payeeCard } = person
  await eraseStaff(db, id, now)
  // Failed sign-ins are counted under the mobile as well.
  await forgive(db, namesOf(person))
  if (mobile) await forgetCodes(db, mobile)
  await eraseFromBulkEdits(db, id)
  await eraseFromImports(
    db,
    id,
    [mobile, payeeCard].filter((number) => number !== null),
  )
}
