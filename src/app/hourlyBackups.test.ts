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
import { NOON, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { folderTarget } from './backups/folderTarget.ts'
import { findRuns, LOCAL } from './backups/runs.ts'
import type { Target } from './backups/target.ts'
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

/** The database of the program, which has the stored runs. */
const { db: programDb } = await testApp(seedWorld)
const log = { info: () => {}, warn: () => {}, error: () => {} }

const emptyFile = async ({ path }: BackupTarget) => {
  writeFileSync(path, '')
  return 0
}

/** A process that starts when the clock shows `now`; tests change `now` and `elapsed`. */
function processAt(
  now: Date,
  write: (target: BackupTarget) => Promise<number> = emptyFile,
  targets: Target[] = [],
) {
  const time = { now, elapsed: 5_000 }
  const { backUpIfDue, check } = hourlyBackups({
    db: programDb,
    dataDir,
    encryption: ENCRYPTION,
    targets,
    clock: () => time.now,
    log,
    isStopping: () => false,
    elapsed: () => time.elapsed,
    write,
  })
  return { time, backUp: backUpIfDue, check, isDue: async () => (await backUpIfDue()) !== null }
}

async function withBackups(...names: string[]): Promise<void> {
  await programDb.deleteFrom('backupRun').where('id', '>', 0).execute()
  rmSync(backups, { recursive: true, force: true })
  mkdirSync(backups, { recursive: true })
  for (const name of names) writeFileSync(join(backups, name), '')
}

test('a backup dated in the future does not stop hourly backups', async () => {
  await withBackups('houtai-2028-01-01T00-00-00Z.gz')
  const { time, backUp } = processAt(NOON, (target) => backUpFolder(dataDir, target))
  const first = await backUp()
  assert.equal(first, join(backups, 'houtai-000001-2026-05-19T04-00-00Z.backup'))
  assert.ok((await verifyBackup(first ?? '', decryptionFor(ENCRYPTION))) > 0)
  time.elapsed += HOUR - 1
  assert.equal(await backUp(), null)
})

test('a clock jump shifts no backup: an hour is measured in running time', async () => {
  await withBackups()
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
  await withBackups('houtai-000007-2026-05-19T03-20-00Z.gz', 'houtai-000006-2026-05-19T03-59-00Z.gz')
  const { time, isDue } = processAt(NOON)
  assert.equal(await isDue(), false)
  time.elapsed += HOUR / 3
  assert.equal(await isDue(), true)
})

test('a failed backup is retried at the next check, and a long one is not started twice', async () => {
  await withBackups()
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()]
  const results = [
    () => Promise.reject(new Error('no room')),
    (target: BackupTarget) => {
      begun.resolve()
      return ended.promise.then(() => emptyFile(target))
    },
  ]
  const { time, backUp } = processAt(NOON, (target) => results.shift()?.(target) ?? emptyFile(target))
  await assert.rejects(backUp(), /no room/)
  const long = backUp()
  await begun.promise
  time.elapsed += HOUR / 6
  assert.equal(await backUp(), null)
  ended.resolve(1)
  assert.notEqual(await long, null)
})

/** A folder target whose failures a test can switch on. */
function shareTarget(name: string) {
  const path = join(folder, name)
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path)
  return { path, target: folderTarget(name, path), files: () => readdirSync(path).sort() }
}

test('each backup is copied to every target; one that fails is tried again and delays no other', async () => {
  await withBackups()
  const [first, second] = [shareTarget('folder'), shareTarget('folder-2')]
  rmSync(second.path, { recursive: true })
  const { time, check } = processAt(NOON, emptyFile, [first.target, second.target])
  await check()
  assert.deepEqual(first.files(), ['houtai-000001-2026-05-19T04-00-00Z.backup'])
  const [failed] = await findRuns(programDb, { kind: 'copy', target: 'folder-2' }, 5)
  assert.equal(failed?.state, 'failed')
  assert.deepEqual(failed?.outcome, { sentence: '备份文件夹不存在，可能没有挂载。', values: {} })
  mkdirSync(second.path)
  time.elapsed += HOUR / 6
  await check()
  assert.deepEqual(second.files(), first.files())
  const count = async (target: string) => (await findRuns(programDb, { kind: 'copy', target }, 9)).length
  assert.deepEqual([await count('folder'), await count('folder-2')], [1, 2])
  const [run] = await findRuns(programDb, { kind: 'backup', target: LOCAL }, 5)
  assert.equal(run?.state, 'done')
  assert.equal(run?.file, first.files()[0])
})

test('a new machine continues the numbers of the target, also if only the stored runs know them', async () => {
  await withBackups()
  const { path, target, files } = shareTarget('folder')
  writeFileSync(join(path, 'houtai-000500-2026-05-19T03-00-00Z.backup'), '')
  const { time, check } = processAt(NOON, emptyFile, [target])
  await check()
  assert.equal(files().at(-1), 'houtai-000501-2026-05-19T04-00-00Z.backup')
  rmSync(backups, { recursive: true })
  rmSync(path, { recursive: true })
  time.elapsed += HOUR
  await check()
  assert.deepEqual(readdirSync(backups), ['houtai-000502-2026-05-19T04-00-00Z.backup'])
})

test('expired backups of a target are deleted, the newest and other files never', async () => {
  await withBackups()
  const { path, target, files } = shareTarget('folder')
  const hourAgo = (hours: number) =>
    new Date(NOON.getTime() - hours * HOUR).toISOString().slice(0, 19).replaceAll(':', '-')
  for (let hours = 1; hours <= 40; hours++) {
    const number = String(100 - hours).padStart(6, '0')
    writeFileSync(join(path, `houtai-${number}-${hourAgo(hours)}Z.backup`), '')
  }
  for (const name of ['mine.txt', 'houtai-notes.backup', 'houtai-000001-x.part'])
    writeFileSync(join(path, name), '')
  await processAt(NOON, emptyFile, [target]).check()
  assert.ok(files().includes('houtai-000100-2026-05-19T04-00-00Z.backup'))
  assert.ok(!files().includes(`houtai-000060-${hourAgo(40)}Z.backup`))
  for (const name of ['mine.txt', 'houtai-notes.backup', 'houtai-000001-x.part'])
    assert.ok(files().includes(name))
})
