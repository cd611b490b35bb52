import { can } from '#access/can.ts'
import type { ImportKind } from '#access/kinds.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import type { RecordEditor } from '#kit/recordEditor.ts'
import { COMPANY_COLUMN, type RecordSheet } from '#kit/recordSheet.ts'
import { dryRunInTransaction } from '#kit/savepoint.ts'
import { type Context, type Served, serve } from '#kit/serve.ts'
import { readSheets } from '#kit/sheets/readSheets.ts'
import type { SheetRow } from '#kit/sheets/rows.ts'
import { isUndoable } from '#kit/undoable.ts'
import { EXPORT_PAGE, MAX_ROWS, recordImports } from './contract.ts'
import { exportedCell } from './exportedCells.ts'
import {
  findImportRows,
  findImports,
  getImport,
  insertImport,
  lockOwnImport,
  lockVisibleImport,
  type NewRow,
} from './queries.ts'
import { type Lookups, lookupOf } from './readRow.ts'
import {
  ADDED_HEADERS,
  cellOf,
  columnsFor,
  type FoundSheet,
  findSheet,
  foldedCells,
  maxRowsOf,
  NOTES_SHEET,
  placesIn,
  templateColumns,
  withWords,
} from './rules.ts'
import { checkBatch, type Imported, type ImportedKind, runBatch } from './steps.ts'
import { undoBatch, undoConsequences } from './undo.ts'

type Row = Awaited<ReturnType<typeof getImport>>

/** One row above the limit plus five header rows: enough to detect a sheet that is too long. */
const READ_OPTIONS = { maxRows: MAX_ROWS + 6, without: NOTES_SHEET }

