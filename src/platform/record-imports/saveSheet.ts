import type { ImportKind } from '#access/kinds.ts'
import type { RecordSheet } from '#kit/recordSheet.ts'
import type { Context } from '#kit/serve.ts'
import type { SheetRow } from '#kit/sheets/rows.ts'
import { fill } from '#kit/text.ts'
import type { NewRow } from './queries.ts'
import { insertImport } from './queries.ts'
import type { FoundSheet } from './rules.ts'
import { cellOf, foldedCells } from './rules.ts'

/** Saves the rows of a sheet unparsed; a second row for the same record is a conflict. Returns the import's id. */
export async function saveSheetRows(
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
    const key = kind.keyOf(cell)
    const before = key === '' ? undefined : first.get(key)
    if (before === undefined) first.set(key, row.row)
    const problem =
      before === undefined ? null : fill('与第 {n} 行是同一条记录，请合并成一行。', { n: before })
    return { ...namedRow(row, sheet), turn: orderOf(cell), state: problem ? 'conflict' : 'waiting', problem }
  })
  const newImport = { companyCode: actor.companyCode, entity, fileName, headers: sheet.headers }
  return insertImport(db, { ...newImport, createdBy: actor.id }, rows, clock())
}

/** The fields that name a row: the first one with a value is used. */
const NAMING = ['name', 'code', 'username', 'customerId', 'nick', 'storeId']

function namedRow(row: SheetRow, { places }: FoundSheet) {
  const [name = ''] = NAMING.map((field) => cellOf(row, places, field)).filter(Boolean)
  return { row: row.row, cells: row.cells, name: name.slice(0, 200) }
}
