import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import { reachOf } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import { billScope } from '#billing/customer-bills/queries.ts'
import { customerScope, storeScope } from '#clients/scopes.ts'
import { today } from '#kit/calendar.ts'
import { nameKey } from '#kit/fields.ts'
import type { Context } from '#kit/serve.ts'
import { staffScope } from '#people/staff/queries.ts'

/** The people of the own company that a sheet may mean by a name or a user name; who has left is nobody's head. */
export async function findPeople({ db, actor }: Context, called: string): Promise<{ id: number }[]> {
  return db
    .selectFrom('staff')
    .select('id')
    .where('companyCode', '=', actor.companyCode)
    .where('status', '=', 'active')
    .where(sql<SqlBool>`(lower(username) = ${called.toLowerCase()} or name = ${called})`)
    .execute()
}

/** So many names a list holds. */
const MOST_NAMES = 5_000

/** By what a sheet may name the own company's sellers, heads, or the agents within reach: the name, or the user name where two have one name. */
export async function findNames(
  { db, actor }: Context,
  who: 'owners' | 'heads' | 'agents',
): Promise<string[]> {
  const active = db
    .selectFrom('staff')
    .select(['id', 'username', 'name', 'role', 'parentId', 'namePinyin'])
    .select(sql<boolean>`count(*) over (partition by name) > 1`.as('isShared'))
    .where('companyCode', '=', actor.companyCode)
    .where('status', '=', 'active')
  const people = await db
    .selectFrom(active.as('person'))
    .select(['username', 'name', 'isShared'])
    .where((eb) => {
      if (who === 'owners') return eb('role', 'in', [ROLES.sales, ROLES.admin])
      const agents = eb('role', '=', ROLES.agent)
      if (who === 'heads') return eb.and([agents, eb('parentId', 'is', null)])
      const isTeam = reachOf(actor, 'canAssignStore') === 'team'
      return isTeam
        ? eb.and([agents, eb.or([eb('id', '=', actor.id), eb('parentId', '=', actor.id)])])
        : agents
    })
    .orderBy('namePinyin')
    .orderBy('username')
    .limit(MOST_NAMES)
    .execute()
  return people.map(({ username, name, isShared }) => (isShared ? username : name))
}

/** The names of the customers for whom this person may bring stores. */
export async function findCustomerNames({ db, actor, clock }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom('customer')
    .select('name')
    .where('companyCode', '=', actor.companyCode)
    .where('status', '!=', 'churned')
    .where('mergedIntoId', 'is', null)
    .where(customerScope(actor, 'canUpdateStore', today(clock)))
    .orderBy('namePinyin')
    .orderBy('id')
    .limit(MOST_NAMES)
    .execute()
  return rows.map(({ name }) => name)
}

/** The customer within reach that a sheet of stores means by its number or its name. */
export async function findCustomerCalled({ db, actor, clock }: Context, called: string) {
  return db
    .selectFrom('customer')
    .select('id')
    .where('companyCode', '=', actor.companyCode)
    .where(customerScope(actor, 'canUpdateStore', today(clock)))
    .where(({ eb, or }) => or([eb('code', '=', called), eb('nameKey', '=', nameKey(called))]))
    .executeTakeFirst()
}

/** The member of staff of that user name, within reach. */
export async function findStaffCalled({ db, actor }: Context, username: string) {
  return db
    .selectFrom('staff')
    .select('id')
    .where(sql<SqlBool>`lower(username) = ${username.toLowerCase()}`)
    .where(staffScope(actor, 'canManageUser'))
    .executeTakeFirst()
}

/** The customer of the own company and within reach by its number, else by its name. */
export async function findOwnCustomer({ db, actor, clock }: Context, by: { code: string; name: string }) {
  const query = db
    .selectFrom('customer')
    .select('id')
    .where('companyCode', '=', actor.companyCode)
    .where(customerScope(actor, 'canUpdateCustomer', today(clock)))
  return by.code
    ? query.where('code', '=', by.code).executeTakeFirst()
    : query.where('nameKey', '=', nameKey(by.name)).executeTakeFirst()
}

/**
 * The store of the own company and within reach by its number, else by platform and name: the live one, or the one that
 * stopped on the day.
 */
export async function findOwnStore(
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

/** The opening balance that a row means: by customer, store, kind, day and the number that it had before. */
export async function findOpeningId(
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
