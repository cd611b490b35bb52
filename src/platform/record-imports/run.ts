import { isSame } from '#kit/isSame.ts'
import type { RecordEditor, WrittenRecord } from '#kit/recordEditor.ts'
import { dryRun, refusalReason, withSavepoint } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import type { SheetRow } from '#kit/sheets/rows.ts'
import { lines } from '#kit/text.ts'
import { validate } from '#kit/validate.ts'
import type { ImportRowState } from './contract.ts'
import type { RowOutcome } from './queries.ts'
import { type FileContext, type ReadRow, readRow } from './readRow.ts'

/** What is needed to write a row; `passwordHash` is for a new person. */
export interface Trial {
  editor: RecordEditor
  around: FileContext
  passwordHash: (row: number) => string
}

/** Writes rows and rolls back; returns what each would do. */
export function dryRunRows(context: Context, trial: Trial, rows: readonly SheetRow[]): Promise<RowOutcome[]> {
  return dryRun(context, async (inner) => {
    const outcomes = await writeRows(inner, trial, rows)
    return outcomes.map((outcome) => ({
      ...outcome,
      state: PREVIEW_STATES[outcome.state] ?? outcome.state,
      recordId: null,
      before: null,
      version: null,
    }))
  })
}

/** The preview states of written rows. */
const PREVIEW_STATES: Partial<Record<ImportRowState, ImportRowState>> = {
  created: 'create',
  updated: 'update',
}

/** Writes rows. A refused row does not affect the others. */
export async function writeRows(
  context: Context,
  trial: Trial,
  rows: readonly SheetRow[],
): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = []
  for (const row of rows) outcomes.push({ row: row.row, ...(await writeRow(context, trial, row)) })
  return outcomes
}

type RowResult = Omit<RowOutcome, 'row'>

async function writeRow(context: Context, trial: Trial, row: SheetRow): Promise<RowResult> {
  const read = await readRow(context, trial.around, row)
  const [problem, ...others] = read.problems
  if (problem) return { state: 'error', problem: lines([problem, ...others]) }
  const tried = await withSavepoint(context, trial.editor.conflicts, (inner) =>
    read.id === undefined ? create(inner, trial, row.row, read) : update(inner, trial, read.id, read),
  )
  if ('value' in tried) return { ...tried.value, problem: read.note }
  const { refusal } = tried
  const isConflict = refusal.code === 'CONFLICT' || refusal.code === 'STALE'
  return { state: isConflict ? 'conflict' : 'error', problem: refusalReason(refusal) }
}

const rowResult = (state: ImportRowState, { id, version }: WrittenRecord): RowResult => ({
  state,
  problem: null,
  recordId: id,
  version,
})

async function create(context: Context, trial: Trial, row: number, { values }: ReadRow): Promise<RowResult> {
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  return rowResult('created', await trial.editor.create(context, filled, 'import', trial.passwordHash(row)))
}

async function update(
  context: Context,
  { editor, around }: Trial,
  id: number,
  { values }: ReadRow,
): Promise<RowResult> {
  const [record] = await editor.find(context, [id])
  // `readRow` has just found it within the same reach.
  if (!record) throw new Error(`record ${id} is gone`)
  const { version } = record
  const read = validate(editor.changes, { ...values, id, version })
  const accompanying = around.places.filter(({ accompanies }) => accompanies).map(({ field }) => field)
  const differs = (field: string) => !isSame(record.values[field], read[field])
  const { together = [] } = editor
  const changesTogether = together.some(
    (field) => Object.hasOwn(read, field) && !accompanying.includes(field) && differs(field),
  )
  const changes = Object.keys(read).filter(
    (field) =>
      !['id', 'version', ...accompanying].includes(field) &&
      (differs(field) || (changesTogether && together.includes(field))),
  )
  if (changes.length === 0) return { state: 'same', problem: null, recordId: id }
  const sent = [...changes, ...accompanying.filter((field) => Object.hasOwn(read, field))]
  const changed = Object.fromEntries(sent.map((field) => [field, read[field]]))
  const before = Object.fromEntries(sent.map((field) => [field, record.values[field] ?? null]))
  return {
    ...rowResult('updated', await editor.update(context, { ...changed, id, version }, 'import')),
    before,
  }
}
