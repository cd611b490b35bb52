import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { RowSum, type TableSum } from './format.ts'

const BATCH = 1_000

/** Makes the text of rows independent of the session: times are formatted in UTC. */
export async function setUtcTimeZone(tx: Database): Promise<void> {
  await sql`set local timezone = 'UTC'`.execute(tx)
}

/** Returns the names of all tables except `migration`, sorted. */
export async function tableNames(tx: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migration'
    order by relname`.execute(tx)
  return rows.map(({ name }) => name)
}

/** Yields the rows of a table as JSON texts in batches. Needs an open transaction, since it uses a cursor. */
export async function* readRows(tx: Database, table: string): AsyncGenerator<string[]> {
  const name = sql.id(table)
  await sql`declare backup_rows no scroll cursor for select row_to_json(t)::text as line from ${name} t`.execute(
    tx,
  )
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(BATCH)} from backup_rows`.execute(tx)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < BATCH) break
  }
  await sql`close backup_rows`.execute(tx)
}

/** Calculates the row count and digest of a table. */
export async function tableSum(tx: Database, table: string): Promise<TableSum> {
  const sum = new RowSum()
  for await (const lines of readRows(tx, table)) for (const line of lines) sum.add(line)
  return sum.result()
}
