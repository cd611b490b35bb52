import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from './connect.ts'

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
    await sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`.execute(
      tx,
    )
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
    await sql`create table if not exists migration (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`.execute(tx)
    const applied = await sql<{ name: string; sha256: string }>`select name, sha256 from migration`.execute(
      tx,
    )
    const known = new Map(applied.rows.map((row) => [row.name, row.sha256]))
    let count = 0
    for (const name of await migrationFiles()) {
      const text = await readFile(new URL(name, FOLDER), 'utf8')
      const sha256 = createHash('sha256').update(text).digest('hex')
      const before = known.get(name)
      if (before && before !== sha256)
        throw new Error(`数据库迁移文件 ${name} 在应用之后被改动过，已停止启动。`)
      if (before) continue
      await sql.raw(text).execute(tx)
      await sql`insert into migration (name, sha256) values (${name}, ${sha256})`.execute(tx)
      count += 1
    }
    return count
  })
}

async function migrationFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
}
