/**
 * Writes `tables.ts` from the migrated schema and `migrationLocks.json` from the locks that each migration takes. With
 * `--check` it only compares them and fails if a file is stale.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generate, PostgresDialect, RawExpressionNode } from 'kysely-codegen'
import { findCheckedTypes } from './checkedTypes.ts'
import { connect } from './connect.ts'
import { startEngine } from './embedded.ts'
import { migrate } from './migrate.ts'
import { heldLocks, LOCKS_FILE, type TableLocks, tablesByOid } from './migrationLocks.ts'

const TARGET = new URL('./tables.ts', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'houtai-tables-'))
const engine = await startEngine(folder, { durable: false })
const db = connect(
  { socketFolder: engine.socketFolder },
  (error) => process.stderr.write(`${error.message}\n`),
  { max: 1 },
)
const locks: Record<string, TableLocks> = {}
let tables = new Map<number, string>()
await migrate(db, {
  inspect: async (tx, name) => {
    locks[name] = await heldLocks(tx, tables)
    tables = await tablesByOid(tx)
  },
})
const checkedTypes = Object.entries(await findCheckedTypes(db))
/** Columns of a view that are never null, which the catalogue does not say. */
const PRESENT = /(export interface StaffName \{\n {2}id: number) \| null;(\n {2}name: string) \| null;/
await db.destroy()

const dialect = new PostgresDialect({ dateParser: 'string', numericParser: 'number' })
const reader = await dialect.introspector.connect({
  connectionString: `postgres://postgres@/postgres?host=${encodeURIComponent(engine.socketFolder)}`,
  dialect,
})
const tableTypes = await generate({
  db: reader,
  dialect,
  camelCase: true,
  overrides: {
    columns: Object.fromEntries(checkedTypes.map(([column, type]) => [column, new RawExpressionNode(type)])),
  },
  typeMapping: { int8: 'number', date: 'string', timestamptz: 'Date' },
})
await reader.destroy()
await engine.close()
const generated: [target: URL, text: string][] = [
  [TARGET, tableTypes.replace(PRESENT, '$1;$2;')],
  [LOCKS_FILE, `${JSON.stringify(locks, null, 2)}\n`],
]
rmSync(folder, { recursive: true })

for (const [target, text] of generated) {
  if (!process.argv.includes('--check')) writeFileSync(target, text)
  else if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
    process.stderr.write(`${fileURLToPath(target)} 与迁移文件不一致，请运行 npm run tables。\n`)
    process.exitCode = 1
  }
}
