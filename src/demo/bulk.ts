import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { DB } from '#db/tables.ts'

const CHUNK = 5_000

/** The column of a field: `within3minBase` is within_3min_base, as the database's plugin has it. */
function columnOf(field: string): string {
  return field
    .replace(/([A-Z])/g, '_$1')
    .replace(/([a-z])(\d)/g, '$1_$2')
    .toLowerCase()
}

/** Inserts many rows at once; columns that the rows do not name get their defaults. Ids may be given. */
export async function insertMany(db: Database, table: keyof DB, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const target = sql.raw(columnOf(table))
  const columns = sql.raw(Object.keys(first).map(columnOf).join(', '))
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = rows.slice(start, start + CHUNK)
    const records = chunk.map((row) =>
      Object.fromEntries(Object.entries(row).map(([field, value]) => [columnOf(field), value])),
    )
    await sql`insert into ${target} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${target}, ${JSON.stringify(records)}::json)`.execute(
      db,
    )
  }
}

/** Lets the numbers that the database gives go on after those that were given here. */
export async function advance(db: Database, table: keyof DB): Promise<void> {
  const name = columnOf(table)
  await sql`select setval(pg_get_serial_sequence(${name}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
    db,
  )
}
