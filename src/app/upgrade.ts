import { writeBackup } from '#db/backup/write.ts'
import { readBarrier } from '#db/barrierState.ts'
import type { Database } from '#db/connect.ts'
import { databaseVersion } from '#db/databaseVersion.ts'
import { migrate, pendingMigrations } from '#db/migrate.ts'
import { isOlder, PROGRAM_VERSION } from '#db/version.ts'
import { type BackupSettings, backupEncryption } from './backupKeys.ts'
import { asOwner, type DatabaseSettings, enterRoles } from './barrier.ts'
import { type Listeners, nextBackupPath, type OpenDatabase, openDatabase } from './database.ts'
import { type Settings, StartError } from './settings.ts'

/** Throws `StartError` if the database refuses writes by a program as old as this one. */
export async function assertMayWrite(db: Database): Promise<void> {
  const { newest, minimum } = await databaseVersion(db)
  if (!isOlder(PROGRAM_VERSION, minimum)) return
  throw new StartError(
    `这个程序是 ${PROGRAM_VERSION}，数据库已由 ${newest} 升级，只接受 ${minimum} 或更新的程序写入。请升级程序后再启动，数据没有改动。`,
  )
}

/**
 * Opens a database for a command that does not change its schema. Throws `StartError` if the schema is not up to date.
 */
export async function openUpToDate(settings: Settings, listeners: Listeners): Promise<OpenDatabase> {
  const database = await openDatabase(settings, listeners)
  try {
    await assertMayWrite(database.db)
    const pending = await pendingMigrations(database.db)
    if (pending.length === 0) {
      if (settings.databaseUrl) await enterRoles(database.db, settings)
      return database
    }
    throw new StartError(`数据库还没有升级到 ${PROGRAM_VERSION}。请先运行 npm run migrate，或启动程序。`)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Number of applied migrations, and number of the last migration: `066`. */
export interface Upgraded {
  applied: number
  schema: string | null
}

/** How an upgrade reports its steps, and what runs before it. */
export interface UpgradeParts {
  say: (line: string) => void
  now: Date
  /** Runs before a database with data is changed, for example to show a page. */
  onPending?: () => Promise<void>
}

/**
 * Upgrades a database. One with data is backed up first if it is embedded; for a server, a message advises a backup. An
 * empty database gets its schema without either.
 */
export async function upgrade(
  db: Database,
  settings: BackupSettings,
  { say, now, onPending }: UpgradeParts,
): Promise<Upgraded> {
  await assertMayWrite(db)
  const [pending, { schema }] = [await pendingMigrations(db), await databaseVersion(db)]
  if (pending.length > 0 && schema !== null) {
    await onPending?.()
    say(`正在把数据库升级到程序 ${PROGRAM_VERSION}：${pending.length} 个迁移。`)
    if (settings.databaseUrl) say('升级前的备份请用 PostgreSQL 自己的工具做，例如 pg_dump。')
    else await backUpBefore(db, settings, say, now)
  }
  const applied = await migrate(db, {
    onApplied: (name, tookMs) => {
      if (schema !== null) say(`已完成 ${name}，用时 ${(tookMs / 1000).toFixed(1)} 秒`)
    },
  })
  return { applied, schema: (await databaseVersion(db)).schema }
}

/**
 * Upgrades a database with the login that owns its tables (MIGRATE_DATABASE_URL), if that is not the one of requests.
 * Throws `StartError` if migrations are pending that only the owner can apply, and no owner is configured.
 */
export async function upgradeAsOwner(
  db: Database,
  settings: DatabaseSettings & BackupSettings,
  parts: UpgradeParts,
): Promise<Upgraded> {
  const isSplit = settings.databaseUrl && !settings.migrateDatabaseUrl
  const state = isSplit ? await readBarrier(db, settings.roles) : null
  if (!state?.isUp || state.isOwner || state.isSuperuser) {
    return asOwner(db, settings, (owner) => upgrade(owner, settings, parts))
  }
  await assertMayWrite(db)
  if ((await pendingMigrations(db)).length > 0) {
    throw new StartError(
      '数据库要先升级，而设置 DATABASE_URL 的账号不是数据表的属主。请设置 MIGRATE_DATABASE_URL 后再启动，或用它运行 npm run migrate。',
    )
  }
  return { applied: 0, schema: (await databaseVersion(db)).schema }
}

async function backUpBefore(
  db: Database,
  settings: BackupSettings,
  say: UpgradeParts['say'],
  now: Date,
): Promise<void> {
  const path = nextBackupPath(settings.dataDir, now)
  const rows = await writeBackup(db, { path, madeAt: now, encryption: backupEncryption(settings) })
  say(`已先备份 ${rows} 行到 ${path}。`)
}
