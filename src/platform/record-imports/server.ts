import { can } from '#access/can.ts'
import { dryRun } from '#kit/attempt.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import type { RecordEditor } from '#kit/recordEditor.ts'
import type { Context, Served, Transact } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import { readSheets } from '#kit/sheets/wholeSheets.ts'
import { isUndoable } from '#kit/undoable.ts'
import type { ImportColumn } from './column.ts'
import { columnsFor } from './columns.ts'
import type { ImportEntity } from './contract.ts'
import { MOST_ROWS, recordImports } from './contract.ts'
import { intake } from './intake.ts'
import { findImportRows, findImports, getImport, lockOwnImport, lockVisibleImport } from './queries.ts'
import { findCustomerNames, findNames } from './queriesOfMatching.ts'
import { findStoreNames } from './queriesOfStores.ts'
import { ADDED_HEADERS, findSheet, mostRowsOf, NOTES_SHEET, placesIn } from './rules.ts'
import { checkSome, runSome } from './steps.ts'
import { undoConsequences, undoSome } from './undo.ts'

type Row = Awaited<ReturnType<typeof getImport>>

/** A row more than allowed, under five of headers: enough to be refused. */
const READING = { mostRows: MOST_ROWS + 6, without: NOTES_SHEET }

/** Imports of the records that the given editors write. */
export function recordImportsServer(editors: readonly RecordEditor[]): Served {
  const editorOf = (entity: string): RecordEditor => {
    const editor = editors.find((known) => known.entity === entity)
    if (!editor) throw new AppError('INVALID', '这类记录不能导入。')
    return editor
  }
  return serve(recordImports, {
    choices: async (context, { entity }) => {
      assertMayImport(context.actor, editorOf(entity))
      return { named: await namesFor(context, entity, columnsFor(context.actor, entity)) }
    },
    list: async ({ db, actor, clock }, query) => {
      const { items, total } = await findImports(db, actor, query)
      return { items: items.map((row) => present(row, actor, clock())), total }
    },
    create: {
      ownTransaction: (context, { entity }, transact) => take(context, editorOf(entity), entity, transact),
    },
    check: async (context, { id }) => {
      const found = await lockOwnImport(context.db, context.actor, id)
      await checkSome(context, editorOf(found.entity), found)
      return shown(context, id)
    },
    run: {
      ownTransaction: (context, { id }, transact) => runSome(context, editorOf, id, transact, shown),
    },
    undoConsequences: (context, { id }) =>
      dryRun(context, async (inner) => {
        const found = await lockVisibleImport(inner.db, inner.actor, id)
        return undoConsequences(inner, editorOf(found.entity), found)
      }),
    undo: async (context, { id, onlyUnchanged }) => {
      const found = await lockVisibleImport(context.db, context.actor, id)
      await undoSome(context, editorOf(found.entity), found, onlyUnchanged)
      return shown(context, id)
    },
    get: (context, { id }) => shown(context, id),
    rows,
  })
}

function assertMayImport(actor: Context['actor'], { needs }: RecordEditor): void {
  if (can(actor, needs)) return
  throw new AppError('FORBIDDEN', '您没有这项操作的权限。如需使用，请联系管理员。')
}

/** What the cells of columns that name people, customers or stores may be. */
async function namesFor(context: Context, entity: ImportEntity, columns: readonly ImportColumn[]) {
  const named: Record<string, string[]> = {}
  for (const { field, kind } of columns) {
    if (kind === 'person') named[field] = await findNames(context, WHO[field] ?? 'heads')
    if (kind === 'customer') named[field] = await findCustomerNames(context)
    if (kind === 'store') named[field] = await findStoreNames(context, entity)
  }
  return named
}

/** Which people a column may name; the others name heads. */
const WHO: Record<string, 'owners' | 'agents'> = { ownerId: 'owners', staffId: 'agents' }

async function take(
  context: Context,
  editor: RecordEditor,
  entity: ImportEntity,
  transact: Transact<Context['actor']>,
) {
  const { actor, upload } = context
  assertMayImport(actor, editor)
  if (!upload) throw invalidField('file', '请选择要导入的文件。')
  const sheets = await readSheets(upload, READING)
  const sheet = findSheet(sheets, columnsFor(actor, entity), mostRowsOf(entity))
  return transact(async (inner) =>
    shown(inner, await intake(inner, { entity, fileName: upload.name, sheet })),
  )
}

async function shown({ db, actor, clock }: Context, id: number) {
  return present(await getImport(db, actor, id), actor, clock())
}

function present(row: Row, actor: Context['actor'], now: Date) {
  const entity = row.entity as ImportEntity
  const headers = row.headers as string[]
  const known = placesIn(headers, columnsFor(actor, entity)).map(({ at }) => at)
  return {
    ...row,
    entity,
    state: row.state as 'done',
    headers,
    unknownHeaders: headers.filter(
      (header, at) => header !== '' && !known.includes(at) && !ADDED_HEADERS.includes(header),
    ),
    counts: { ...NONE, ...row.counts },
    createdAt: row.createdAt.toISOString(),
    runAt: row.runAt?.toISOString() ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
    undoable: isUndoable(row, now),
  }
}

const NONE = {
  ...{ waiting: 0, create: 0, update: 0, same: 0, conflict: 0, error: 0 },
  ...{ created: 0, updated: 0, failed: 0, undone: 0, kept: 0, skipped: 0 },
}

async function rows({ db, actor }: Context, query: Parameters<typeof findImportRows>[1]) {
  const { createdBy } = await getImport(db, actor, query.id)
  const { items, total } = await findImportRows(db, query)
  const isOwn = createdBy === actor.id
  const presented = items.map((row) => ({
    ...row,
    state: row.state as 'created',
    cells: isOwn ? (row.cells as string[] | null) : null,
  }))
  return { items: presented, total }
}
