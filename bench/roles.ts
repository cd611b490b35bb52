import { connect } from '#db/connect.ts'
import { rolesOf } from '#db/roleNames.ts'
import { setUpRoles } from '#db/roles.ts'

/** Whether the program runs behind the second barrier, as its own role (`-- --roles`). */
export const WITH_ROLES = process.argv.includes('--roles')

/**
 * The address under which the program opens a database: with `--roles` as its own role. A database that stays for the
 * next run keeps its policies, and then needs `--roles` again.
 */
export async function addressOfProgram(url: string): Promise<string> {
  return WITH_ROLES ? protectDatabase(url) : url
}

/** Creates the roles and policies of a database. Returns the address under which the program opens it as its own role. */
export async function protectDatabase(url: string): Promise<string> {
  const roles = rolesOf()
  const db = connect({ url }, () => {}, { max: 1 })
  await setUpRoles(db, roles)
  await db.destroy()
  const asApp = new URL(url)
  asApp.username = roles.app
  return asApp.href
}
