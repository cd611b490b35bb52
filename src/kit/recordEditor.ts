import type * as z from 'zod'
import type { ImportKind } from '#access/kinds.ts'
import type { Permission } from '#access/permissions.ts'
import type { Via } from './audit.ts'
import type { Conflicts } from './conflicts.ts'
import type { Context } from './serve.ts'

/** The current state of a record: its bare columns by field. */
export interface CurrentRecord {
  id: number
  version: number
  name: string
  companyCode: string
  values: Record<string, unknown>
}

/**
 * How one kind of record is written by the tools that write any kind: bulk edits, imports, restores. Each call takes
 * the same path as the form, with the same schema, reach, rules and audit line.
 */
export interface RecordEditor {
  /** The name of the kind in the audit log. */
  entity: ImportKind
  /** The permission to write this kind of record; each call checks its reach. */
  needs: Permission
  conflicts: Conflicts
  /** The input of the edit. Fields outside it are changed in other ways. */
  changes: z.ZodObject
  /** Fields that may be set for many records at once; none that identifies a record. */
  bulk: readonly string[]
  /** Fields that are written together: if a sheet changes one of them, it sends all that its row contains. */
  together?: readonly string[]
  /** Returns those of the records that the user may change, in any order. */
  find: (context: Context, ids: readonly number[]) => Promise<CurrentRecord[]>
  /** Creates a record; a record that can sign in gets the hash of its one-time password. */
  create: (context: Context, input: object, via: Via, passwordHash?: string) => Promise<WrittenRecord>
  /** Updates the given fields; throws STALE unless `version` is current. */
  update: (
    context: Context,
    changes: { id: number; version: number; [field: string]: unknown },
    via: Via,
  ) => Promise<WrittenRecord>
  /**
   * Deletes a record that was just created and is not referenced. Throws STALE unless `version` is current, CONFLICT if
   * it is referenced, WRONG_STATE if its kind is never deleted. Call it within `attempt`.
   */
  remove: (context: Context, which: { id: number; version: number }, via: Via) => Promise<void>
}

/** A record after a write. */
export interface WrittenRecord {
  id: number
  version: number
  name: string
}
