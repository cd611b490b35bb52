import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { connect } from '#db/connect.ts'
import { startEngine } from '#db/embedded.ts'
import { startProgram } from '#testing/testProcess.ts'

const folder = mkdtempSync(join(tmpdir(), 'houtai-verify-'))
after(() => rmSync(folder, { recursive: true }))
const DATA_DIR = join(folder, 'data')
const LOG = join(folder, 'today.log')

function verify(...args: string[]) {
  const { PATH = '', HOME = '' } = process.env
  const options = ['--disable-warning=ExperimentalWarning', 'src/app/commands/auditVerify.ts', ...args]
  const env = { PATH, HOME, DATA_DIR }
  const { status, stdout, stderr } = spawnSync(process.execPath, options, { env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

test('the command verifies the audit chain, and by the program’s log detects a rewrite hidden in the database', async () => {
  const program = await startProgram([], { DATA_DIR })
  assert.match(verify().output, /数据目录正被另一个进程使用/)
  await program.stop()
  writeFileSync(LOG, program.output())
  const fine = verify(LOG)
  assert.match(fine.output, /^001 {2}1 行，完好。链头 001:1:[0-9a-f]{64}$/m)
  assert.equal(fine.status, 0)

  const engine = await startEngine(DATA_DIR)
  const db = connect({ socketFolder: engine.socketFolder }, () => {})
  for (const table of ['audit', 'audit_seal', 'audit_head']) {
    await sql.raw(`alter table ${table} disable trigger user`).execute(db)
    await sql.raw(`delete from ${table}`).execute(db)
  }
  await db.destroy()
  await engine.close()

  assert.equal(verify().status, 0)
  const found = verify(LOG)
  assert.match(found.output, /^001 {2}第 1 行：从这一行起，末尾被删去。此前 0 行完好。$/m)
  assert.equal(found.status, 1)
})
