import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Changes } from '#kit/audit.ts'
import { isUndoable } from '#kit/undoable.ts'
import { findNames } from '#platform/audit-logs/queries.ts'
import { referencedIds } from '#platform/audit-logs/rules.ts'
import type { BulkEdit } from './contract.ts'
import type { getBulkEdit } from './queries.ts'

type Row = Awaited<ReturnType<typeof getBulkEdit>>

const NO_COUNTS = { waiting: 0, ready: 0, skipped: 0, done: 0, failed: 0, undone: 0, kept: 0 }

/** A bulk edit in API format, with the names of the records that its values refer to. */
export async function toBulkEdit(db: Database, row: Row, now: Date): Promise<BulkEdit> {
  const changes = row.changes as Record<string, unknown>
  const values: Changes = Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [field, [null, value]]),
  )
  return {
    ...row,
    changes,
    names: await findNames(db, referencedIds([values])),
    counts: { ...NO_COUNTS, ...row.counts },
    createdAt: row.createdAt.toISOString(),
    runAt: row.runAt?.toISOString() ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
    undoable: isUndoable(row, now),
  }
}

/** The columns of an edit that its steps need. */
export type Edit = Pick<Row, 'id' | 'entity' | 'changes' | 'state' | 'runAt' | 'createdBy'>

/** Whether the actor created the edit. */
export function isCreator(actor: Actor, edit: { createdBy: number }): boolean {
  return edit.createdBy === actor.id
}
