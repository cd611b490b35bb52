import { type SqlBool, sql } from 'kysely'
import { type CellOf, joinCells, type RecordSheet } from '#kit/recordSheet.ts'
import type { Context } from '#kit/serve.ts'
import { assignmentColumns } from './sheetColumns.ts'

/** The id of the agent's assignment to the store and shift with exactly that first day; undefined if there is none. */
async function findAssignmentId(
  { db }: Context,
  { storeId, staffId, shift, fromOn }: Record<string, unknown>,
): Promise<number | undefined> {
  if (!(storeId && staffId && fromOn)) return undefined
  const row = await db
    .selectFrom('storeAssignment')
    .select('id')
    .where(sql<SqlBool>`store_id = ${storeId}::int and staff_id = ${staffId}::int`)
    .where(sql<SqlBool>`shift = ${shift ?? 'morning'} and from_on = ${fromOn}::date`)
    .executeTakeFirst()
  return row?.id
}

/** Groups the rows of each store into one turn, because their shares are checked against each other. */
function groupRowsByStore(): (cell: CellOf) => number {
  const stores = new Map<string, number>()
  return (cell) => {
    const store = `${cell('storeId')} ${cell('platform')}`
    const group = stores.get(store) ?? stores.size
    stores.set(store, group)
    return group
  }
}

/** The import sheet of assignments; a row is matched by store, agent, shift and first day. */
export const assignmentSheet: RecordSheet = {
  columns: assignmentColumns,
  find: async (context, { values }) => ({ id: await findAssignmentId(context, values) }),
  keyOf: (cell) => joinCells(cell, ['storeId', 'platform', 'staffId', 'shift', 'fromOn']),
  writeOrder: groupRowsByStore,
  groupsByOrder: true,
}
