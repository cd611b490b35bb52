import type { Database } from '#db/connect.ts'
import { initialChanges, type TrailLine } from './trail.ts'

/** Audit lines of the demo's notes and follow-ups: created and completed. */
export async function contactLines(db: Database): Promise<TrailLine[]> {
  return [...(await noteLines(db)), ...(await followUpLines(db))]
}

async function noteLines(db: Database): Promise<TrailLine[]> {
  const notes = await db
    .selectFrom('customerNote as note')
    .innerJoin('staff as author', 'author.id', 'note.createdBy')
    .selectAll('note')
    .select('author.name as actorName')
    .orderBy('note.id')
    .execute()
  const mentions = await db.selectFrom('customerMention').selectAll().orderBy('staffId').execute()
  return notes.map(({ id, companyCode, customerId, text, complaint, createdBy, createdAt, actorName }) => {
    const mentionIds = mentions.filter(({ noteId }) => noteId === id).map(({ staffId }) => staffId)
    return {
      companyCode,
      actorId: createdBy,
      actorName,
      at: createdAt,
      entity: 'customer-note',
      recordId: String(id),
      action: 'create',
      changes: initialChanges({ customerId, text, complaint, mentionIds }),
    }
  })
}

async function followUpLines(db: Database): Promise<TrailLine[]> {
  const rows = await db
    .selectFrom('followUp')
    .innerJoin('staff as author', 'author.id', 'followUp.createdBy')
    .selectAll('followUp')
    .select('author.name as actorName')
    .orderBy('followUp.id')
    .execute()
  return rows.flatMap((row): TrailLine[] => {
    const { companyCode, createdBy, actorName, customerId, dueOn, text, assigneeId } = row
    const about = {
      companyCode,
      actorId: createdBy,
      actorName,
      entity: 'follow-up',
      recordId: String(row.id),
    }
    const arranged = initialChanges({ companyCode, customerId, dueOn, text, assigneeId })
    const lines: TrailLine[] = [{ ...about, at: row.createdAt, action: 'create', changes: arranged }]
    if (row.doneAt) lines.push({ ...about, at: row.doneAt, action: 'done', changes: { done: [false, true] } })
    return lines
  })
}
