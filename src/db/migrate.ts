import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from './connect.ts'
import { allowStatements } from './patience.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** Any number that is the same on every node: the lock under which one of them migrates while the others wait. */
const LOCK = 5_017_001

/**
 * Brings the database to the newest schema: each file of `migrations/` once, in order, all in one transaction under a
 * lock, so that several nodes may start at once. Refuses a database whose applied files have been changed since.
 * Answers how many files it applied.
 */
export async function migrate(db: Database): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // Another node may be migrating for longer than a request would ever wait.
    await sql`set local lock_timeout = 0`.execute(tx)
    await allowStatements(tx, 0)
    return applyMigrations(tx)
  })
}

/**
 * Does the same within a transaction; with `only` just the files that it names, each by its hash, as for the schema of
 * a backup. Throws where one of those is not there, or is another.
 */
export async function applyMigrations(tx: Database, only?: ReadonlyMap<string, string>): Promise<number> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
  await sql`create table if not exists migration (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`.execute(tx)
  const applied = await sql<{ name: string; sha256: string }>`select name, sha256 from migration`.execute(tx)
  const known = new Map(applied.rows.map((row) => [row.name, row.sha256]))
  const files = await readMigrations()
  for (const name of only?.keys() ?? []) {
    if (!files.some((file) => file.name === name)) {
      throw new Error(`这个程序没有数据库迁移文件 ${name}：数据来自更新的版本，请先升级程序。`)
    }
  }
  let count = 0
  for (const { name, text, sha256 } of files) {
    if (only && !only.has(name)) continue
    const before = known.get(name) ?? only?.get(name)
    if (before && before !== sha256) throw new Error(`数据库迁移文件 ${name} 在应用之后被改动过，已停止。`)
    if (known.has(name)) continue
    await sql.raw(text).execute(tx)
    await sql`insert into migration (name, sha256) values (${name}, ${sha256})`.execute(tx)
    count += 1
  }
  return count
}

async function readMigrations() {
  const names = await migrationFiles()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, FOLDER), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function migrationFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
}
