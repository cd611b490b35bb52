import { customerScope } from '#clients/scopes.ts'
import { today } from '#kit/calendar.ts'
import { nameKey } from '#kit/fields.ts'
import type { RecordLookup, RecordSheet } from '#kit/recordSheet.ts'
import { foundByCode, MAX_NAMES } from '#kit/recordSheet.ts'
import type { Context } from '#kit/serve.ts'
import { fill } from '#kit/text.ts'
import { customerColumns } from './sheetColumns.ts'

/** The names of the customers for whom this person may bring stores. */
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

/** The customer within reach that a sheet of stores means by its number or its name. */
async function findCustomerCalled({ db, actor, clock }: Context, called: string) {
  return db
    .selectFrom('customer')
    .select('id')
    .where('companyCode', '=', actor.companyCode)
    .where(customerScope(actor, 'canUpdateStore', today(clock)))
    .where(({ eb, or }) => or([eb('code', '=', called), eb('nameKey', '=', nameKey(called))]))
    .executeTakeFirst()
}

/** The customer of the own company and within reach by its number, else by its name. */
async function findOwnCustomer({ db, actor, clock }: Context, by: { code: string; name: string }) {
  const query = db
    .selectFrom('customer')
    .select('id')
    .where('companyCode', '=', actor.companyCode)
    .where(customerScope(actor, 'canUpdateCustomer', today(clock)))
  return by.code
    ? query.where('code', '=', by.code).executeTakeFirst()
    : query.where('nameKey', '=', nameKey(by.name)).executeTakeFirst()
}

/** How cells name customers for which the user may bring stores. */
export const customerLookup: RecordLookup = {
  names: findCustomerNames,
  find: async (context, { text }) => {
    const found = await findCustomerCalled(context, text)
    if (found) return { value: found.id }
    return { problem: fill('没有找到客户“{text}”，请填已登记的客户编号或全称。', { text }) }
  },
}

/** A sheet of customers: code, else name, identifies a customer. */
export const customerSheet: RecordSheet = {
  columns: customerColumns,
  find: async (context, { cell }) => {
    const [code, name] = [cell('code'), cell('name')]
    return foundByCode(await findOwnCustomer(context, { code, name }), code)
  },
  keyOf: (cell) => (cell('code') ? `code ${cell('code')}` : cell('name')),
}
