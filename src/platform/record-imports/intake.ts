import { nameKey } from '#kit/fields.ts'
import type { Context } from '#kit/serve.ts'
import type { SheetRow } from '#kit/sheets/rows.ts'
import { fill } from '#kit/text.ts'
import type { ImportEntity } from './contract.ts'
import type { NewRow } from './queries.ts'
import { insertImport } from './queries.ts'
import type { FoundSheet } from './rules.ts'
import { cellOf, keyOf } from './rules.ts'

/** Takes a sheet's rows in as they are; a second row of one record is set aside. Answers the number of the import. */
export async function intake(
  { db, actor, clock }: Context,
  { entity, fileName, sheet }: { entity: ImportEntity; fileName: string; sheet: FoundSheet },
): Promise<number> {
  const first = new Map<string, number>()
  const turnOf = turnsFor(entity, sheet)
  const rows = sheet.rows.map((row): NewRow => {
    const key = keyOf(entity, row, sheet.places)
    const before = key === '' ? undefined : first.get(key)
    if (before === undefined) first.set(key, row.row)
    const problem =
      before === undefined ? null : fill('与第 {n} 行是同一条记录，请合并成一行。', { n: before })
    return { ...named(row, sheet), turn: turnOf(row), state: problem ? 'conflict' : 'waiting', problem }
  })
  const made = { companyCode: actor.companyCode, entity, fileName, headers: sheet.headers }
  return insertImport(db, { ...made, createdBy: actor.id }, rows, clock())
}

/** The fields that name a row, the first that is there. */
const NAMING = ['name', 'code', 'username', 'customerId', 'nick', 'storeId']

function named(row: SheetRow, { places }: FoundSheet) {
  const [name = ''] = NAMING.map((field) => cellOf(row, places, field)).filter(Boolean)
  return { row: row.row, cells: row.cells, name: name.slice(0, 200) }
}

/**
 * The order of the rows: a head comes before the members who name them, and the assignments of a store come together, for
 * their shares are tried against one another.
 */
function turnsFor(entity: ImportEntity, { places }: FoundSheet): (row: SheetRow) => number {
  const stores = new Map<string, number>()
  return (row) => {
    const cell = (field: string) => nameKey(cellOf(row, places, field))
    if (entity === 'staff') return cell('parentId') ? 1 : 0
    if (entity !== 'assignment') return 0
    const store = `${cell('storeId')} ${cell('platform')}`
    const turn = stores.get(store) ?? stores.size
    stores.set(store, turn)
    return turn
  }
}
