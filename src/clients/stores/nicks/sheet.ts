import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Day } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import type { RecordSheet } from '#kit/recordSheet.ts'
import { joinedCells } from '#kit/recordSheet.ts'
import type { Context } from '#kit/serve.ts'
import { nickColumns } from './sheetColumns.ts'

/**
 * The binding of a nick to this person that holds on the day or, where it is nobody's then, begins next; undefined where
 * that one is somebody else's, or none.
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

/** A nick that is the person's on that day already is nothing new, whenever it became so. */
async function findNick(context: Context, values: Record<string, unknown>): Promise<number | undefined> {
  const found = await findBinding(context, values)
  if (found && typeof values.fromOn === 'string' && found.fromOn <= values.fromOn) delete values.fromOn
  return found?.id
}

/** A sheet of nicks: store, nick and first day identify one. */
export const nickSheet: RecordSheet = {
  columns: nickColumns,
  find: async (context, { values }) => ({ id: await findNick(context, values) }),
  keyOf: (cell) => joinedCells(cell, ['storeId', 'platform', 'nick', 'fromOn']),
}
