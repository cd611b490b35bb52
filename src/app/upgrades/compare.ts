import assert from 'node:assert/strict'
import { readRows, setUtcTimeZone, tableNames } from '#db/backup/rows.ts'
import type { Database } from '#db/connect.ts'
import { promises } from './promises.ts'

type Row = Record<string, unknown>

/** All rows, by table. */
export type Content = Map<string, Row[]>

/** Reads all tables of a database, without those in `except`, which are too large. */
export async function contentOf(db: Database, except: readonly string[] = []): Promise<Content> {
  return db.transaction().execute(async (tx) => {
    await setUtcTimeZone(tx)
    const content: Content = new Map()
    for (const table of await tableNames(tx)) {
      if (except.includes(table)) continue
      const rows: Row[] = []
      for await (const lines of readRows(tx, table)) rows.push(...lines.map((line) => JSON.parse(line)))
      content.set(table, rows)
    }
    return content
  })
}

const sorted = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).sort()

/** Reduces a row to the columns of the older version. */
function project(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]]))
}

/** Fails with the name of the first table whose rows are not what the upgrade from `version` promises. */
export function assertPromised(version: string, before: Content, after: Content): void {
  const { added, changed } = promises[version] ?? assert.fail(`nothing is promised from ${version}`)
  for (const [table, rows] of before) {
    const columns = Object.keys(rows[0] ?? {})
    const expected = rows.map(changed[table] ?? ((row: Row) => row))
    const found = (after.get(table) ?? []).map((row) => project(row, columns))
    assert.deepEqual(sorted(found), sorted(expected), table)
    if (changed[table]) assert.notDeepEqual(sorted(expected), sorted(rows), `no row of ${table} changes`)
  }
  const newTables = [...after].filter(([table]) => !before.has(table))
  const counts = newTables.map(([table, rows]) => [table, added[table] === null ? null : rows.length])
  assert.deepEqual(Object.fromEntries(counts), added)
}
