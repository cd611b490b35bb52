import { attempt, refusalText, rehearse } from '#kit/attempt.ts'
import { AppError } from '#kit/errors.ts'
import type { RecordEditor } from '#kit/recordEditor.ts'
import type { Context } from '#kit/serve.ts'
import { NOT_WRITTEN } from '#kit/undoable.ts'
import type { lockOwnImport, RowOutcome } from './queries.ts'
import { saveOutcomes, skipUnwritten, updateImport, writtenRows } from './queries.ts'
import { assertUndoable } from './rules.ts'
import { AT_ONCE } from './steps.ts'

type Import = Awaited<ReturnType<typeof lockOwnImport>>
type Written = Awaited<ReturnType<typeof writtenRows>>[number]

const CHANGED_SINCE = '导入之后又被改过，没有撤销。'

/** So many rows a refusal names. */
const NAMED = 100

/**
 * Takes the next rows back: what was changed to what stood there before, what was added goes. Where rows have been changed
 * or used since, it throws CONFLICT with their list and touches nothing, unless `onlyUnchanged` says to leave those.
 */
export async function undoSome(
  context: Context,
  editor: RecordEditor,
  found: Import,
  onlyUnchanged: boolean,
): Promise<void> {
  const { db, actor, clock } = context
  assertUndoable(found, clock())
  if (found.state !== 'undoing') await beginUndo(context, editor, found, onlyUnchanged)
  const rows = await writtenRows(db, found.id, AT_ONCE)
  await saveOutcomes(db, found.id, await undoRows(context, editor, rows))
  const isLast = rows.length < AT_ONCE
  await updateImport(db, found.id, {
    state: isLast ? 'undone' : 'undoing',
    ...(isLast ? { undoneAt: clock(), undoneBy: actor.id } : {}),
  })
}

/** Tries the whole first: refuses, or sets aside, what cannot be taken back; what was not written yet never will be. */
async function beginUndo(
  context: Context,
  editor: RecordEditor,
  { id }: Import,
  onlyUnchanged: boolean,
): Promise<void> {
  const { db } = context
  const rows = await writtenRows(db, id, Number.MAX_SAFE_INTEGER)
  const tried = await rehearse(context, (inner) => undoRows(inner, editor, rows))
  const kept = tried.filter(({ state }) => state === 'kept').sort((one, other) => one.row - other.row)
  if (kept.length > 0 && !onlyUnchanged) {
    const names = new Map(rows.map(({ row, name }) => [row, name]))
    const told = kept.slice(0, NAMED).map(({ row, problem }) => ({ row, name: names.get(row), problem }))
    throw new AppError('CONFLICT', '有 {n} 行在导入之后又被改过或用过，整批没有撤销。', {
      params: { n: kept.length },
      data: { rows: told, total: kept.length },
    })
  }
  await saveOutcomes(db, id, kept)
  await skipUnwritten(db, id, NOT_WRITTEN)
}

async function undoRows(
  context: Context,
  editor: RecordEditor,
  rows: readonly Written[],
): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = []
  for (const written of rows) outcomes.push(await undoRow(context, editor, written))
  return outcomes
}

async function undoRow(
  context: Context,
  editor: RecordEditor,
  { row, state, recordId, before, version }: Written,
): Promise<RowOutcome> {
  const which = { id: recordId ?? 0, version: version ?? 0 }
  const tried = await attempt(context, editor.conflicts, async (inner) => {
    if (state === 'created') await editor.remove(inner, which, 'undo')
    else await editor.update(inner, { ...which, ...(before as object) }, 'undo')
  })
  if ('value' in tried) return { row, state: 'undone', problem: null }
  const { refusal } = tried
  return { row, state: 'kept', problem: refusal.code === 'STALE' ? CHANGED_SINCE : refusalText(refusal) }
}
