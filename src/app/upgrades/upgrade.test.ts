import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { emptyDatabase } from '#app/testApp.ts'
import { openBackup } from '#db/backup/read.ts'
import { restoreAsMade } from '#db/backup/restore.ts'
import { fixTexts, readRows, tableNames } from '#db/backup/rows.ts'
import type { Database } from '#db/connect.ts'
import { migrate } from '#db/migrate.ts'
import { databaseVersion, PROGRAM_VERSION } from '#db/version.ts'
import { promises } from './promises.ts'

type Row = Record<string, unknown>

/** All rows, by table. */
async function contentOf(db: Database): Promise<Map<string, Row[]>> {
  return db.transaction().execute(async (tx) => {
    await fixTexts(tx)
    const content = new Map<string, Row[]>()
    for (const table of await tableNames(tx)) {
      const rows: Row[] = []
      for await (const lines of readRows(tx, table)) rows.push(...lines.map((line) => JSON.parse(line)))
      content.set(table, rows)
    }
    return content
  })
}

const sorted = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).sort()

/** The columns that the older version had. */
function project(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]]))
}

const files = globSync('demo-*.gz', { cwd: import.meta.dirname })

test('every version with a database to upgrade from states what its upgrade promises', () => {
  assert.deepEqual(
    files.map((file) => file.slice('demo-'.length, -'.gz'.length)).sort(),
    Object.keys(promises),
  )
})

for (const [version, { added, changed }] of Object.entries(promises)) {
  test(`a demo of ${version} has the rows that were promised after its upgrade, table by table`, async () => {
    const db = await emptyDatabase()
    await restoreAsMade(db, await openBackup(`${import.meta.dirname}/demo-${version}.gz`))
    const before = await contentOf(db)
    assert.ok(before.size > 50)
    await migrate(db)
    const after = await contentOf(db)
    for (const [table, rows] of before) {
      const columns = Object.keys(rows[0] ?? {})
      const expected = rows.map(changed[table] ?? ((row: Row) => row))
      const found = (after.get(table) ?? []).map((row) => project(row, columns))
      assert.deepEqual(sorted(found), sorted(expected), table)
      if (changed[table]) assert.notDeepEqual(sorted(expected), sorted(rows), `no row of ${table} changes`)
    }
    const newTables = [...after].filter(([table]) => !before.has(table))
    assert.deepEqual(Object.fromEntries(newTables.map(([table, rows]) => [table, rows.length])), added)
    assert.equal((await databaseVersion(db)).newest, PROGRAM_VERSION)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_constraint
      where connamespace = 'public'::regnamespace and not convalidated`.execute(db)
    assert.deepEqual(rows, [{ n: 0 }])
  })
}
