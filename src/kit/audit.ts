import type { LoggedKind } from '#access/kinds.ts'
import { masked } from './masks.ts'

/** Fields of a record, old → new; a created record has null before, a removed one null after. */
export type Changes = Record<string, [before: unknown, after: unknown]>

/** The path a write took: by hand, or by a tool that writes many or writes an older value again. */
export type Via = 'form' | 'bulk' | 'import' | 'undo' | 'restore' | 'merge'

/** One line of the audit log, before the app adds who, when and from where. */
export interface AuditLine {
  /** The verb: `create`, `update`, `commit`, … */
  action: string
  /** The kind of record: `staff`, `store`, `import`, … */
  entity: LoggedKind
  recordId: number | string
  changes: Changes
  /** The company of the record; without it, of the person. */
  companyCode?: string
  /** Absent: by hand. */
  via?: Via
}

/** Never part of an audit line: secrets, what every write changes anyway, and what follows from another field. */
const SILENT = new Set([
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

/** What differs between two states of a record, field by field; `{}` as the first state means that it is new. */
export function changesBetween(before: Record<string, unknown>, after: Record<string, unknown>): Changes {
  const changes: Changes = {}
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (SILENT.has(key)) continue
    const [old, now] = [before[key] ?? null, after[key] ?? null]
    if (old !== now && JSON.stringify(old) !== JSON.stringify(now)) changes[key] = [old, now]
  }
  return changes
}

/**
 * Changes as they are kept in the log: of what only the eye shows, the masks. The log lasts longer than a leaver's mobile
 * and card may. Two values of one mask stay two equal masks: that it changed is still told.
 */
export function maskedChanges(changes: Changes): Changes {
  return Object.fromEntries(
    Object.entries(changes).map(([field, [before, after]]) => [
      field,
      [masked(field, before), masked(field, after)],
    ]),
  )
}
