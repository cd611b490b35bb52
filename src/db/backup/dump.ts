import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { setStatementTimeout } from '#db/statementTimeout.ts'
import { FORMAT, type Header, RowSum, type TableSum } from './format.ts'
import { readRows, setUtcTimeZone, tableNames } from './rows.ts'

type Write = (line: string) => Promise<void>

/** Writes a consistent snapshot of the database line by line. Returns the number of rows. */
export async function dump(db: Database, madeAt: Date, write: Write): Promise<number> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await setStatementTimeout(tx, 0)
      await setUtcTimeZone(tx)
      await write(JSON.stringify(await readHeader(tx, madeAt)))
      const end: Record<string, TableSum> = {}
      for (const table of await tableNames(tx)) {
        await write(JSON.stringify({ table }))
        const sum = new RowSum()
        for await (const lines of readRows(tx, table)) {
          for (const line of lines) {
            sum.add(line)
            await write(line)
          }
        }
        end[table] = sum.result()
      }
      await write(JSON.stringify({ end }))
      return Object.values(end).reduce((total, { rows }) => total + rows, 0)
    })
}

async function readHeader(tx: Database, madeAt: Date): Promise<Header> {
  const migrations = await sql<{ name: string; sha256: string }>`
    select name, sha256 from migration order by name collate "C"`.execute(tx)
  // Sequences are not part of the snapshot: their values are those of the rows or higher.
  const sequences = await sql<{ name: string; value: number | null }>`
    select sequencename::text as name, last_value as value from pg_sequences where schemaname = 'public'`.execute(
    tx,
  )
  return {
    houtai: 'backup',
    format: FORMAT,
    madeAt: madeAt.toISOString(),
    migrations: migrations.rows,
    sequences: Object.fromEntries(sequences.rows.map(({ name, value }) => [name, value])),
  }
}
