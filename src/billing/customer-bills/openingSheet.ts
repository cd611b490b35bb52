import { type SqlBool, sql } from 'kysely'
import { nameKey } from '#kit/fields.ts'
import { joinCells, type RecordSheet } from '#kit/recordSheet.ts'
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

/** Sheet of opening balances; customer, store, kind, day and earlier number form the key. */
export const openingSheet: RecordSheet = {
  columns: openingColumns,
  find: async (context, { values }) => ({ id: await findOpeningId(context, values) }),
  keyOf: (cell) => joinCells(cell, ['customerId', 'storeName', 'kind', 'onDay', 'earlierNo']),
}