/** Serves the import of the given record kinds. A kind or lookup without an entry does not compile. */
export function recordImportsServer(kinds: Record<ImportKind, ImportedKind>, lookups: Lookups): Served {
  const kindOf = (entity: ImportKind): Imported => ({ ...kinds[entity], lookups })
  const shown = async ({ db, actor, clock }: Context, id: number) => {
    const row = await getImport(db, actor, id)
    return toRecordImport(row, kindOf(row.entity).sheet, actor, clock())
  }
  return serve(recordImports, {
    choices: async (context, { entity }) => ({ named: await namesFor(context, entity, kindOf(entity)) }),
    existing: (context, { entity, offset }) => exportPage(context, kindOf(entity), offset),
    list: async ({ db, actor, clock }, query) => {
      const { items, total } = await findImports(db, actor, query)
      return {
        items: items.map((row) => toRecordImport(row, kindOf(row.entity).sheet, actor, clock())),
        total,
      }
    },
    create: {
      ownTransaction: async (context, { entity }, transact) => {
        const { saveRows } = await read(context, kindOf(entity), entity)
        return transact(async (inner) => shown(inner, await saveRows(inner)))
      },
    },
    check: async (context, { id }) => {
      const found = await lockOwnImport(context.db, context.actor, id)
      await checkBatch(context, kindOf(found.entity), found)
      return shown(context, id)
    },
    run: {
      ownTransaction: (context, { id }, transact) => runBatch(context, kindOf, id, transact, shown),
    },
    undoConsequences: (context, { id }) =>
      dryRunInTransaction(context, async (inner) => {
        const found = await lockVisibleImport(inner.db, inner.actor, id)
        return undoConsequences(inner, kindOf(found.entity).editor, found)
      }),
    undo: async (context, { id, onlyUnchanged }) => {
      const found = await lockVisibleImport(context.db, context.actor, id)
      await undoBatch(context, kindOf(found.entity).editor, found, onlyUnchanged)
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

/** The possible values of the columns that name other records. */
async function namesFor(context: Context, entity: ImportKind, { editor, sheet, lookups }: Imported) {
  assertMayImport(context.actor, editor)
  const named: Record<string, string[]> = {}
  for (const [field, { offered }] of Object.entries((await sheet.words?.(context)) ?? {}))
    named[field] = [...offered]
  for (const column of templateColumns(context.actor, sheet.columns)) {
    const lookup = lookupOf(lookups, column)
    if (lookup) named[column.field] = await lookup.names(context, { entity, column })
  }
  return named
}

/** Some records of the own company that the user may change, as cells of the template. */
async function exportPage(context: Context, { editor, sheet }: Imported, offset: number) {
  assertMayImport(context.actor, editor)
  const columns = withWords(templateColumns(context.actor, sheet.columns), await sheet.words?.(context))
  const records = await sheet.records(context, { offset, limit: EXPORT_PAGE + 1 })
  const items = records
    .slice(0, EXPORT_PAGE)
    .map((record) => Object.fromEntries(columns.map((one) => [one.field, exportedCell(one, record)])))
  return { items, hasMore: records.length > EXPORT_PAGE }
}

/** Parses the uploaded sheet; call `saveRows` inside a transaction to save its rows. */
async function read(context: Context, { editor, sheet: kind }: Imported, entity: ImportKind) {
  const { actor, upload } = context
  assertMayImport(actor, editor)
  if (!upload) throw invalidField('file', '请选择要导入的文件。')
  const sheets = await readSheets(upload, READ_OPTIONS)
  const { identifiedBy } = kind
  const sheet = findSheet(sheets, columnsFor(actor, kind.columns), {
    identifiedBy,
    maxRows: maxRowsOf(entity),
  })
  return {
    saveRows: (inner: Context) => saveSheetRows(inner, { entity, kind, fileName: upload.name, sheet }),
  }
}

function toRecordImport(row: Row, { columns }: RecordSheet, actor: Context['actor'], now: Date) {
  const headers = row.headers as string[]
  const knownColumns = placesIn(headers, columnsFor(actor, columns)).map(({ at }) => at)
  return {
    ...row,
    headers,
    unknownHeaders: headers.filter(
      (header, at) => header !== '' && !knownColumns.includes(at) && !ADDED_HEADERS.includes(header),
    ),
    counts: { ...NO_COUNTS, ...row.counts },
    createdAt: row.createdAt.toISOString(),
    runAt: row.runAt?.toISOString() ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
    undoable: isUndoable(row, now),
  }
}

const NO_COUNTS = {
  waiting: 0,
  create: 0,
  update: 0,
  same: 0,
  conflict: 0,
  error: 0,
  created: 0,
  updated: 0,
  failed: 0,
  undone: 0,
  kept: 0,
  skipped: 0,
}

async function rows({ db, actor }: Context, query: Parameters<typeof findImportRows>[1]) {
  const { createdBy } = await getImport(db, actor, query.id)
  const { items, total } = await findImportRows(db, query)
  const isCreator = createdBy === actor.id
  const outputRows = items.map((row) => ({
    ...row,
    cells: isCreator ? (row.cells as string[] | null) : null,
  }))
  return { items: outputRows, total }
}

/** Saves the rows of a sheet unparsed; a second row for the same record is a conflict. Returns the import's id. */
async function saveSheetRows(
  { db, actor, clock }: Context,
  {
    entity,
    kind,
    fileName,
    sheet,
  }: { entity: ImportKind; kind: RecordSheet; fileName: string; sheet: FoundSheet },
): Promise<number> {
  const first = new Map<string, number>()
  const orderOf = kind.writeOrder?.() ?? (() => 0)
  const rows = sheet.rows.map((row): NewRow => {
    const cell = foldedCells(row, sheet.places)
    const key = keyIn(kind, row, sheet)
    const before = key === '' ? undefined : first.get(key)
    if (before === undefined) first.set(key, row.row)
    const problem =
      before === undefined
        ? null
        : { sentence: '与第 {n} 行是同一条记录，请合并成一行。', values: { n: before } }
    return { ...namedRow(row, sheet), turn: orderOf(cell), state: problem ? 'conflict' : 'waiting', problem }
  })
  const newImport = { companyCode: actor.companyCode, entity, fileName, headers: sheet.headers }
  return insertImport(db, { ...newImport, createdBy: actor.id }, rows, clock())
}

/** The key of a row's record within the file; keys of several companies differ. */
function keyIn({ keyOf }: RecordSheet, row: SheetRow, { places }: FoundSheet): string {
  const cell = foldedCells(row, places)
  const key = keyOf(cell, (field) => cellOf(row, places, field))
  return key && `${cell(COMPANY_COLUMN.field)}\n${key}`
}

/** The fields that name a row: the first one with a value is used. */
const NAMING = ['name', 'code', 'username', 'customerId', 'nick', 'storeId']

function namedRow(row: SheetRow, { places }: FoundSheet) {
  const [name = ''] = NAMING.map((field) => cellOf(row, places, field)).filter(Boolean)
  return { row: row.row, cells: row.cells, name: name.slice(0, 200) }
}
