import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './connect.ts'
import { setStatementTimeout } from './statementTimeout.ts'
import { isOlder, PROGRAM_VERSION } from './version.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/**
 * Key of the advisory lock under which one node migrates while the others wait; any number that is the same on every
 * node.
 */
const LOCK = 5_017_001

/** A file of `migrations/`. */
export interface Migration {
  name: string
  text: string
  sha256: string
  /** `NNN-name.fill.sql`: one statement that changes a limited number of rows, repeated until it changes none. */
  isFill: boolean
}

/** Why the database cannot be migrated, as a sentence for the operator. */
export class MigrationError extends Error {}

export interface MigrateOptions {
  /** The folder of the migrations; a test passes its own. */
  folder?: URL
  /** Called after each applied migration with the time that it took in ms, waits for locks included. */
  onApplied?: (name: string, tookMs: number) => void
  /** Called after each migration, within its transaction. */
  inspect?: (tx: Database, name: string) => Promise<void>
  /** How long to retry a migration while other transactions hold its locks, in ms; default 10 minutes. */
  timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 10 * 60_000

/**
 * Migrates the database to the newest schema. Each pending migration is applied once, in order, in its own short
 * transaction, so that several nodes may start concurrently while others keep working. A migration that waits for a
 * lock longer than 1 s is rolled back, which lets the queries queued behind it run, and retried. After an interruption
 * the next call resumes. Returns the number of migrations that this call applied. Throws `MigrationError` if an
 * applied file has changed since, or if a migration did not get its locks within `timeoutMs`.
 */
export async function migrate(db: Database, options: MigrateOptions = {}): Promise<number> {
  const { folder = FOLDER, onApplied, inspect, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  let count = 0
  for (const migration of await pendingMigrations(db, folder)) {
    const started = performance.now()
    const applied = await retryWhileBlocked(migration.name, timeoutMs, () =>
      applyOneMigration(db, migration, inspect),
    )
    if (!applied) continue
    onApplied?.(migration.name, performance.now() - started)
    count += 1
  }
  if (folder === FOLDER) await retryWhileBlocked('program_version', timeoutMs, () => storeVersion(db))
  return count
}

/** Returns the migrations that have not been applied, in order; all of them for an empty database. */
export async function pendingMigrations(db: Database, folder = FOLDER): Promise<Migration[]> {
  const applied = await appliedMigrations(db)
  const files = await readMigrations(folder)
  for (const { name, sha256 } of files) assertUnchanged(name, sha256, applied.get(name))
  return files.filter(({ name }) => !applied.has(name))
}

/**
 * Applies migrations in one transaction, for a restore into an empty database. `only`: the names and hashes of the
 * files to apply, as listed in a backup; default all. Throws `MigrationError` if one of them is missing or its text
 * differs. Returns the number of migrations applied.
 */
export async function applyMigrations(tx: Database, only?: ReadonlyMap<string, string>): Promise<number> {
  await prepareTable(tx)
  const applied = await appliedMigrations(tx)
  const files = await readMigrations(FOLDER)
  for (const name of only?.keys() ?? []) {
    if (files.some((file) => file.name === name)) continue
    throw new MigrationError(`这个程序没有数据库迁移文件 ${name}：数据来自更新的版本，请先升级程序。`)
  }
  let count = 0
  for (const migration of files) {
    const { name, sha256 } = migration
    if (only && !only.has(name)) continue
    assertUnchanged(name, sha256, applied.get(name) ?? only?.get(name))
    if (applied.has(name)) continue
    while (await runMigration(tx, migration)) {
      // A fill continues until it changes nothing.
    }
    await recordMigration(tx, migration)
    count += 1
  }
  return count
}

async function appliedMigrations(db: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{
    found: string | null
  }>`select to_regclass('migration')::text as found`.execute(db)
  if (!rows[0]?.found) return new Map()
  const applied = await sql<{ name: string; sha256: string }>`select name, sha256 from migration`.execute(db)
  return new Map(applied.rows.map((row) => [row.name, row.sha256]))
}

function assertUnchanged(name: string, sha256: string, before: string | undefined): void {
  if (before && before !== sha256) {
    throw new MigrationError(`数据库迁移文件 ${name} 在应用之后被改动过，已停止。`)
  }
}

/** Takes the lock of all migrations and creates the table of applied ones. */
async function prepareTable(tx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
  await sql`create table if not exists migration (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`.execute(tx)
}

/** Applies one migration, a fill batch by batch; returns false if another node has applied it in the meantime. */
async function applyOneMigration(
  db: Database,
  migration: Migration,
  inspect: MigrateOptions['inspect'],
): Promise<boolean> {
  const step = () =>
    inShortTransaction(db, async (tx) => {
      await prepareTable(tx)
      if ((await appliedMigrations(tx)).has(migration.name)) return 'known'
      if (await runMigration(tx, migration)) return 'more'
      await recordMigration(tx, migration)
      await inspect?.(tx, migration.name)
      return 'done'
    })
  let state = await step()
  while (state === 'more') state = await step()
  return state === 'done'
}

/** Runs a migration's text once; returns true if it is a fill that must run again. */
async function runMigration(tx: Database, { text, isFill }: Migration): Promise<boolean> {
  const { numAffectedRows } = await sql.raw(text).execute(tx)
  return isFill && (numAffectedRows ?? 0n) > 0n
}

async function recordMigration(tx: Database, { name, sha256 }: Migration): Promise<void> {
  await sql`insert into migration (name, sha256) values (${name}, ${sha256})`.execute(tx)
}

/** Stores this program's version as the newest, unless a newer one is stored. */
async function storeVersion(db: Database): Promise<void> {
  const stored = await db.selectFrom('programVersion').select('newest').executeTakeFirstOrThrow()
  if (!isOlder(stored.newest, PROGRAM_VERSION)) return
  await db.updateTable('programVersion').set({ newest: PROGRAM_VERSION }).where('isOnly', '=', true).execute()
}

/**
 * A transaction that waits for a lock for at most 1 s, since requests queue behind it; its statements have no time
 * limit.
 */
async function inShortTransaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '1s'`.execute(tx)
    await setStatementTimeout(tx, 0)
    return work(tx)
  })
}

/** SQLSTATEs that are retried: lock timeout, deadlock, serialization failure. */
const RETRYABLE_CODES = new Set(['55P03', '40P01', '40001'])

const MIN_PAUSE_MS = 100
const MAX_PAUSE_MS = 1_000

/**
 * Retries after a random pause while other transactions block the work. Throws `MigrationError` after `timeoutMs`.
 */
export async function retryWhileBlocked<T>(
  name: string,
  timeoutMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const until = performance.now() + timeoutMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!RETRYABLE_CODES.has((error as { code?: string }).code ?? '')) throw error
      if (performance.now() > until) {
        throw new MigrationError(
          `迁移 ${name} 等不到数据库的锁：有别的连接长时间占用。已完成的迁移保留，请稍后再启动。`,
        )
      }
      await pause(MIN_PAUSE_MS + Math.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS))
    }
  }
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      const sha256 = createHash('sha256').update(text).digest('hex')
      return { name, text, sha256, isFill: name.endsWith('.fill.sql') }
    }),
  )
}
