import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'

/** The admins of a company who are there: whom a head's log is handed to. */
export async function findAdmins(db: Database, companyCode: string): Promise<number[]> {
  const rows = await db
    .selectFrom('staff')
    .select('id')
    .where('companyCode', '=', companyCode)
    .where('role', '=', ROLES.admin)
    .where('status', '=', 'active')
    .execute()
  return rows.map(({ id }) => id)
}

/** The names of people, in their order. */
export async function findNames(db: Database, ids: readonly number[]): Promise<string[]> {
  const rows = await db.selectFrom('staff').select('name').where('id', 'in', ids).orderBy('name').execute()
  return rows.map(({ name }) => name)
}
