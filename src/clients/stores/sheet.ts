import { type Expression, type SqlBool, sql } from 'kysely'
import type { ImportKind } from '#access/kinds.ts'
import type { Permission } from '#access/permissions.ts'
import { withPricing } from '#clients/pricing/queries.ts'
import { stoppedScope, storeScope } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import { type Day, today } from '#kit/calendar.ts'
import { nameKey } from '#kit/fields.ts'
import {
  foundByCode,
  joinCells,
  MAX_NAMES,
  type RecordLookup,
  type RecordSheet,
  type RecordsWanted,
  type SheetRecord,
} from '#kit/recordSheet.ts'
import type { Context } from '#kit/serve.ts'
import { findShiftRows } from '#people/shifts/queries.ts'
import { shiftWords } from '#people/shifts/rules.ts'
import { personNames } from '#people/staff/queries.ts'
import { Platform } from './contract.ts'
import { storeColumns } from './sheetColumns.ts'
import { priceCells } from './terms/rules.ts'

/**
 * The store of the row's company within reach, by code if given, otherwise by platform and name: the live one, or the
 * one that stopped on the given day.
 */
async function findEditableStore(
  { db, actor, clock }: Context,
  by: {
    code: string
    platform: Platform | undefined
    name: string
    stoppedOn: string | null
    companyCode: string
  },
) {
  const query = db
    .selectFrom('store')
    .select('id')
    .where('companyCode', '=', by.companyCode)
    .where(storeScope(actor, 'canUpdateStore', today(clock)))
  if (by.code) return query.where('code', '=', by.code).executeTakeFirst()
  if (!by.platform) return undefined
  const called = query.where('platform', '=', by.platform).where('nameKey', '=', nameKey(by.name))
  return by.stoppedOn === null
    ? called.where('status', '!=', 'stopped').executeTakeFirst()
    : called.where('status', '=', 'stopped').where('stoppedOn', '=', by.stoppedOn).executeTakeFirst()
}

/** The permission to import what belongs to a store, by kind of record. */
const permissionFor = (entity: ImportKind): Permission => {
  if (entity === 'nick') return 'canReportWorklog'
  return entity === 'terms' ? 'canUpdateStore' : 'canAssignStore'
}

/** SQL condition: the stores of the user's company for which the user may import records of this kind. */
function storesFor({ actor, clock }: Context, entity: ImportKind): Expression<SqlBool> {
  return sql<SqlBool>`(${storeScope(actor, permissionFor(entity), today(clock))} and ${stoppedScope(actor)}
    and store.company_code = ${actor.companyCode})`
}

/** The names of the live ones of those stores; the code instead if two stores share a name. */
async function findStoreNames(context: Context, entity: ImportKind): Promise<string[]> {
  const rows = await context.db
    .selectFrom('store')
    .select(['code', 'name'])
    .select(sql<boolean>`count(*) over (partition by name_key) > 1`.as('isShared'))
    .where(storesFor(context, entity))
    .where('status', '!=', 'stopped')
    .orderBy('namePinyin')
    .orderBy('id')
    .limit(MAX_NAMES)
    .execute()
  return rows.map(({ code, name, isShared }) => (isShared ? code : name))
}

/**
 * The stores that a cell names, limited to the platform if given: the one with this code, otherwise those with this
 * name, and of these the live ones if there are any.
 */
