import { type SqlBool, sql } from 'kysely'
import { nameKey } from '#kit/fields.ts'
import {
  foundByCode,
  joinCells,
  type RecordSheet,
  type RecordsWanted,
  type SheetRecord,
} from '#kit/recordSheet.ts'
import type { Context } from '#kit/serve.ts'
import { openingColumns } from './openingSheetColumns.ts'
import { billScope } from './queries.ts'

/** Finds the opening balance of a row by customer, store, kind, day and earlier number. */
async function findOpeningId(
  { db, actor }: Context,
  { customerId, storeName, kind, onDay, earlierNo }: Record<string, unknown>,
): Promise<number | undefined> {
  if (!(customerId && kind && onDay)) return undefined
  const store = storeName ? nameKey(String(storeName)) : null
  const row = await db
    .selectFrom('customerBill')
    .leftJoin('store', 'store.id', 'customerBill.storeId')
    .select('customerBill.id')
    .where('customerBill.origin', '=', 'opening')
    .where('customerBill.status', '!=', 'void')
    .where(sql<SqlBool>`customer_bill.customer_id = ${customerId}::int`)
    .where(sql<SqlBool>`customer_bill.kind = ${kind} and customer_bill.issued_on = ${onDay}::date`)
    .where(sql<SqlBool>`customer_bill.earlier_no is not distinct from ${earlierNo ?? null}`)
    .where(sql<SqlBool>`store.name_key is not distinct from ${store}`)
    .where(billScope(actor))
    .executeTakeFirst()
  return row?.id
}

/** Finds the opening balance with a number, void ones included. */
async function findOpeningByCode({ db, actor }: Context, code: string, companyCode: string) {
  return db
    .selectFrom('customerBill')
    .select('id')
    .where('origin', '=', 'opening')
    .where('code', '=', code)
    .where('companyCode', '=', companyCode)
    .where(billScope(actor))
    .executeTakeFirst()
}

/**
 * Opening balances within reach in the format of the sheet; an export contains those of the own company that are not
 * void.
 */
async function findRecords({ db, actor }: Context, wanted: RecordsWanted): Promise<SheetRecord[]> {
  const query = db
    .selectFrom('customerBill')
    .innerJoin('customer', 'customer.id', 'customerBill.customerId')
    .leftJoin('store', 'store.id', 'customerBill.storeId')
    .selectAll('customerBill')
    .select(['customer.name as customerName', 'customer.code as customerCode', 'store.name as storeName'])
    .where('customerBill.origin', '=', 'opening')
    .where(billScope(actor))
  const rows = await ('ids' in wanted
    ? query.where('customerBill.id', 'in', [...wanted.ids])
    : query
        .where('customerBill.companyCode', '=', actor.companyCode)
        .where('customerBill.status', '!=', 'void')
        .orderBy('customerBill.issuedOn')
        .orderBy('customerBill.id')
        .offset(wanted.offset)
        .limit(wanted.limit)
  ).execute()
  return rows.map(({ customerName, customerCode, issuedOn: onDay, totalCents: amountCents, ...values }) => ({
    id: values.id,
    values: { ...values, onDay, amountCents },
    names: { customerId: [customerName, customerCode] },
  }))
}

/** Sheet of opening balances; the number, or customer, store, kind, day and earlier number form the key. */
export const openingSheet: RecordSheet = {
  columns: openingColumns,
  keys: ['code', 'customerId', 'storeName', 'kind', 'onDay', 'earlierNo'],
  identifiedBy: [['code'], ['customerId', 'kind', 'onDay']],
  find: async (context, { cell, values, companyCode }) => {
    const code = cell('code')
    if (code) return foundByCode(await findOpeningByCode(context, code, companyCode), code)
    return { id: await findOpeningId(context, values) }
  },
  records: findRecords,
  keyOf: (cell, exact) => {
    if (cell('code')) return `code ${cell('code')}`
    return joinCells(cell('customerId'), cell('storeName'), cell('kind'), cell('onDay'), exact('earlierNo'))
  },
}
