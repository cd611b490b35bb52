import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { DB } from '#db/tables.ts'
import { chunksOf } from '#kit/chunks.ts'

const BATCH_SIZE = 5_000

/** The column of a field: `within3minBase` is within_3min_base, as in the Kysely plugin. */
function columnOf(field: string): string {
  const cached = columns.get(field)
  if (cached) return cached
  const column = field
    .replace(/([A-Z])/g, '_$1')
    .replace(/([a-z])(\d)/g, '$1_$2')
    .toLowerCase()
  columns.set(field, column)
  return column
}

/** Cache, since a few hundred fields are converted a million times. */
const columns = new Map<string, string>()

/** Inserts many rows. Columns missing in the rows get their defaults, nulls are omitted. Ids may be given. */
export async function insertMany(db: Database, table: keyof DB, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const target = sql.raw(columnOf(table))
  const names = sql.raw(Object.keys(first).map(columnOf).join(', '))
  for await (const batch of chunksOf(rows, BATCH_SIZE)) {
    const records = batch.map((row) =>
      Object.fromEntries(
        Object.entries(row).flatMap(([field, value]) => (value === null ? [] : [[columnOf(field), value]])),
      ),
    )
    await sql`insert into ${target} (${names}) overriding system value
      select ${names} from json_populate_recordset(null::${target}, ${JSON.stringify(records)}::json)`.execute(
      db,
    )
  }
}

/** Advances the id sequence past the inserted ids. */
export async function advance(db: Database, table: keyof DB): Promise<void> {
  const name = columnOf(table)
  await sql`select setval(pg_get_serial_sequence(${name}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
    db,
  )
}

/** Updates the planner's statistics of the tables. */
export async function analyze(db: Database, tables: readonly (keyof DB)[]): Promise<void> {
  await sql.raw(`analyze ${[...new Set(tables)].map(columnOf).join(', ')}`).execute(db)
}
