/** Writes `tables.ts` from the migrated schema; with `--check` it only compares and fails where the file is stale. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from './connect.ts'
import { startEngine } from './embedded.ts'
import { migrate } from './migrate.ts'

const TARGET = new URL('./tables.ts', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'houtai-tables-'))
const engine = await startEngine(folder, { durable: false })
const db = connect(
  { socketFolder: engine.socketFolder },
  (error) => process.stderr.write(`${error.message}\n`),
  1,
)
await migrate(db)
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
const fresh = readFileSync(output, 'utf8')
rmSync(folder, { recursive: true })

if (!process.argv.includes('--check')) writeFileSync(TARGET, fresh)
else if (readFileSync(TARGET, 'utf8') !== fresh) {
  process.stderr.write('src/db/tables.ts 与迁移文件不一致，请运行 npm run tables。\n')
  process.exitCode = 1
}
