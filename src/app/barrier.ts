import type { RoleNames } from '#db/access.ts'
import { raiseBarrier } from '#db/barrier.ts'
import { type BarrierState, readBarrier } from '#db/barrierState.ts'
import { connect, type Database } from '#db/connect.ts'
import { protectTables } from '#db/policies.ts'
import { setUpRoles } from '#db/roles.ts'
import { assertServer } from './database.ts'
import { type Settings, StartError } from './settings.ts'

/** Printed at the start while a server's database has no roles. */
export const BARRIER_OFF =
  '数据库的第二道屏障没有打开：公司之间只靠程序自己的条件隔开。要打开它，请运行 npm run db:roles（见 README）。'

const LOGGED_OFF = 'the second access barrier is off: npm run db:roles turns it on'

/** Why a login cannot serve requests of a database whose barrier is up; null if it can. */
export function loginRefusal(state: BarrierState, { app, across, owner }: RoleNames): string | null {
  const { user } = state
  const asApp = `请把 DATABASE_URL 的账号改成 ${app}`
  const whole = '，等于没有第二道屏障'
  if (state.isSuperuser) return `设置 DATABASE_URL 的账号 ${user} 是数据库的超级用户${whole}。${asApp}。`
  if (state.bypassesPolicies) {
    return `设置 DATABASE_URL 的账号 ${user} 可以绕过行级安全（BYPASSRLS）${whole}。${asApp}。`
  }
  if (state.isOwner) {
    return `设置 DATABASE_URL 的账号 ${user} 是数据表的属主${whole}。${asApp}；属主 ${owner} 只写在 MIGRATE_DATABASE_URL 里。`
  }
  if (!state.canEnterAcross) {
    return `设置 DATABASE_URL 的账号 ${user} 不能切换到角色 ${across}。${asApp}，或重新运行 npm run db:roles。`
  }
  return null
}

/** The settings that say which logins a server's database has. */
export type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'migrateDatabaseUrl' | 'roles'>

/**
 * Puts the barrier up for a pool of an upgraded database. On the embedded engine its roles are created here. Returns a
 * line for the log if a server's database has none. Throws `StartError` if the roles are configured and the
 * login could get past them.
 */
export async function putBarrierUp(db: Database, settings: DatabaseSettings): Promise<string | null> {
  const { roles } = settings
  if (!settings.databaseUrl) {
    await setUpRoles(db, roles)
    raiseBarrier(db, { names: roles, entersApp: true })
    return null
  }
  const state = await readBarrier(db, roles)
  // With an owner of its own configured, `asOwner` has put it up.
  if (!state.isUp) return LOGGED_OFF
  const refusal = loginRefusal(state, roles)
  if (refusal) throw new StartError(refusal)
  raiseBarrier(db, { names: roles, entersApp: false })
  return null
}

/** Lets a command's statements enter the roles of a server's database, if it has them, whatever the login may do. */
export async function enterRoles(db: Database, { roles }: Pick<Settings, 'roles'>): Promise<void> {
  if ((await readBarrier(db, roles)).isUp) raiseBarrier(db, { names: roles, entersApp: false })
}

/**
 * Runs work that needs the owner of the tables, such as a migration; with the login of requests if no other is
 * configured. Afterwards the barrier protects the tables that the work created. Throws `StartError` if the owner cannot
 * be reached or does not own the tables.
 */
export async function asOwner<T>(
  db: Database,
  settings: DatabaseSettings,
  work: (owner: Database) => Promise<T>,
): Promise<T> {
  const { databaseUrl, migrateDatabaseUrl, roles } = settings
  if (!databaseUrl || !migrateDatabaseUrl) return work(db)
  const owner = connect({ url: migrateDatabaseUrl }, () => {}, { max: 2 })
  try {
    await assertServer(owner, 'MIGRATE_DATABASE_URL')
    const { user, isOwner, hasTables, hasRoles } = await readBarrier(owner, roles)
    if (!hasRoles || (hasTables && !isOwner)) {
      throw new StartError(
        `设置 MIGRATE_DATABASE_URL 的账号 ${user} 不是数据表的属主，或数据库里还没有角色。请先运行 npm run db:roles。`,
      )
    }
    const result = await work(owner)
    await protectTables(owner, roles)
    return result
  } finally {
    await owner.destroy()
  }
}

/**
 * The address for commands that need every row, such as a backup: the owner's if it is configured. Throws `StartError`
 * if the login would see only a part of the rows.
 */
export async function assertSeesAll(db: Database, { roles }: Pick<Settings, 'roles'>): Promise<void> {
  const { isUp, isSuperuser, bypassesPolicies, isOwner, user } = await readBarrier(db, roles)
  if (!isUp || isSuperuser || bypassesPolicies || isOwner) return
  throw new StartError(
    `账号 ${user} 只能看到一家公司的数据，这个命令要看到全部。请用设置 MIGRATE_DATABASE_URL 写明属主 ${roles.owner}。`,
  )
}
