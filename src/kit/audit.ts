import type { LoggedKind } from '#access/kinds.ts'
import { masked } from './masks.ts'

/** Changed fields of a record, old → new; a created record has null before, a removed one null after. */
export type Changes = Record<string, [before: unknown, after: unknown]>

/** How a record was written: in a form, or by a tool that writes many records or restores older values. */
export type Via = 'form' | 'bulk' | 'import' | 'undo' | 'restore' | 'merge'

/** One line of the audit log, before the app adds who, when and from where. */
export interface AuditLine {
  /** The verb: `create`, `update`, `commit`, … */
  action: string
  /** The kind of record: `staff`, `store`, `import`, … */
  entity: LoggedKind
  recordId: number | string
  changes: Changes
  /** The company of the record; default: the user's. */
  companyCode?: string
  /** Default: `form`. */
  via?: Via
}

/** Fields that are never logged: secrets, fields that every write changes, and derived fields. */
const UNLOGGED_FIELDS = new Set([
  'passwordHash',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'version',
  'nameKey',
  'nameCore',
  'namePinyin',
])

/** Returns the changed fields between two states of a record; `{}` as the first state means a new record. */
export function changesBetween(before: Record<string, unknown>, after: Record<string, unknown>): Changes {
  const changes: Changes = {}
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (UNLOGGED_FIELDS.has(key)) continue
    const [old, now] = [before[key] ?? null, after[key] ?? null]
    if (old !== now && JSON.stringify(old) !== JSON.stringify(now)) changes[key] = [old, now]
  }
  return changes
}

/**
 * Masks changes for the log, since it is kept longer than a leaver's mobile and card number may be. If both values have
 * the same mask, both masks are kept, so that the change remains visible.
 */
export function maskChanges(changes: Changes): Changes {
  return Object.fromEntries(
    Object.entries(changes).map(([field, [before, after]]) => [
      field,
      [masked(field, before), masked(field, after)],
    ]),
  )
}
