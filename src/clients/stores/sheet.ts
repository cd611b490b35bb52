import { type Expression, type SqlBool, sql } from 'kysely'
import type { ImportKind } from '#access/kinds.ts'
import { stoppedScope, storeScope } from '#clients/scopes.ts'
import { today } from '#kit/calendar.ts'
import { nameKey } from '#kit/fields.ts'
import { foundByCode, joinCells, MAX_NAMES, type RecordLookup, type RecordSheet } from '#kit/recordSheet.ts'
import type { Context } from '#kit/serve.ts'
import { storeColumns } from './sheetColumns.ts'

/**
 * The store of the user's company and reach, by code if given, otherwise by platform and name: the live one, or the one
 * that stopped on the given day.
 */
async function findEditableStore(
  { db, actor, clock }: Context,
  by: { code: string; platform: string; name: string; stoppedOn: string | null },
) {
  const query = db
    .selectFrom('store')
    .select('id')
    .where('companyCode', '=', actor.companyCode)
    .where(storeScope(actor, 'canUpdateStore', today(clock)))
  if (by.code) return query.where('code', '=', by.code).executeTakeFirst()
  const called = query.where('platform', '=', by.platform).where('nameKey', '=', nameKey(by.name))
  return by.stoppedOn === null
    ? called.where('status', '!=', 'stopped').executeTakeFirst()
    : called.where('status', '=', 'stopped').where('stoppedOn', '=', by.stoppedOn).executeTakeFirst()
}

/** SQL condition: the live stores of the user's company for which the user may import assignments or nicks. */
function storesFor({ actor, clock }: Context, entity: ImportKind): Expression<SqlBool> {
  const permission = entity === 'nick' ? 'canReportWorklog' : 'canAssignStore'
  return sql<SqlBool>`(${storeScope(actor, permission, today(clock))} and ${stoppedScope(actor)}
    and store.company_code = ${actor.companyCode} and store.status <> 'stopped')`
}

/** The names of those stores for a sheet; the code instead if two stores share a name. */
async function findStoreNames(context: Context, entity: ImportKind): Promise<string[]> {
  const rows = await context.db
    .selectFrom('store')
    .select(['code', 'name'])
    .select(sql<boolean>`count(*) over (partition by name_key) > 1`.as('isShared'))
    .where(storesFor(context, entity))
    .orderBy('namePinyin')
    .orderBy('id')
    .limit(MAX_NAMES)
    .execute()
  return rows.map(({ code, name, isShared }) => (isShared ? code : name))
}

/** The stores that a cell names by code or name, limited to the platform if given. */
async function findStoresByCodeOrName(
  context: Context,
  entity: ImportKind,
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

/** The last day of service in a row; null if the store is not stopped. */
const stoppedIn = ({ status, stoppedOn }: Record<string, unknown>) =>
  status === 'stopped' && typeof stoppedOn === 'string' ? stoppedOn : null

/** Finds the stores that cells name, for imports of assignments or nicks. */
export const storeLookup: RecordLookup = {
  names: (context, { entity }) => findStoreNames(context, entity),
  find: async (context, { entity, text, read }) => {
    const platform = read('platform')
    if (platform && 'problem' in platform) return platform
    const of = { called: text, platform: platform?.value ? String(platform.value) : null }
    const [only, ...others] = await findStoresByCodeOrName(context, entity, of)
    if (only && others.length === 0) return { value: only.id }
    if (only)
      return {
        problem: { sentence: '叫“{text}”的店铺有几家，请改填店铺编号，或补上平台。', values: { text } },
      }
    return {
      problem: {
        sentence: '没有找到店铺“{text}”：请填您可以分配的、没有停止的店铺的编号或全称。',
        values: { text },
      },
    }
  },
}

/**
 * The import sheet of stores; a row is matched by code, otherwise by platform and name, for a stopped store also by its
 * last day.
 */
export const storeSheet: RecordSheet = {
  columns: storeColumns,
  find: async (context, { cell, values }) => {
    const [code, name] = [cell('code'), cell('name')]
    const by = { code, platform: String(values.platform ?? ''), name, stoppedOn: stoppedIn(values) }
    return foundByCode(await findEditableStore(context, by), code)
  },
  keyOf: (cell) =>
    cell('code') ? `code ${cell('code')}` : joinCells(cell, ['platform', 'name', 'stoppedOn']),
}
