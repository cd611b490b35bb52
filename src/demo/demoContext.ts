import type { Database } from '#db/connect.ts'
import type { Context } from '#kit/serve.ts'
import type { TrailLine } from './trail.ts'

/** The first active staff member of a role in a company. */
export async function personOf(db: Database, companyCode: string, role: number) {
  return db
    .selectFrom('staff')
    .select(['id', 'name', 'role', 'companyCode', 'parentId'])
    .where('companyCode', '=', companyCode)
    .where('role', '=', role)
    .where('status', '=', 'active')
    .orderBy('id')
    .executeTakeFirstOrThrow()
}

interface RequestInput {
  actor: Awaited<ReturnType<typeof personOf>>
  at: Date
  /** Receives the audit lines of the write. */
  lines: TrailLine[]
}

/** A request context for writes by a demo user at a given time. */
export function contextOf(db: Database, { actor, at, lines }: RequestInput): Context {
  const record: Context['record'] = ({ action, entity, recordId, changes }) =>
    void lines.push({
      companyCode: actor.companyCode,
      actorId: actor.id,
      actorName: actor.name,
      at,
      action,
      entity,
      recordId: String(recordId),
      changes,
    })
  return { db, actor, clock: () => at, record } as unknown as Context
}