async function findStoresByCodeOrName(
  context: Context,
  entity: ImportKind,
  { called, platform }: { called: string; platform: Platform | undefined },
): Promise<{ id: number }[]> {
  let query = context.db
    .selectFrom('store')
    .select(['id', 'code', 'status'])
    .where(storesFor(context, entity))
    .where((eb) => eb.or([eb('code', '=', called), eb('nameKey', '=', nameKey(called))]))
  if (platform) query = query.where('platform', '=', platform)
  const stores = await query.execute()
  const coded = stores.filter(({ code }) => code === called)
  if (coded.length > 0) return coded
  const live = stores.filter(({ status }) => status !== 'stopped')
  return live.length > 0 ? live : stores
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
    const of = { called: text, platform: Platform.safeParse(platform?.value).data }
    const [only, ...others] = await findStoresByCodeOrName(context, entity, of)
    if (only && others.length === 0) return { value: only.id }
    if (only)
      return {
        problem: { sentence: '叫“{text}”的店铺有几家，请改填店铺编号，或补上平台。', values: { text } },
      }
    return {
      problem: {
        sentence: '没有找到店铺“{text}”：请填已登记的、您可以管理的店铺的编号或全称。',
        values: { text },
      },
    }
  },
}

/** The terms of each store on a day, as columns of a row; null if there are none. */
const termsOn = (db: Database, on: Day) =>
  db
    .selectFrom('storeTerms')
    .select(['storeTerms.fromOn as termsFromOn', 'storeTerms.pricing', 'storeTerms.storeSalaryCents'])
    .where('storeTerms.storeId', '=', sql.ref<number>('store.id'))
    .where('storeTerms.replacedAt', 'is', null)
    .where('storeTerms.fromOn', '<=', on)
    .orderBy('storeTerms.fromOn', 'desc')
    .limit(1)

/** Stores within reach in the format of the sheet, with today's terms; an export contains those of the own company. */
async function findRecords({ db, actor, clock }: Context, wanted: RecordsWanted): Promise<SheetRecord[]> {
  const on = today(clock)
  const query = db
    .selectFrom('store')
    .innerJoin('customer', 'customer.id', 'store.customerId')
    .leftJoin('staff as leader', 'leader.id', 'store.leaderId')
    .leftJoinLateral(termsOn(db, on).as('terms'), (join) => join.onTrue())
    .selectAll('store')
    .select(['customer.name as customerName', 'customer.code as customerCode'])
    .select(personNames('leader').as('leaderNames'))
    .select(['terms.termsFromOn', 'terms.pricing', 'terms.storeSalaryCents'])
    .where(storeScope(actor, 'canUpdateStore', on))
  const rows = await ('ids' in wanted
    ? query.where('store.id', 'in', [...wanted.ids])
    : query
        .where('store.companyCode', '=', actor.companyCode)
        .orderBy('store.id')
        .offset(wanted.offset)
        .limit(wanted.limit)
  ).execute()
  return rows.map(({ customerName, customerCode, leaderNames, pricing, ...values }) => ({
    id: values.id,
    values: { ...values, ...firstPrice(pricing) },
    names: { customerId: [customerName, customerCode], leaderId: leaderNames },
  }))
}

/** The price as cells of this sheet, which has no column for tiers. */
function firstPrice(stored: unknown) {
  if (stored === null) return {}
  const { pricing } = withPricing({ pricing: stored })
  const { tiers: _, ...cells } = priceCells(pricing)
  return pricing.model === 'tier' ? { ...cells, pricingModel: null } : cells
}

/**
 * The import sheet of stores; a row is matched by code, otherwise by platform and name, for a stopped store also by its
 * last day.
 */
export const storeSheet: RecordSheet = {
  columns: storeColumns,
  words: async ({ db, actor, clock }) => ({
    shifts: shiftWords(await findShiftRows(db, actor.companyCode), today(clock)),
  }),
  keys: ['code', 'platform', 'name', 'status', 'stoppedOn'],
  identifiedBy: [['code'], ['platform', 'name']],
  find: async (context, { cell, values, companyCode }) => {
    const [code, name] = [cell('code'), cell('name')]
    const platform = Platform.safeParse(values.platform).data
    const by = { code, platform, name, stoppedOn: stoppedIn(values), companyCode }
    return foundByCode(await findEditableStore(context, by), code)
  },
  records: findRecords,
  keyOf: (cell) =>
    cell('code') ? `code ${cell('code')}` : joinCells(cell('platform'), cell('name'), cell('stoppedOn')),
}
