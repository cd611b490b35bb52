import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { BUCKET, S3_KEY, S3_REGION, startTestS3 } from '#app/backups/testS3.ts'
import { withEngine } from '#db/backup/embedded.ts'
import { writeBackup } from '#db/backup/write.ts'
import { NOON, testApp } from '#testing/testApp.ts'
import { refusedProgram } from '#testing/testProcess.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { BACKUP_ENCRYPTION, SECRET_KEY, sums } from './testBackups.ts'

const folder = mkdtempSync(join(tmpdir(), 'houtai-remote-restore-'))
const s3 = await startTestS3()
after(async () => {
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

const ADDRESS = `s3://${BUCKET}/houtai`
const S3_SETTINGS = {
  S3_ENDPOINT: s3.endpoint,
  S3_REGION,
  S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
  S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
}
const NAME = 'houtai-000007-2026-05-19T04-00-00Z.backup'

test('a bare machine lists the backups of a target, and restores the newest with the key alone', async () => {
  const { db } = await testApp(seedWorld)
  const path = join(folder, NAME)
  await writeBackup(db, { path, madeAt: NOON, encryption: BACKUP_ENCRYPTION })

  s3.objects.set(`houtai/${NAME}`, readFileSync(path))
  s3.objects.set('houtai/houtai-000006-2026-05-19T03-00-00Z.backup', Buffer.from('damaged'))
  s3.objects.set('houtai/notes.txt', Buffer.from('x'))
  const settings = { ...S3_SETTINGS, DATA_DIR: join(folder, 'bare'), SECRET_KEY }

  const listed = await refusedProgram([ADDRESS], settings, 'commands/backupList.ts')
  assert.equal(listed.code, 0, listed.output)
  assert.match(
    listed.output,
    /^s3:\/\/backups\/houtai：2 份\n {2}houtai-000007\S+ {2}2026-05-19 12:00:00 {2}\d+\.\d MB\n/,
  )

  const unsaid = await refusedProgram([ADDRESS], settings, 'commands/restore.ts')
  assert.match(unsaid.output, /^请写明要恢复哪一份。/)
  const other = await refusedProgram([ADDRESS, 'houtai-000001'], settings, 'commands/restore.ts')
  assert.match(other.output, /^s3:\/\/backups\/houtai 里没有 houtai-000001。/)
  assert.ok(!existsSync(join(folder, 'bare', 'pg')))

  const restored = await refusedProgram([ADDRESS, '--newest'], settings, 'commands/restore.ts')
  assert.equal(restored.code, 0, restored.output)
  assert.match(restored.output, /^已恢复 \d+ 行，并逐行核对一致。\n恢复的是 houtai-000007/)
  assert.deepEqual(await withEngine(join(folder, 'bare'), false, sums), await sums(db))
  assert.deepEqual(
    readdirSync(join(folder, 'bare')).filter((name) => name.startsWith('houtai-scratch')),
    [],
  )
})

test('a target that cannot be used is explained, and no key is printed', async () => {
  const settings = {
    ...S3_SETTINGS,
    S3_SECRET_ACCESS_KEY: 'other',
    DATA_DIR: join(folder, 'none'),
    SECRET_KEY,
  }
  const { code, output } = await refusedProgram([ADDRESS], settings, 'commands/backupList.ts')
  assert.deepEqual([code, output], [1, '签名不对：请检查 S3_SECRET_ACCESS_KEY。\n'])
  const missing = await refusedProgram(
    ['folder:/nowhere-at-all', '--newest'],
    settings,
    'commands/restore.ts',
  )
  assert.match(missing.output, /^备份文件夹不存在，可能没有挂载。\n$/)
  const half = await refusedProgram([], { BACKUP_TO: ADDRESS, DATA_DIR: join(folder, 'none') })
  assert.match(half.output, /^备份到 S3 还缺设置：S3_ENDPOINT、S3_ACCESS_KEY_ID/)
})

test('the backups of this machine are listed with those of the targets', async () => {
  const dataDir = join(folder, 'own')
  const [backups, share] = [join(dataDir, 'backups'), join(folder, 'share')]
  for (const path of [backups, share]) mkdirSync(path, { recursive: true })
  writeFileSync(join(backups, NAME), 'x')
  const environment = { BACKUP_TO: `folder:${share}`, DATA_DIR: dataDir }
  const { output } = await refusedProgram([], environment, 'commands/backupList.ts')
  assert.match(output, /backups：1 份\n {2}houtai-000007\S+ .*\nfolder:\S+share：没有备份\n$/)
})
