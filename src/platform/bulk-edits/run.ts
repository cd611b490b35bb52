import { AppError } from '#kit/errors.ts'
import { isSame } from '#kit/isSame.ts'
import type { CurrentRecord, RecordEditor } from '#kit/recordEditor.ts'
import { dryRun, refusalReason, withSavepoint } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import { nextRows, type RowOutcome, saveOutcomes, updateBulkEdit } from './queries.ts'
import { OUT_OF_REACH } from './rules.ts'
import { type Edit, isCreator } from './toBulkEdit.ts'

/** Rows per request: few enough that other requests do not have to wait long. */
export const BATCH_SIZE = 50

type Values = Record<string, unknown>

/** Tries the next rows and rolls back. After the last rows the edit is `ready`. */
export async function checkBatch(context: Context, editor: RecordEditor, edit: Edit): Promise<void> {
  assertCreator(context, edit)
  if (edit.state !== 'checking') throw new AppError('WRONG_STATE', '这次批量修改已经预检过。')
  const rows = await nextRows(context.db, edit.id, 'waiting', BATCH_SIZE)
  const outcomes = await dryRun(context, (inner) => writeRows(inner, editor, edit, rows))
  await saveOutcomes(
    context.db,
    edit.id,
    outcomes.map(({ position, state, problem }) =>
      state === 'done' ? { position, state: 'ready', problem } : { position, state: 'skipped', problem },
    ),
  )
  if (rows.length < BATCH_SIZE) await updateBulkEdit(context.db, edit.id, { state: 'ready' })
}

/** Writes the next rows. A refused row does not affect the others. */
export async function runBatch(context: Context, editor: RecordEditor, edit: Edit): Promise<void> {
  const { db, clock } = context
  assertCreator(context, edit)
  if (edit.state === 'checking') throw new AppError('WRONG_STATE', '预检还没有做完，请先预检再写入。')
  if (edit.state !== 'ready' && edit.state !== 'running') {
    throw new AppError('WRONG_STATE', '这次批量修改已经写入过，不能再写一次。')
  }
  const rows = await nextRows(db, edit.id, 'ready', BATCH_SIZE)
  await saveOutcomes(db, edit.id, await writeRows(context, editor, edit, rows))
  const state = rows.length < BATCH_SIZE ? 'done' : 'running'
  await updateBulkEdit(db, edit.id, { state, runAt: edit.runAt ?? clock() })
}

/** Throws FORBIDDEN for edits of others: an admin sees them, but only their creator can continue them. */
function assertCreator({ actor }: Context, edit: Edit): void {
  if (isCreator(actor, edit)) return
  throw new AppError('FORBIDDEN', '这次批量修改由别人发起，只能由本人继续；您可以撤销它。')
}

interface Row {
  position: number
  recordId: number
}

async function writeRows(
  context: Context,
  editor: RecordEditor,
  edit: Edit,
  rows: readonly Row[],
): Promise<RowOutcome[]> {
  const changes = edit.changes as Values
  const ids = rows.map(({ recordId }) => recordId)
  const found = rows.length > 0 ? await editor.find(context, ids) : []
  const recordsById = new Map(found.map((record) => [record.id, record]))
  const outcomes: RowOutcome[] = []
  for (const { position, recordId } of rows) {
    outcomes.push({ position, ...(await writeRow(context, editor, changes, recordsById.get(recordId))) })
  }
  return outcomes
}

async function writeRow(
  context: Context,
  editor: RecordEditor,
  changes: Values,
  record: CurrentRecord | undefined,
): Promise<Omit<RowOutcome, 'position'>> {
  if (!record) return { state: 'failed', problem: OUT_OF_REACH }
  const fields = Object.keys(changes)
  if (fields.every((field) => isSame(record.values[field], changes[field]))) {
    return { state: 'skipped', problem: { sentence: '已经是这些值，不需要修改。' } }
  }
  const { id, version } = record
  const tried = await withSavepoint(context, editor.conflicts, (inner) =>
    editor.update(inner, { id, version, ...changes }, 'bulk'),
  )
  if ('refusal' in tried) return { state: 'failed', problem: refusalReason(tried.refusal) }
  const before = Object.fromEntries(fields.map((field) => [field, record.values[field] ?? null]))
  return { state: 'done', problem: null, before, version: tried.value.version }
}
