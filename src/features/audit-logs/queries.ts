import type { Database } from '#db/connect.ts'
import type { AuditLine } from '#kit/audit.ts'
import type { PageInput } from '#kit/list.ts'
import { pageOf } from '#kit/list.ts'
import type { Context } from '#kit/serve.ts'

/** Writes the lines that a request recorded, in its transaction. */
export async function writeAudit(db: Database, lines: AuditLine[], from: Context): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map((line) => ({
    companyCode: line.companyCode ?? from.actor.companyCode,
    at: from.clock(),
    actorId: from.actor.id,
    actorName: from.actor.name,
    action: line.action,
    entity: line.entity,
    recordId: String(line.recordId),
    changes: JSON.stringify(line.changes),
    ip: from.ip,
    requestId: from.requestId,
  }))
  await db.insertInto('audit').values(rows).execute()
}

/** The log of one record, newest first. Whether the person reaches the record is asked before. */
export async function findAuditLogs(db: Database, filter: { entity: string; recordId: string } & PageInput) {
  const query = db
    .selectFrom('audit')
    .select(['id', 'at', 'actorName', 'action', 'changes'])
    .where('entity', '=', filter.entity)
    .where('recordId', '=', filter.recordId)
  return pageOf(query, filter, { columns: { id: 'audit.id' }, fallback: '-id', tieBreaker: 'audit.id' })
}
