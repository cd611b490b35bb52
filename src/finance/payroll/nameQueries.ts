import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { notFound } from '#kit/errors.ts'
import { keywordIn } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'

/** Condition for staff whose pay the actor may see. */
export function payScope(actor: Actor): Expression<SqlBool> {
  return scope(actor, 'canManageMonthlyFinancial', { company: 'staff.companyCode' })
}

/** Companies whose payroll the actor may see, limited to `named` if given. */
export async function findCompanies(
  db: Database,
  actor: Actor,
  companyCodes: readonly string[] | undefined,
): Promise<string[]> {
  let query = db
    .selectFrom('company')
    .select('code')
    .where(scope(actor, 'canManageMonthlyFinancial', { company: 'company.code' }))
  if (companyCodes) query = query.where('code', 'in', [...companyCodes])
  return (await query.orderBy('code').execute()).map(({ code }) => code)
}

function selectNames(db: Database) {
  return db
    .selectFrom('staff')
    .leftJoin('staff as head', 'head.id', 'staff.parentId')
    .select(['staff.id', 'staff.name', 'staff.namePinyin', 'staff.companyCode', 'head.name as headName'])
}

export type StaffIdentity = Awaited<ReturnType<typeof getStaffIdentity>>

/** Staff of the companies that match the keyword, by id. */
export async function findStaffIdentities(
  db: Database,
  companies: readonly string[],
  keyword: string | undefined,
): Promise<Map<number, StaffIdentity>> {
  const rows = await selectNames(db)
    .where(sql<boolean>`staff.company_code = any(${[...companies]}::text[])`)
    .where(keywordIn(keyword, ['staff.name', 'staff.namePinyin', 'staff.employeeNo']))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Reads a person whose pay the actor may see; throws NOT_FOUND. */
export async function getStaffIdentity(db: Database, actor: Actor, id: number) {
  const row = await selectNames(db).where('staff.id', '=', id).where(payScope(actor)).executeTakeFirst()
  if (!row) throw notFound('员工')
  return row
}

/** Names of stores and their customers, by store id. */
export async function findStoreNames(db: Database, ids: readonly number[]) {
  const rows = await db
    .selectFrom('store')
    .innerJoin('customer', 'customer.id', 'store.customerId')
    .select(['store.id', 'store.name as storeName', 'store.platform', 'customer.name as customerName'])
    .where(sql<boolean>`store.id = any(${[...ids]})`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
