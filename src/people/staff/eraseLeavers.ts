import type { KeyObject } from 'node:crypto'
import type { Database } from '#db/connect.ts'
import { dayOf } from '#kit/calendar.ts'
import { deleteAttemptsOf } from '#people/sessions/attempts/queries.ts'
import { clearFailures, deleteCodes, failureNames } from '#people/sessions/queries.ts'
import { countFullLines, writeSystemAudit } from '#platform/audit-logs/queries.ts'
import { eraseFromBulkEdits } from '#platform/bulk-edits/queries.ts'
import { eraseFromImports } from '#platform/record-imports/queries.ts'
import { eraseStaff, findErasable } from './retentionQueries.ts'

interface EraseOptions {
  now: Date
  auditKey: KeyObject
  /** False for a dry run, which only lists the people. */
  run: boolean
}

/** A person whose data is due. `fullLines` counts log lines from before 068, which contain mobile or card unmasked. */
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
 * Erases mobile and payee of former staff past their company's retention, in every table, and returns the people.
 * Names, figures and the log stay: the log contains masked values, except for lines from before 068.
 */
export async function eraseLeavers(db: Database, { now, auditKey, run }: EraseOptions): Promise<Erased[]> {
  const listed: Erased[] = []
  for (const person of await findErasable(db, dayOf(now))) {
    const { id: recordId, mobile: _mobile, payeeCard: _card, ...facts } = person
    listed.push({ ...facts, fullLines: await countFullLines(db, 'staff', recordId) })
    if (!run) continue
    await db.transaction().execute(async (tx) => {
      await eraseEverywhere(tx, person, now)
      const { companyCode } = person
      const changes = { erased: [null, ['手机号', '收款银行', '收款卡号']] as [null, string[]] }
      const line = { action: 'erase', entity: 'staff' as const, recordId, companyCode, changes }
      await writeSystemAudit(tx, line, now, auditKey)
    })
  }
  return listed
}

async function eraseEverywhere(db: Database, person: Person, now: Date): Promise<void> {
  const { id, mobile, payeeCard } = person
  await eraseStaff(db, id, now)
  // Failed sign-ins are also counted per mobile.
  await clearFailures(db, failureNames(person))
  if (mobile) await deleteCodes(db, mobile)
  await deleteAttemptsOf(db, id)
  await eraseFromBulkEdits(db, id)
  await eraseFromImports(
    db,
    id,
    [mobile, payeeCard].filter((number) => number !== null),
  )
}
