import type { Database } from '#db/connect.ts'
import { type Consequences, countRow, refusedRow } from '#kit/consequences.ts'
import { AppError } from '#kit/errors.ts'
import type { RecordEditor } from '#kit/recordEditor.ts'
import { dryRun, refusalReason, withSavepoint } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import type { Sentence } from '#kit/text.ts'
import { NOT_WRITTEN } from '#kit/undoable.ts'
import type { ImportRowState } from './contract.ts'
import {
  blockedRows,
  clearTries,
  countUnwritten,
  type lockOwnImport,
  type RowOutcome,
  saveOutcomes,
  saveTries,
  skipUnwritten,
  untriedRows,
  updateImport,
  writtenRows,
} from './queries.ts'
import { assertUndoable, maxRowsOf } from './rules.ts'
import { BATCH_SIZE } from './steps.ts'

type Import = Awaited<ReturnType<typeof lockOwnImport>>
type WrittenRow = Awaited<ReturnType<typeof writtenRows>>[number]

const CHANGED_SINCE: Sentence = { sentence: '导入之后又被改过，没有撤销。' }

/** Maximum number of rows listed in a refusal. */
const MAX_LISTED = 100

/** Rows tried per request: a few seconds, during which all other writes wait if there is only one connection. */
const TRY_BATCH_SIZE = 500

/**
 * Undoes the next rows: restores updated records and deletes created ones. Before the first row all rows are tried, a
 * part with each call. If records were changed or used since, throws CONFLICT with their list and undoes nothing,
 * unless `onlyUnchanged` is set, which leaves those records as they are.
 */
export async function undoBatch(
  context: Context,
  editor: RecordEditor,
  found: Import,
  onlyUnchanged: boolean,
): Promise<void> {
  const { db, actor, clock } = context
  assertUndoable(found, clock())
  if (found.state !== 'undoing') {
    if (await tryBatch(context, editor, found, onlyUnchanged)) return
    await beginUndo(db, found.id, onlyUnchanged)
  }
  const rows = await writtenRows(db, found.id, BATCH_SIZE)
  await saveOutcomes(db, found.id, await undoRows(context, editor, rows))
  const isLast = rows.length < BATCH_SIZE
  await updateImport(db, found.id, {
    state: isLast ? 'undone' : 'undoing',
    ...(isLast ? { undoneAt: clock(), undoneBy: actor.id } : {}),
  })
}

/** Previews an undo; call it in a dry run. Above the limit of one request rows are counted, not tried. */
export async function undoConsequences(
  context: Context,
  editor: RecordEditor,
  found: Import,
): Promise<Consequences> {
  const { db, clock } = context
  assertUndoable(found, clock())
  const rows = await writtenRows(db, found.id, Number.MAX_SAFE_INTEGER)
  const isTried = rows.length <= TRY_BATCH_SIZE
  const outcomes = isTried ? await undoRows(context, editor, rows) : []
  const blocked = new Map(
    outcomes.flatMap(({ row, state, problem }) => (state === 'kept' && problem ? [[row, problem]] : [])),
  )
  const back = (state: ImportRowState) =>
    rows.filter((one) => one.state === state && !blocked.has(one.row)).length
  const note = isTried ? {} : { note: '确认后先逐行核对，之后改过或用过的会列出' }
  return {
    items: [
      ...countRow('更新过的行恢复为导入前的值', back('updated'), note),
      ...countRow('新增的行删除', back('created'), note),
      ...refusedRow('之后改过或用过，保留', [...blocked.values()]),
      ...countRow('还没有写入，不再写入', await countUnwritten(db, found.id)),
    ],
  }
}

/**
 * Tries the next rows and rolls back; returns whether there are more. Staff are tried all together, since a head is
 * deleted after the members. If all rows have a valid trial, an earlier undo was refused: all rows are tried again,
 * because the obstacle may be gone. A round ends with the request that tries its last row, so it always terminates.
 */
async function tryBatch(
  context: Context,
  editor: RecordEditor,
  { id, entity }: Import,
  onlyUnchanged: boolean,
): Promise<boolean> {
  const { db, clock } = context
  const count = entity === 'staff' ? maxRowsOf(entity) : TRY_BATCH_SIZE
  const find = () => untriedRows(db, id, count + 1, clock())
  let found = await find()
  if (found.length === 0 && !onlyUnchanged) {
    await clearTries(db, id)
    found = await find()
  }
  const rows = found.slice(0, count)
  const tried = await dryRun(context, (inner) => undoRows(inner, editor, rows))
  await saveTries(db, id, tried, clock())
  return found.length > count
}

/** Throws CONFLICT for rows that cannot be undone, or marks them `kept`. Rows not written yet are skipped. */
async function beginUndo(db: Database, id: number, onlyUnchanged: boolean): Promise<void> {
  const blocked = await blockedRows(db, id)
  if (blocked.length > 0 && !onlyUnchanged) {
    throw new AppError('CONFLICT', '有 {n} 行在导入之后又被改过或用过，整批没有撤销。', {
      values: { n: blocked.length },
      data: { rows: blocked.slice(0, MAX_LISTED), total: blocked.length },
    })
  }
  const outcomes = blocked.map(({ row, problem }) => ({ row, state: 'kept' as const, problem }))
  await saveOutcomes(db, id, outcomes)
  await skipUnwritten(db, id, NOT_WRITTEN)
}

async function undoRows(
  context: Context,
  editor: RecordEditor,
  rows: readonly WrittenRow[],
): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = []
  for (const written of rows) outcomes.push(await undoRow(context, editor, written))
  return outcomes
}

async function undoRow(
  context: Context,
  editor: RecordEditor,
  { row, state, recordId, before, version }: WrittenRow,
): Promise<RowOutcome> {
  const which = { id: recordId ?? 0, version: version ?? 0 }
  const tried = await withSavepoint(context, editor.conflicts, async (inner) => {
    if (state === 'created') await editor.remove(inner, which, 'undo')
    else await editor.update(inner, { ...which, ...(before as object) }, 'undo')
  })
  if ('value' in tried) return { row, state: 'undone', problem: null }
  const { refusal } = tried
  return { row, state: 'kept', problem: refusal.code === 'STALE' ? CHANGED_SINCE : refusalReason(refusal) }
}
