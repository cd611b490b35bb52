import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { backUpFolder } from '#db/backup/embedded.ts'
import { decryptionFor } from '#db/backup/encryption.ts'
import { verifyBackup } from '#db/backup/read.ts'
import type { BackupTarget } from '#db/backup/write.ts'
import { connect } from '#db/connect.ts'
import { startEngine } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { NOON } from '#testing/testApp.ts'
import { hourlyBackups } from './hourlyBackups.ts'

const ENCRYPTION = { key: Buffer.alloc(32, 4), passphrase: null }
const HOUR = 60 * 60_000
const folder = mkdtempSync(join(tmpdir(), 'houtai-hourly-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const dataDir = join(folder, 'data')
const backups = join(dataDir, 'backups')
const engine = await startEngine(dataDir, { durable: false })
const db = connect(engine, () => {})
await migrate(db)
await db.destroy()
await engine.close()

const log = { info: () => {} }

const emptyFile = async (_of: string, { path }: BackupTarget) => {
  writeFileSync(path, '')
  return 0
}

/** A process that starts when the clock shows `now`; tests change `now` and `elapsed`. */
function processAt(now: Date, write: typeof backUpFolder = emptyFile) {
  const time = { now, elapsed: 5_000 }
  const backUp = hourlyBackups({
    dataDir,
    encryption: ENCRYPTION,
    clock: () => time.now,
    log,
    elapsed: () => time.elapsed,
    write,
  })
  return { time, backUp, isDue: async () => (await backUp()) !== null }
}

function withBackups(...names: string[]): void {
  rmSync(backups, { recursive: true, force: true })
  mkdirSync(backups, { recursive: true })
  for (const name of names) writeFileSync(join(backups, name), '')
}

test('a backup dated in the future does not stop hourly backups', async () => {
  withBackups('houtai-2028-01-01T00-00-00Z.gz')
  const { time, backUp } = processAt(NOON, backUpFolder)
  const first = await backUp()
  assert.equal(first, join(backups, 'houtai-000001-2026-05-19T04-00-00Z.backup'))
  assert.ok((await verifyBackup(first ?? '', decryptionFor(ENCRYPTION))) > 0)
  time.elapsed += HOUR - 1
  assert.equal(await backUp(), null)
})

test('a clock jump shifts no backup: an hour is measured in running time', async () => {
  withBackups()
  const { time, isDue } = processAt(NOON)
  assert.equal(await isDue(), true)
  for (const jump of [48, -3, 20_000]) {
    time.now = new Date(NOON.getTime() + jump * HOUR)
    assert.equal(await isDue(), false, `${jump} hours`)
  }
  time.elapsed += HOUR
  time.now = new Date(NOON.getTime() - 48 * HOUR)
  assert.equal(await isDue(), true)
  assert.deepEqual(readdirSync(backups).sort(), [
    'houtai-000001-2026-05-19T04-00-00Z.backup',
    'houtai-000002-2026-05-17T04-00-00Z.backup',
  ])
})

test('after a start, the next backup is due one hour after the newest one', async () => {
  withBackups('houtai-000007-2026-05-19T03-20-00Z.gz', 'houtai-000006-2026-05-19T03-59-00Z.gz')
  const { time, isDue } = processAt(NOON)
  assert.equal(await isDue(), false)
  time.elapsed += HOUR / 3
  assert.equal(await isDue(), true)
})

test('a failed backup is retried at the next check, and a long one is not started twice', async () => {
  withBackups()
  let end = (_rows: number) => {}
  const results = [
    () => Promise.reject(new Error('no room')),
    () => new Promise<number>((resolve) => (end = resolve)),
  ]
  const { time, backUp } = processAt(NOON, () => results.shift()?.() ?? Promise.resolve(0))
  await assert.rejects(backUp(), /no room/)
  const long = backUp()
  time.elapsed += HOUR / 6
  assert.equal(await backUp(), null)
  end(1)
  assert.notEqual(await long, null)
})
