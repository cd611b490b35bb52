import { type SqlBool, sql } from 'kysely'
import { STORE_NAMES } from '#clients/stores/queries.ts'
import { type Day, today } from '#kit/calendar.ts'
import {
  type FoundRecord,
  joinCells,
  type RecordSheet,
  type RecordsWanted,
  type SheetRecord,
} from '#kit/recordSheet.ts'
import type { Context } from '#kit/serve.ts'
import { personNames } from '#people/staff/queries.ts'
import { bindable } from './edit.ts'
import { nickColumns } from './sheetColumns.ts'

/**
 * The binding of a nick to this person on the day or, if the nick is unbound then, its next binding; undefined if that
 * one belongs to another person or does not exist.
 */
async function findBinding(
  { db, clock }: Context,
  { storeId, nick, staffId, fromOn }: Record<string, unknown>,
): Promise<{ id: number; fromOn: Day } | undefined> {
  if (!(storeId && nick && staffId)) return undefined
  const row = await db
    .selectFrom('agentAccount')
    .select(['id', 'staffId', 'fromOn'])
    .where(sql<SqlBool>`store_id = ${storeId}::int and nick = ${nick}`)
    .where(sql<SqlBool>`(to_on is null or to_on >= ${fromOn ?? today(clock)}::date)`)
    .orderBy('fromOn')
    .executeTakeFirst()
  return row?.staffId === staffId ? row : undefined
}

/** Finds the existing binding. If it begins before the first day of the row, that day does not change it. */
async function findRecord(context: Context, values: Record<string, unknown>): Promise<FoundRecord> {
  const found = await findBinding(context, values)
  if (!found || typeof values.fromOn !== 'string' || found.fromOn >= values.fromOn) return { id: found?.id }
  const note = {
    sentence: '这个昵称从 {day} 起就是此人的；开始日期只能改早，没有改。',
    values: { day: found.fromOn },
  }
  return { id: found.id, unchanged: { fields: ['fromOn'], note } }
}

/**
 * Bindings within reach in the format of the sheet, ended ones included; an export contains those of the own company by
 * store and nick.
 */
async function findRecords({ db, actor, clock }: Context, wanted: RecordsWanted): Promise<SheetRecord[]> {
  const query = db
    .selectFrom('agentAccount')
    .innerJoin('store', 'store.id', 'agentAccount.storeId')
    .innerJoin('staff as agent', 'agent.id', 'agentAccount.staffId')
    .selectAll('agentAccount')
    .select(['store.platform', STORE_NAMES.as('storeNames'), personNames('agent').as('agentNames')])
    .where(bindable(actor, clock))
  const rows = await ('ids' in wanted
    ? query.where('agentAccount.id', 'in', [...wanted.ids])
    : query
        .where('store.companyCode', '=', actor.companyCode)
        .orderBy('store.namePinyin')
        .orderBy('store.id')
        .orderBy('agentAccount.nick')
        .orderBy('agentAccount.fromOn')
        .orderBy('agentAccount.id')
        .offset(wanted.offset)
        .limit(wanted.limit)
  ).execute()
  return rows.map(({ storeNames, agentNames, ...values }) => ({
    id: values.id,
    values,
    names: { storeId: storeNames, staffId: agentNames },
  }))
}

/** The import sheet of nicks; a row is matched by store, nick and first day. */
export const nickSheet: RecordSheet = {
  columns: nickColumns,
  keys: ['storeId', 'platform', 'nick', 'staffId', 'fromOn'],
  identifiedBy: [['storeId', 'nick', 'staffId']],
  find: (context, { values }) => findRecord(context, values),
  records: findRecords,
  keyOf: (cell, exact) => joinCells(cell('storeId'), cell('platform'), exact('nick'), cell('fromOn')),
}
