import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'

/** Returns the ids of a company's active admins, who review the logs of heads. */
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

/** Returns the names of people, sorted by name. */
export async function findNames(db: Database, ids: readonly number[]): Promise<string[]> {
  const rows = await db.selectFrom('staff').select('name').where('id', 'in', ids).orderBy('name').execute()
  return rows.map(({ name }) => name)
}
