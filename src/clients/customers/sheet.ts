import { customerScope } from '#clients/scopes.ts'
import { today } from '#kit/calendar.ts'
import { nameKey } from '#kit/fields.ts'
import { foundByCode, MAX_NAMES, type RecordLookup, type RecordSheet } from '#kit/recordSheet.ts'
import type { Context } from '#kit/serve.ts'
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
async function findCustomerByCodeOrName({ db, actor, clock }: Context, called: string) {
  return db
    .selectFrom('customer')
    .select('id')
    .where('companyCode', '=', actor.companyCode)
    .where(customerScope(actor, 'canUpdateStore', today(clock)))
    .where(({ eb, or }) => or([eb('code', '=', called), eb('nameKey', '=', nameKey(called))]))
    .executeTakeFirst()
}

/** The customer of the user's company and reach, by code if given, otherwise by name. */
async function findEditableCustomer({ db, actor, clock }: Context, by: { code: string; name: string }) {
  const query = db
    .selectFrom('customer')
    .select('id')
    .where('companyCode', '=', actor.companyCode)
    .where(customerScope(actor, 'canUpdateCustomer', today(clock)))
  return by.code
    ? query.where('code', '=', by.code).executeTakeFirst()
    : query.where('nameKey', '=', nameKey(by.name)).executeTakeFirst()
}

/** Finds the customers that cells of a store sheet name. */
export const customerLookup: RecordLookup = {
  names: findCustomerNames,
  find: async (context, { text }) => {
    const found = await findCustomerByCodeOrName(context, text)
    if (found) return { value: found.id }
    return {
      problem: { sentence: '没有找到客户“{text}”，请填已登记的客户编号或全称。', values: { text } },
    }
  },
}

/** The import sheet of customers; a row is matched by code, otherwise by name. */
export const customerSheet: RecordSheet = {
  columns: customerColumns,
  find: async (context, { cell }) => {
    const [code, name] = [cell('code'), cell('name')]
    return foundByCode(await findEditableCustomer(context, { code, name }), code)
  },
  keyOf: (cell) => (cell('code') ? `code ${cell('code')}` : cell('name')),
}
