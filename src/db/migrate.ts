import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './connect.ts'
import { allowStatements } from './patience.ts'
import { isOlder, PROGRAM_VERSION } from './version.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** Any number that is the same on every node: the lock under which one of them migrates while the others wait. */
const LOCK = 5_017_001

/** A file of `migrations/`. */
export interface Migration {
  name: string
  text: string
  sha256: string
  /** `NNN-name.fill.sql`: one statement that changes a limited number of rows, repeated until it changes none. */
  isFill: boolean
}

/** Why a database cannot be brought up to date, as a sentence for the operator. */
export class MigrationRefused extends Error {}

export interface MigrateOptions {
  /** Where the migrations are; a test has some of its own. */
  folder?: URL
  /** Hears of each migration that has been applied, and how long it took with the waits for its locks. */
  onApplied?: (name: string, tookMs: number) => void
  /** Looks at what a migration has done, within its transaction. */
  inspect?: (tx: Database, name: string) => Promise<void>
  /** How long one migration is tried while others hold the locks that it needs; default 10 minutes. */
  patienceMs?: number
}

const PATIENCE_MS = 10 * 60_000

/**
 * Brings the database to the newest schema: each migration once, in order, each in a short transaction of its own, so that
 * several nodes may start at once while others go on working. A migration that does not get its locks within a second lets
 * the requests behind it pass, and tries again. Whatever it is interrupted by, the next call continues where it ended.
 * Returns how many migrations this call applied. Throws `MigrationRefused` if an applied file has been changed since, or a
 * migration never got its locks.
 */
export async function migrate(db: Database, options: MigrateOptions = {}): Promise<number> {
  const { folder = FOLDER, onApplied, inspect, patienceMs = PATIENCE_MS } = options
  let count = 0
  for (const migration of await pendingMigrations(db, folder)) {
    const started = performance.now()
    const applied = await persist(migration.name, patienceMs, () => applyAlone(db, migration, inspect))
    if (!applied) continue
    onApplied?.(migration.name, performance.now() - started)
    count += 1
  }
  if (folder === FOLDER) await persist('program_version', patienceMs, () => storeVersion(db))
  return count
}

/** The migrations that have not been applied, in order; all of them for an empty database. */
export async function pendingMigrations(db: Database, folder = FOLDER): Promise<Migration[]> {
  const known = await appliedMigrations(db)
  const files = await readMigrations(folder)
  for (const { name, sha256 } of files) assertUnchanged(name, sha256, known.get(name))
  return files.filter(({ name }) => !known.has(name))
}

/**
 * Applies migrations within one transaction, for a restore into an empty database; with `only` just the files that it
 * names, each by its hash, as for the schema of a backup. Throws `MigrationRefused` if one of those is missing or has another
 * text. Returns how many were applied.
 */
export async function applyMigrations(tx: Database, only?: ReadonlyMap<string, string>): Promise<number> {
  await prepareTable(tx)
  const known = await appliedMigrations(tx)
  const files = await readMigrations(FOLDER)
  for (const name of only?.keys() ?? []) {
    if (files.some((file) => file.name === name)) continue
    throw new MigrationRefused(`这个程序没有数据库迁移文件 ${name}：数据来自更新的版本，请先升级程序。`)
  }
  let count = 0
  for (const migration of files) {
    const { name, sha256 } = migration
    if (only && !only.has(name)) continue
    assertUnchanged(name, sha256, known.get(name) ?? only?.get(name))
    if (known.has(name)) continue
    while (await run(tx, migration)) {
      // A fill continues until it changes nothing.
    }
    await record(tx, migration)
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
    throw new MigrationRefused(`数据库迁移文件 ${name} 在应用之后被改动过，已停止。`)
  }
}

/** The table of what has been applied, under the lock that every migration takes. */
async function prepareTable(tx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
  await sql`create table if not exists migration (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`.execute(tx)
}

/** Applies one migration, a fill batch by batch; false if another node applied it meanwhile. */
async function applyAlone(
  db: Database,
  migration: Migration,
  inspect: MigrateOptions['inspect'],
): Promise<boolean> {
  const step = () =>
    inShortTransaction(db, async (tx) => {
      await prepareTable(tx)
      if ((await appliedMigrations(tx)).has(migration.name)) return 'known'
      if (await run(tx, migration)) return 'more'
      await record(tx, migration)
      await inspect?.(tx, migration.name)
      return 'done'
    })
  let state = await step()
  while (state === 'more') state = await step()
  return state === 'done'
}

/** Runs the text of a migration once; whether it has to run again. */
async function run(tx: Database, { text, isFill }: Migration): Promise<boolean> {
  const { numAffectedRows } = await sql.raw(text).execute(tx)
  return isFill && (numAffectedRows ?? 0n) > 0n
}

async function record(tx: Database, { name, sha256 }: Migration): Promise<void> {
  await sql`insert into migration (name, sha256) values (${name}, ${sha256})`.execute(tx)
}

/** Notes this program as the newest one, unless a newer one was there. */
async function storeVersion(db: Database): Promise<void> {
  const stored = await db.selectFrom('programVersion').select('newest').executeTakeFirstOrThrow()
  if (!isOlder(stored.newest, PROGRAM_VERSION)) return
  await db.updateTable('programVersion').set({ newest: PROGRAM_VERSION }).where('isOnly', '=', true).execute()
}

/** A transaction that waits for a lock no longer than a request can, but whose statements may take their time. */
async function inShortTransaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '1s'`.execute(tx)
    await allowStatements(tx, 0)
    return work(tx)
  })
}

/** A lock that did not come in time, a deadlock, a conflict of transactions. */
const IN_THE_WAY = new Set(['55P03', '40P01', '40001'])

const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 1_000

/** Tries again, after a random pause, as long as others are in the way. Throws `MigrationRefused` when patience ends. */
async function persist<T>(name: string, patienceMs: number, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!IN_THE_WAY.has((error as { code?: string }).code ?? '')) throw error
      if (performance.now() > until) {
        throw new MigrationRefused(
          `迁移 ${name} 等不到数据库的锁：有别的连接长时间占用。已完成的迁移保留，请稍后再启动。`,
        )
      }
      await pause(SHORTEST_PAUSE_MS + Math.random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS))
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
