import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeBackup } from '#db/backup/write.ts'
import { deriveKeys } from '#kit/keys.ts'
import { inChinese } from '#kit/text.ts'
import { sealPending } from '#platform/audit-logs/queries.ts'
import { NOON, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { folderTarget } from './folderTarget.ts'
import { testRestore } from './restoreCheckJob.ts'
import { findRuns, LOCAL, type RunOf } from './runs.ts'

const ENCRYPTION = { key: Buffer.alloc(32, 4), passphrase: null }
const NAME = 'houtai-000001-2026-05-19T04-00-00Z.backup'
const folder = mkdtempSync(join(tmpdir(), 'houtai-test-restore-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const made = (name: string) => {
  mkdirSync(join(folder, name))
  return join(folder, name)
}
const [local, share, scratch] = [made('backups'), made('share'), made('scratch')]

const { db, as } = await testApp(seedWorld)
const log = { info: () => {}, warn: () => {}, error: () => {} }
const context = { db, keyFor: TEST_KEYS, log, clock: () => NOON, isStopping: () => false }
const parts = { encryption: ENCRYPTION, targets: [], localFolder: local, scratch, priority: 0 }
const newest = async (of: RunOf) => (await findRuns(db, of, 1))[0]

test('without any backup there is nothing to restore, and no run', async () => {
  assert.equal(inChinese(await testRestore(context, parts)), '还没有可以试恢复的备份。')
  assert.equal(await newest({ kind: 'test_restore', target: LOCAL }), undefined)
})

test('the newest backup is restored, compared table by table and its audit chains are verified', async () => {
  assert.equal((await as('sales').post('/api/customers', { name: '试恢复' })).status, 200)
  await sealPending(db, TEST_KEYS('audit'))
  await writeBackup(db, { path: join(local, NAME), madeAt: NOON, encryption: ENCRYPTION })
  const sentence = inChinese(await testRestore(context, parts))
  assert.match(sentence, /^\d{3} 张表、\d+ 行与做备份时的校验一致，\d 家公司的操作日志完好。$/)
  const run = await newest({ kind: 'test_restore', target: LOCAL })
  assert.deepEqual([run?.state, run?.file], ['done', NAME])
  assert.ok((run?.rows ?? 0) > 100 && (run?.bytes ?? 0) > 1_000)
  assert.deepEqual(readdirSync(scratch), [])
})

test('with a target, the backup comes from there; a damaged one fails with its reason', async () => {
  const of: RunOf = { kind: 'test_restore', target: 'folder' }
  const remote = { ...parts, targets: [folderTarget('folder', share)] }
  const bytes = readFileSync(join(local, NAME))
  bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1
  writeFileSync(join(share, NAME), bytes)
  await assert.rejects(() => testRestore(context, remote), /已损坏/)
  const run = await newest(of)
  assert.equal(run?.state, 'failed')
  assert.match(JSON.stringify(run?.outcome), /已损坏/)
  rmSync(share, { recursive: true })
  await assert.rejects(() => testRestore(context, remote), /可能没有挂载/)
  assert.deepEqual((await newest(of))?.outcome, { sentence: '备份文件夹不存在，可能没有挂载。', values: {} })
  assert.deepEqual(readdirSync(scratch), [])
})

test('an audit chain that does not fit the key of the installation is noticed', async () => {
  const foreign = { ...context, keyFor: deriveKeys(Buffer.alloc(32, 9)) }
  await assert.rejects(() => testRestore(foreign, parts), /恢复出来的操作日志不完好：公司 001/)
})

test('a program that stops ends the test restore', async () => {
  const stopping = { ...context, isStopping: () => true }
  await assert.rejects(() => testRestore(stopping, parts), /程序正在停止/)
  assert.deepEqual(readdirSync(scratch), [])
})
