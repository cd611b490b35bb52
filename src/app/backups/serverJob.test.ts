import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { RETRY_AFTER_MS } from '#app/jobRuns.ts'
import { type JobParts, runIfDue } from '#app/jobs.ts'
import { readSettings } from '#app/settings.ts'
import { decryptionFor } from '#db/backup/encryption.ts'
import { verifyBackup } from '#db/backup/read.ts'
import type { BackupTarget } from '#db/backup/write.ts'
import { NOON, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { folderTarget } from './folderTarget.ts'
import { findRuns } from './runs.ts'
import { serverBackupJob } from './serverJob.ts'

const server = process.env.TEST_DATABASE_URL
const ENCRYPTION = { key: Buffer.alloc(32, 4), passphrase: null }
const folder = mkdtempSync(join(tmpdir(), 'houtai-server-job-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const [first, second] = [join(folder, 'first'), join(folder, 'second')]
mkdirSync(first)

const { db } = await testApp(seedWorld)
const time = { now: NOON }
const log = { info: () => {}, warn: () => {}, error: () => {} }
const parts: JobParts = { db, keyFor: TEST_KEYS, log, clock: () => time.now, isStopping: () => false }
/** The server's address of the database that this file uses. */
async function ownUrl(): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = new URL(server ?? '')
  url.pathname = `/${rows[0]?.name}`
  return url.href
}
const settings = readSettings(server ? { DATABASE_URL: await ownUrl() } : {}, false)
const targets = [folderTarget('folder', first), folderTarget('folder-2', second)]
let written = 0
const write = async ({ path }: BackupTarget) => {
  written += 1
  writeFileSync(path, `backup ${written}`)
  return 7
}

test('one of two nodes makes the backup of an hour, and a retry serves only the target that lacks it', async () => {
  const job = serverBackupJob({ settings, encryption: ENCRYPTION, targets, write })
  const ran = await Promise.all([runIfDue(parts, job, 'one:1'), runIfDue(parts, job, 'two:2')])
  assert.deepEqual(ran.sort(), [false, true])
  assert.deepEqual(readdirSync(first), ['houtai-000001-2026-05-19T04-00-00Z.backup'])
  mkdirSync(second)
  time.now = new Date(NOON.getTime() + RETRY_AFTER_MS)
  assert.equal(await runIfDue(parts, job, 'two:2'), true)
  assert.deepEqual(readdirSync(first).length, 1)
  assert.deepEqual(readdirSync(second), ['houtai-000002-2026-05-19T04-05-00Z.backup'])
  assert.equal(await runIfDue(parts, job, 'one:1'), false)
  assert.equal(written, 2)
  const states = (await findRuns(db, { kind: 'copy', target: 'folder-2' }, 5)).map(({ state }) => state)
  assert.deepEqual(states, ['done', 'failed'])
})

const onServer = { skip: server ? false : 'needs TEST_DATABASE_URL' }

test('a backup of a server is made in another process, and opens with its key', onServer, async () => {
  time.now = new Date(NOON.getTime() + 60 * 60_000)
  assert.equal(await runIfDue(parts, serverBackupJob({ settings, encryption: ENCRYPTION, targets })), true)
  const newest = readdirSync(first).sort().at(-1) ?? ''
  assert.equal(newest, 'houtai-000003-2026-05-19T05-00-00Z.backup')
  assert.ok((await verifyBackup(join(first, newest), decryptionFor(ENCRYPTION))) > 100)
})
