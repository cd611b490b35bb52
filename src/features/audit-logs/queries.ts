import type { Database } from '#db/connect.ts'
import type { AuditLine } from '#kit/audit.ts'
import type { PageInput } from '#kit/list.ts'
import { pageOf } from '#kit/list.ts'
import type { Context } from '#kit/serve.ts'
import type { PointingField } from './rules.ts'
import { tableOf } from './rules.ts'

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

/** Writes a line for what the program itself did at its start, without anybody's request. */
export async function writeSystemAudit(
  db: Database,
  line: AuditLine & { companyCode: string },
  at: Date,
): Promise<void> {
  const { action, entity, companyCode } = line
  const [recordId, changes] = [String(line.recordId), JSON.stringify(line.changes)]
  const row = { companyCode, at, actorName: '系统', action, entity, recordId, changes, requestId: 'start' }
  await db.insertInto('audit').values(row).execute()
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

/** What the numbers that stand in changes are called: field → number → name. */
export async function findNames(
  db: Database,
  numbers: Map<PointingField, number[]>,
): Promise<Record<string, Record<string, string>>> {
  const names: Record<string, Record<string, string>> = {}
  for (const [field, ids] of numbers) {
    const rows = await db.selectFrom(tableOf(field)).select(['id', 'name']).where('id', 'in', ids).execute()
    names[field] = Object.fromEntries(rows.map((row) => [String(row.id), row.name]))
  }
  return names
}
