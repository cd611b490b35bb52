import { type SqlBool, sql } from 'kysely'
import { STORE_NAMES } from '#clients/stores/queries.ts'
import { today } from '#kit/calendar.ts'
import {
  type CellOf,
  joinCells,
  type RecordSheet,
  type RecordsWanted,
  type SheetRecord,
} from '#kit/recordSheet.ts'
import type { Context } from '#kit/serve.ts'
import { findShiftRows } from '#people/shifts/queries.ts'
import { shiftWords } from '#people/shifts/rules.ts'
import { personNames } from '#people/staff/queries.ts'
import { assignable } from './edit.ts'
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

/**
 * Assignments within reach in the format of the sheet, ended ones included; an export contains those of the own company
 * by store and first day.
 */
async function findRecords({ db, actor, clock }: Context, wanted: RecordsWanted): Promise<SheetRecord[]> {
  const query = db
    .selectFrom('storeAssignment')
    .innerJoin('store', 'store.id', 'storeAssignment.storeId')
    .innerJoin('staff as agent', 'agent.id', 'storeAssignment.staffId')
    .selectAll('storeAssignment')
    .select(['store.platform', STORE_NAMES.as('storeNames'), personNames('agent').as('agentNames')])
    .where(assignable(actor, clock))
  const rows = await ('ids' in wanted
    ? query.where('storeAssignment.id', 'in', [...wanted.ids])
    : query
        .where('store.companyCode', '=', actor.companyCode)
        .orderBy('store.namePinyin')
        .orderBy('store.id')
        .orderBy('storeAssignment.fromOn')
        .orderBy('storeAssignment.id')
        .offset(wanted.offset)
        .limit(wanted.limit)
  ).execute()
  return rows.map(({ storeNames, agentNames, ...values }) => ({
    id: values.id,
    values,
    names: { storeId: storeNames, staffId: agentNames },
  }))
}

/** The import sheet of assignments; a row is matched by store, agent, shift and first day. */
export const assignmentSheet: RecordSheet = {
  columns: assignmentColumns,
  words: async ({ db, actor, clock }) => ({
    shift: shiftWords(await findShiftRows(db, actor.companyCode), today(clock)),
  }),
  keys: ['storeId', 'platform', 'staffId', 'shift', 'fromOn'],
  identifiedBy: [['storeId', 'staffId', 'fromOn']],
  find: async (context, { values }) => ({ id: await findAssignmentId(context, values) }),
  records: findRecords,
  keyOf: (cell, exact) =>
    joinCells(cell('storeId'), cell('platform'), exact('staffId'), cell('shift'), cell('fromOn')),
  writeOrder: groupRowsByStore,
  groupsByOrder: true,
}
