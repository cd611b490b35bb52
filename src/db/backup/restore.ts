import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { applyMigrations } from '#db/migrate.ts'
import { setStatementTimeout } from '#db/statementTimeout.ts'
import { BackupError, type Header } from './format.ts'
import type { Backup } from './read.ts'
import { setUtcTimeZone, tableNames, tableSum } from './rows.ts'

/**
 * Fills an empty database from a backup in one transaction: creates the schema of the backup, inserts its rows,
 * compares every row with the backup's digests, and applies later migrations. Returns the number of rows. Throws
 * `BackupError` and rolls back if the database is not empty or anything differs.
 */
export async function restore(db: Database, backup: Backup): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const rows = await loadBackup(tx, backup)
    await applyMigrations(tx)
    return rows
  })
}

/** Like `restore`, without the later migrations; for tests of those. */
export async function restoreWithoutMigrations(db: Database, backup: Backup): Promise<number> {
  return db.transaction().execute((tx) => loadBackup(tx, backup))
}

async function loadBackup(tx: Database, backup: Backup): Promise<number> {
  await sql`set local lock_timeout = 0`.execute(tx)
  await setStatementTimeout(tx, 0)
  await setUtcTimeZone(tx)
  if ((await tableNames(tx)).length > 0) throw new BackupError('要恢复到的数据库不是空的，没有改动。')
  const schema = new Map(backup.header.migrations.map(({ name, sha256 }) => [name, sha256]))
  await applyMigrations(tx, schema).catch((error: Error) => {
    throw new BackupError(error.message)
  })
  const tables = await tableNames(tx)
  const restoreConstraints = await dropConstraints(tx, tables)
  const createIndexes = await dropIndexes(tx)
  const rows = await insertRows(tx, tables, backup)
  await createIndexes()
  await restoreConstraints()
  await setSequences(tx, backup.header)
  await assertSameRows(tx, tables, backup)
  // Without statistics of the new rows the first plans are poor; the embedded engine has no autovacuum to collect them.
  await sql.raw(`analyze ${listOf(tables)}`).execute(tx)
  return rows
}

const listOf = (tables: string[]) => tables.map((table) => `"${table}"`).join(', ')

/**
 * Drops foreign keys, disables triggers and deletes rows that migrations inserted. Returns the function that restores
 * the keys (PostgreSQL then checks them) and the triggers.
 */
async function dropConstraints(tx: Database, tables: string[]): Promise<() => Promise<void>> {
  const keys = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(tx)
  const run = (text: string) => sql.raw(text).execute(tx)
  for (const { table, name } of keys.rows) await run(`alter table ${table} drop constraint ${name}`)
  for (const table of tables) await run(`alter table "${table}" disable trigger user`)
  await run(`truncate ${listOf(tables)}`)
  return async () => {
    for (const table of tables) await run(`alter table "${table}" enable trigger user`)
    for (const { table, name, definition } of keys.rows) {
      await run(`alter table ${table} add constraint ${name} ${definition}`)
    }
  }
}

/**
 * Drops the indexes that belong to no constraint. Returns the function that creates them again: building an index over all
 * rows takes a fraction of the time that updating it with each row does.
 */
async function dropIndexes(tx: Database): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(tx)
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(tx)
  return async () => {
    for (const { definition } of rows) await sql.raw(definition).execute(tx)
  }
}

/** Inserts the rows of a backup; returns their number. */
async function insertRows(tx: Database, tables: string[], backup: Backup): Promise<number> {
  let rows = 0
  let current = { table: '', columns: '' }
  for await (const { table, lines } of backup.batches()) {
    if (!tables.includes(table)) throw new BackupError(`备份里有未知的表 ${table}，没有恢复。`)
    if (table !== current.table) current = { table, columns: await columnsOf(tx, table) }
    await insertLines(tx, current, lines).catch((error: Error) => {
      throw new BackupError(`备份里表 ${table} 的内容不能写进数据库（${error.message}），没有恢复。`)
    })
    rows += lines.length
  }
  return rows
}

/** The names of the columns that can be written, quoted and separated by commas. */
async function columnsOf(tx: Database, table: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select quote_ident(attname) as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(tx)
  return rows.map(({ name }) => name).join(', ')
}

async function insertLines(
  tx: Database,
  target: { table: string; columns: string },
  lines: string[],
): Promise<void> {
  const columns = sql.raw(target.columns)
  const name = sql.id(target.table)
  await sql`insert into ${name} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${name}, ${`[${lines.join(',')}]`}::json)`.execute(
    tx,
  )
}

async function setSequences(tx: Database, { sequences }: Header): Promise<void> {
  for (const [name, value] of Object.entries(sequences)) {
    if (value !== null) await sql`select setval(${name}::regclass, ${value})`.execute(tx)
  }
}

/** Reads every row as `dump` does and compares the sums with those of the backup. */
async function assertSameRows(tx: Database, tables: string[], backup: Backup): Promise<void> {
  const expected = backup.sums()
  for (const table of tables) {
    const [now, then] = [await tableSum(tx, table), expected[table]]
    if (!then && now.rows === 0) continue
    if (now.rows !== then?.rows || now.digest !== then.digest) {
      throw new BackupError(`恢复后的表 ${table} 与备份不一致，已全部撤回。`)
    }
  }
}
