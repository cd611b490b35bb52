/**
 * Writes `tables.ts` from the migrated schema and `migrationLocks.json` from the locks that each migration takes. With
 * `--check` it only compares them and fails if a file is stale.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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
await db.destroy()

const output = join(folder, 'tables.ts')
execFileSync('kysely-codegen', [
  '--dialect=postgres',
  `--url=postgres://postgres@/postgres?host=${encodeURIComponent(engine.socketFolder)}`,
  '--camel-case',
  '--date-parser=string',
  '--numeric-parser=number',
  '--type-mapping={"int8":"number","date":"string","timestamptz":"Date"}',
  `--out-file=${output}`,
])
await engine.close()
const generated: [target: URL, text: string][] = [
  [TARGET, readFileSync(output, 'utf8')],
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
