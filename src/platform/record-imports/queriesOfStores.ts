import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { stoppedScope, storeScope } from '#clients/scopes.ts'
import type { Day } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import { nameKey } from '#kit/fields.ts'
import type { Context } from '#kit/serve.ts'
import type { ImportEntity } from './contract.ts'

/** The live stores of the own company for which this person may bring assignments, or nicks. */
function storesFor({ actor, clock }: Context, entity: ImportEntity): Expression<SqlBool> {
  const permission = entity === 'nick' ? 'canReportWorklog' : 'canAssignStore'
  return sql<SqlBool>`(${storeScope(actor, permission, today(clock))} and ${stoppedScope(actor)}
    and store.company_code = ${actor.companyCode} and store.status <> 'stopped')`
}

/** So many names a list holds. */
const MOST_NAMES = 5_000

/** By what a sheet may name those stores: the name, or the number where two have one name. */
export async function findStoreNames(context: Context, entity: ImportEntity): Promise<string[]> {
  const rows = await context.db
    .selectFrom('store')
    .select(['code', 'name'])
    .select(sql<boolean>`count(*) over (partition by name_key) > 1`.as('isShared'))
    .where(storesFor(context, entity))
    .orderBy('namePinyin')
    .orderBy('id')
    .limit(MOST_NAMES)
    .execute()
  return rows.map(({ code, name, isShared }) => (isShared ? code : name))
}

/** Those that a sheet means by a number or a name, on the platform where one is given. */
export async function findStoresCalled(
  context: Context,
  entity: ImportEntity,
  { called, platform }: { called: string; platform: string | null },
): Promise<{ id: number }[]> {
  let query = context.db
    .selectFrom('store')
    .select('id')
    .where(storesFor(context, entity))
    .where((eb) => eb.or([eb('code', '=', called), eb('nameKey', '=', nameKey(called))]))
  if (platform) query = query.where('platform', '=', platform)
  return query.execute()
}

/** The assignment of an agent to a shift of a store from exactly that day on; undefined where there is none. */
export async function findBeginning(
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

/**
 * The binding of a nick to this person that holds on the day or, where it is nobody's then, begins next; undefined where
 * that one is somebody else's, or none.
 */
export async function findBinding(
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
