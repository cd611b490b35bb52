import { type SqlBool, sql } from 'kysely'
import { type Day, today } from '#kit/calendar.ts'
import { joinCells, type RecordSheet } from '#kit/recordSheet.ts'
import type { Context } from '#kit/serve.ts'
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

/**
 * Returns the id of the existing binding. If it already covers the day, removes `fromOn` so that the row changes
 * nothing.
 */
async function findBindingId(context: Context, values: Record<string, unknown>): Promise<number | undefined> {
  const found = await findBinding(context, values)
  if (found && typeof values.fromOn === 'string' && found.fromOn <= values.fromOn) delete values.fromOn
  return found?.id
}

/** The import sheet of nicks; a row is matched by store, nick and first day. */
export const nickSheet: RecordSheet = {
  columns: nickColumns,
  find: async (context, { values }) => ({ id: await findBindingId(context, values) }),
  keyOf: (cell) => joinCells(cell, ['storeId', 'platform', 'nick', 'fromOn']),
}
