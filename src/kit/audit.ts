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

/** Limits of the log, in characters: of a text, of the JSON of another value, and of the changes of a line. */
export const LOG_LIMITS = { text: 2_000, value: 10_000, line: 30_000 }
/** Of a value in a line that is longer than its limit all the same. */
const SHORT = 200

/** A logged value that was longer than the limit: its beginning (JSON unless it was a text), and its length. */
export interface CutValue {
  cut: string
  length: number
}

/** Whether a logged value was cut, so that it cannot be restored. */
export function isCut(value: unknown): value is CutValue {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2) return false
  const { cut, length } = value as Partial<CutValue>
  return typeof cut === 'string' && typeof length === 'number'
}

/** Cuts long values, so that nobody fills the log; no form allows a text as long as the limit. */
export function limitChanges(changes: Changes): Changes {
  if (sizeOf(changes) <= LOG_LIMITS.text) return changes
  const limited = mapValues(changes, (value) => limitValue(value, LOG_LIMITS.text, LOG_LIMITS.value))
  if (sizeOf(limited) <= LOG_LIMITS.line) return limited
  return mapValues(limited, (value) => (isCut(value) ? shorten(value) : limitValue(value, SHORT, SHORT)))
}

function mapValues(changes: Changes, change: (value: unknown) => unknown): Changes {
  return Object.fromEntries(
    Object.entries(changes).map(([field, [before, after]]) => [field, [change(before), change(after)]]),
  )
}

function limitValue(value: unknown, maxText: number, maxJson: number): unknown {
  if (typeof value === 'string') return value.length <= maxText ? value : cutText(value, maxText)
  if (typeof value !== 'object' || value === null) return value
  const json = JSON.stringify(value)
  return json.length <= maxJson ? value : cutText(json, Math.min(maxText, maxJson))
}

const sizeOf = (changes: Changes) => JSON.stringify(changes).length

const shorten = ({ cut, length }: CutValue): CutValue => ({ ...cutText(cut, SHORT), length })

/** Never ends with the first half of a character, which the database refuses. */
const cutText = (text: string, max: number): CutValue => ({
  cut: text.slice(0, max).replace(/[\ud800-\udbff]$/, ''),
  length: text.length,
})
