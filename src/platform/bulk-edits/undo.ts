import { type Consequences, countRow, refusedRow, valueRow } from '#kit/consequences.ts'
import { AppError } from '#kit/errors.ts'
import type { RecordEditor } from '#kit/recordEditor.ts'
import { refusalReason, withSavepoint } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import type { Sentence } from '#kit/text.ts'
import { NOT_WRITTEN } from '#kit/undoable.ts'
import { moveRows, nextRows, type RowOutcome, rowsIn, saveOutcomes, updateBulkEdit } from './queries.ts'
import { assertUndoable } from './rules.ts'
import { BATCH_SIZE } from './run.ts'
import type { Edit } from './toBulkEdit.ts'

const CHANGED_SINCE: Sentence = { sentence: '批量修改之后又被改过，没有撤销。' }

/** Maximum number of changed records listed in a refusal. */
const MAX_LISTED = 100

/**
 * Undoes the next rows, restoring the previous values. Throws CONFLICT with the list of records that were changed
 * since, and undoes nothing, unless `onlyUnchanged` is set, which leaves those records as they are.
 */
export async function undoBatch(
  context: Context,
  editor: RecordEditor,
  edit: Edit,
  onlyUnchanged: boolean,
): Promise<void> {
  const { db, actor, clock } = context
  assertUndoable(edit, clock())
  if (edit.state !== 'undoing') await beginUndo(context, editor, edit, onlyUnchanged)
  const rows = await nextRows(db, edit.id, 'done', BATCH_SIZE)
  await saveOutcomes(db, edit.id, await undoRows(context, editor, rows))
  const isLast = rows.length < BATCH_SIZE
  await updateBulkEdit(db, edit.id, {
    state: isLast ? 'undone' : 'undoing',
    ...(isLast ? { undoneAt: clock(), undoneBy: actor.id } : {}),
  })
}

type Row = Awaited<ReturnType<typeof nextRows>>[number]

async function undoRows(context: Context, editor: RecordEditor, rows: readonly Row[]): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = []
  for (const { position, recordId, version, before } of rows) {
    const values = before as Record<string, unknown>
    const tried = await withSavepoint(context, editor.conflicts, (inner) =>
      editor.update(inner, { id: recordId, version: version ?? 0, ...values }, 'undo'),
    )
    if ('value' in tried) outcomes.push({ position, state: 'undone', problem: null })
    else {
      const { refusal } = tried
      const problem = refusal.code === 'STALE' ? CHANGED_SINCE : refusalReason(refusal)
      outcomes.push({ position, state: 'kept', problem })
    }
  }
  return outcomes
}

/** The written rows, and those whose records were changed since. */
async function findChanged(context: Context, editor: RecordEditor, edit: Edit) {
  const written = await rowsIn(context.db, edit.id, 'done')
  const ids = written.map(({ recordId }) => recordId)
  const found = ids.length > 0 ? await editor.find(context, ids) : []
  const versions = new Map(found.map(({ id, version }) => [id, version]))
  return { written, changed: written.filter(({ recordId, version }) => versions.get(recordId) !== version) }
}

/** Maximum number of rows tried for the preview of an undo; beyond it only versions are compared. */
const MAX_TRIED = 500

/** Previews the effects of an undo; call it in a dry run. */
export async function undoConsequences(
  context: Context,
  editor: RecordEditor,
  edit: Edit,
): Promise<Consequences> {
  assertUndoable(edit, context.clock())
  const { written, changed } = await findChanged(context, editor, edit)
  const rest = written.filter((row) => !changed.includes(row))
  const tried = rest.length <= MAX_TRIED ? await undoRows(context, editor, rest) : []
  const refused = tried.flatMap(({ state, problem }) => (state === 'kept' && problem ? [problem] : []))
  const unwritten = await rowsIn(context.db, edit.id, 'ready')
  return {
    items: [
      valueRow('count', '恢复为修改前的值', rest.length - refused.length),
      ...countRow('之后又改过，保留现在的值', changed.length, {
        note: '确认后会列出，由您决定是否只撤销其余的',
      }),
      ...refusedRow('不能恢复', refused),
      ...countRow('还没有写入，不再写入', unwritten.length),
    ],
  }
}

/** Throws CONFLICT for records changed since, or marks them `kept`. Rows not written yet are skipped. */
async function beginUndo(
  context: Context,
  editor: RecordEditor,
  edit: Edit,
  onlyUnchanged: boolean,
): Promise<void> {
  const { db } = context
  const { changed } = await findChanged(context, editor, edit)
  if (changed.length > 0 && !onlyUnchanged) {
    const rows = changed.slice(0, MAX_LISTED).map(({ recordId, name }) => ({ recordId, name }))
    throw new AppError('CONFLICT', '有 {n} 条记录在批量修改之后又被改过，整批没有撤销。', {
      values: { n: changed.length },
      data: { rows, total: changed.length },
    })
  }
  await saveOutcomes(
    db,
    edit.id,
    changed.map(({ position }) => ({ position, state: 'kept', problem: CHANGED_SINCE })),
  )
  await moveRows(db, edit.id, 'ready', { state: 'skipped', problem: NOT_WRITTEN })
}
