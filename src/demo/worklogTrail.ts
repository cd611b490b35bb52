import type { Database } from '#db/connect.ts'
import type { Changes } from '#kit/audit.ts'
import { addDays, dayOf } from '#kit/calendar.ts'
import { findNextSlots, markNoteRead, replaceNoteRecipients } from '#operations/worklogs/handoverQueries.ts'
import type { Shift } from '#operations/worklogs/shifts.ts'
import { initialChanges, type TrailLine } from './trail.ts'
import { DAYS } from './worklogs.ts'

/** Number of last days whose handover notes are delivered. */
const NOTES_OF_DAYS = 3

/**
 * Delivers the notes of the newest logs to the next agents of their stores, as submitting would have; every other note
 * is read.
 */
export async function seedHandovers(db: Database, now: Date): Promise<void> {
  const logs = await db
    .selectFrom('worklog')
    .select(['id', 'companyCode', 'staffId', 'onDay', 'shift', 'handover', 'submittedAt'])
    .where('onDay', '>=', addDays(dayOf(now), -NOTES_OF_DAYS))
    .where('handover', 'is not', null)
    .where('status', '!=', 'draft')
    .orderBy('id')
    .execute()
  for (const [
    index,
    { id, companyCode, staffId, onDay: on, shift, handover, submittedAt },
  ] of logs.entries()) {
    const lines = await db.selectFrom('worklogLine').select('storeId').where('worklogId', '=', id).execute()
    const storeIds = lines.map(({ storeId }) => storeId)
    const slots = await findNextSlots(db, { companyCode, staffId, on, shift: shift as Shift, storeIds })
    const at = submittedAt ?? now
    const recipients = await replaceNoteRecipients(db, { worklogId: id, text: handover, slots, at })
    const reader = recipients[0]
    const readAt = new Date(at.getTime() + 13 * 3_600_000)
    if (reader && index % 2 === 0 && readAt < now)
      await markNoteRead(db, { worklogId: id, staffId: reader, at: readAt })
  }
}

/** Audit lines of the work logs of the last weeks: created, submitted, approved or returned. */
export async function worklogLines(db: Database, today: string): Promise<TrailLine[]> {
  const logs = await db
    .selectFrom('worklog')
    .innerJoin('staff as author', 'author.id', 'worklog.staffId')
    .leftJoin('staff as reviewer', 'reviewer.id', 'worklog.reviewedBy')
    .selectAll('worklog')
    .select(['author.name as authorName', 'reviewer.name as reviewerName'])
    .where('onDay', '>=', addDays(today, -DAYS))
    .orderBy('worklog.id')
    .execute()
  return logs.flatMap((log) => {
    const { id, companyCode, staffId, authorName, reviewerName, submittedAt, reviewedAt, status } = log
    const { onDay, shift, summary, problems, handover, halfHours, reviewNote } = log
    const about = { companyCode, entity: 'worklog', recordId: String(id) }
    const author = { ...about, actorId: staffId, actorName: authorName }
    const begun = { onDay, shift, summary, problems, handover, hours: halfHours && halfHours / 2 }
    const written = [{ ...author, at: log.createdAt, action: 'create', changes: initialChanges(begun) }]
    const steps: TrailLine[] = written
    if (submittedAt) {
      const changes: Changes = { status: ['draft', 'submitted'] }
      steps.push({ ...author, at: submittedAt, action: 'submit', changes })
    }
    if (reviewedAt && reviewerName) {
      const note: Changes = reviewNote ? { reviewNote: [null, reviewNote] } : {}
      const reviewer = { ...about, actorId: log.reviewedBy, actorName: reviewerName, at: reviewedAt }
      const action = status === 'returned' ? 'return' : 'approve'
      steps.push({ ...reviewer, action, changes: { status: ['submitted', status], ...note } })
    }
    return steps
  })
}
