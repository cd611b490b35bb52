import { type SqlBool, sql } from 'kysely'
import { storeScope } from '#clients/scopes.ts'
import { today } from '#kit/calendar.ts'
import { joinCells, type RecordSheet, type RecordsWanted, type SheetRecord } from '#kit/recordSheet.ts'
import type { Context } from '#kit/serve.ts'
import { findActiveTerms } from './queries.ts'
import { interpretPrice, priceCells } from './rules.ts'
import { termsColumns } from './sheetColumns.ts'

/** The id of the store's terms with exactly that first day; undefined if there are none. */
async function findTermsId(
  { db }: Context,
  { storeId, fromOn }: Record<string, unknown>,
): Promise<number | undefined> {
  if (!(storeId && fromOn)) return undefined
  const row = await db
    .selectFrom('storeTerms')
    .select('id')
    .where(sql<SqlBool>`store_id = ${storeId}::int and from_on = ${fromOn}::date`)
    .where('replacedAt', 'is', null)
    .executeTakeFirst()
  return row?.id
}

/**
 * Terms within reach in the format of the sheet, past and planned ones included; an export contains those of the own
 * company by store and first day.
 */
async function findRecords({ db, actor, clock }: Context, wanted: RecordsWanted): Promise<SheetRecord[]> {
  const reach = storeScope(actor, 'canUpdateStore', today(clock))
  const rows = await findActiveTerms(
    db,
    reach,
    'ids' in wanted ? wanted : { ...wanted, of: actor.companyCode },
  )
  return rows.map(({ storeNames, pricing, ...values }) => ({
    id: values.id,
    values: { ...values, ...priceCells(pricing) },
    names: { storeId: storeNames },
  }))
}

/** The import sheet of terms; a row is matched by store and first day. */
export const termsSheet: RecordSheet = {
  columns: termsColumns,
  keys: ['storeId', 'platform', 'fromOn'],
  identifiedBy: [['storeId', 'fromOn']],
  find: async (context, { values }) => ({ id: await findTermsId(context, values) }),
  records: findRecords,
  interpret: interpretPrice,
  keyOf: (cell) => joinCells(cell('storeId'), cell('platform'), cell('fromOn')),
}
