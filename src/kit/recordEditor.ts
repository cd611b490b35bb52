import type * as z from 'zod'
import type { ImportKind } from '#access/kinds.ts'
import type { Permission } from '#access/permissions.ts'
import type { Via } from './audit.ts'
import type { Conflicts } from './conflicts.ts'
import type { Context } from './serve.ts'

/** A record as it stands: its bare columns by field. */
export interface StandingRecord {
  id: number
  version: number
  name: string
  companyCode: string
  values: Record<string, unknown>
}

/**
 * How one kind of record is written, for the tools that write any kind: bulk edits, imports, restores. Each call takes the
 * same path as the form: same schema, same reach, same rules, same audit line.
 */
export interface RecordEditor {
  /** As the audit log calls the kind. */
  entity: ImportKind
  /** Who may write such a record at all; which ones, its calls say. */
  needs: Permission
  conflicts: Conflicts
  /** The input of the edit; what is no field of it changes by other ways. */
  changes: z.ZodObject
  /** Those of its fields that many records may be given at once: none that tells one record from another. */
  bulk: readonly string[]
  /** Fields that are written together: where a sheet changes one of them, it sends all that its row gives. */
  together?: readonly string[]
  /** Those of the records that the writer may change, in no order. */
  find: (context: Context, ids: readonly number[]) => Promise<StandingRecord[]>
  /** Adds a record; one that signs in is given the hash of its one-time password. */
  create: (context: Context, input: object, via: Via, passwordHash?: string) => Promise<Written>
  /** Changes what is sent; throws STALE unless `version` is the one that stands. */
  update: (
    context: Context,
    changes: { id: number; version: number; [field: string]: unknown },
    via: Via,
  ) => Promise<Written>
  /**
   * Takes a record away that was just added and that nothing points at; throws STALE unless `version` is the one that
   * stands, CONFLICT where it is used, WRONG_STATE where its kind is never deleted. To be called in an `attempt`.
   */
  remove: (context: Context, which: { id: number; version: number }, via: Via) => Promise<void>
}

/** A record after a write. */
export interface Written {
  id: number
  version: number
  name: string
}
