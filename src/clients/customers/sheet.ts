import { customerScope } from '#clients/scopes.ts'
import { today } from '#kit/calendar.ts'
import { nameKey } from '#kit/fields.ts'
import {
  foundByCode,
  MAX_NAMES,
  type RecordLookup,
  type RecordSheet,
  type RecordsWanted,
  type SheetRecord,
} from '#kit/recordSheet.ts'
import type { Context } from '#kit/serve.ts'
import { personNames } from '#people/staff/queries.ts'
import { customerColumns } from './sheetColumns.ts'

/** The names of the customers for which the user may import stores. */
async function findCustomerNames({ db, actor, clock }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom('customer')
    .select('name')
    .where('companyCode', '=', actor.companyCode)
    .where('status', '!=', 'churned')
    .where('mergedIntoId', 'is', null)
    .where(customerScope(actor, 'canUpdateStore', today(clock)))
    .orderBy('namePinyin')
    .orderBy('id')
    .limit(MAX_NAMES)
    .execute()
  return rows.map(({ name }) => name)
}

/** The customer within reach that a cell names by code or name. */
async function findCustomerByCodeOrName(
  { db, actor, clock }: Context,
  { called, companyCode }: { called: string; companyCode: string },
) {
  return db
    .selectFrom('customer')
    .select('id')
    .where('companyCode', '=', companyCode)
    .where(customerScope(actor, 'canUpdateStore', today(clock)))
    .where(({ eb, or }) => or([eb('code', '=', called), eb('nameKey', '=', nameKey(called))]))
    .executeTakeFirst()
}

/** The customer of the row's company within reach, by code if given, otherwise by name. */
async function findEditableCustomer(
  { db, actor, clock }: Context,
  by: { code: string; name: string; companyCode: string },
) {
  const query = db
    .selectFrom('customer')
    .select('id')
    .where('companyCode', '=', by.companyCode)
    .where(customerScope(actor, 'canUpdateCustomer', today(clock)))
  return by.code
    ? query.where('code', '=', by.code).executeTakeFirst()
    : query.where('nameKey', '=', nameKey(by.name)).executeTakeFirst()
}

/** Finds the customers that cells of a store sheet name. */
export const customerLookup: RecordLookup = {
  names: findCustomerNames,
  find: async (context, { text, companyCode }) => {
    const found = await findCustomerByCodeOrName(context, { called: text, companyCode })
    if (found) return { value: found.id }
    return {
      problem: { sentence: '没有找到客户“{text}”，请填已登记的客户编号或全称。', values: { text } },
    }
  },
}

/** Customers within reach in the format of the sheet; an export contains those of the own company. */
async function findRecords({ db, actor, clock }: Context, wanted: RecordsWanted): Promise<SheetRecord[]> {
  const query = db
    .selectFrom('customer')
    .innerJoin('staff as owner', 'owner.id', 'customer.ownerId')
    .selectAll('customer')
    .select(personNames('owner').as('ownerNames'))
    .where(customerScope(actor, 'canUpdateCustomer', today(clock)))
  const rows = await ('ids' in wanted
    ? query.where('customer.id', 'in', [...wanted.ids])
    : query
        .where('customer.companyCode', '=', actor.companyCode)
        .orderBy('customer.id')
        .offset(wanted.offset)
        .limit(wanted.limit)
  ).execute()
  return rows.map(({ ownerNames, ...values }) => ({ id: values.id, values, names: { ownerId: ownerNames } }))
}

/** The import sheet of customers; a row is matched by code, otherwise by name. */
export const customerSheet: RecordSheet = {
  columns: customerColumns,
  keys: ['code', 'name'],
  identifiedBy: [['code'], ['name']],
  find: async (context, { cell, companyCode }) => {
    const [code, name] = [cell('code'), cell('name')]
    return foundByCode(await findEditableCustomer(context, { code, name, companyCode }), code)
  },
  records: findRecords,
  keyOf: (cell) => (cell('code') ? `code ${cell('code')}` : cell('name')),
}
