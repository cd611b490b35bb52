import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { restoreFolder } from '#db/backup/embedded.ts'
import { writeBackup } from '#db/backup/write.ts'
import { connect, type Database } from '#db/connect.ts'
import { MASTER_KEY_BYTES } from '#kit/keys.ts'
import { NOON, testApp } from '#testing/testApp.ts'
import { refusedProgram } from '#testing/testProcess.ts'
import { seedWorld } from '#testing/testWorld.ts'
import {
  assertCompletePairs,
  BACKUP_DECRYPTION,
  BACKUP_ENCRYPTION,
  SECRET_KEY,
  startWriting,
  sums,
} from './testBackups.ts'

const server = process.env.TEST_DATABASE_URL
const folder = mkdtempSync(join(tmpdir(), 'houtai-backup-server-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Roles belong to the whole server, so that this test has its own. */
const ROLES = `restored_${process.pid}`

/** The installation's key of `testApp`, with which its log is sealed. */
const KEY_OF_APP = Buffer.alloc(MASTER_KEY_BYTES, 7).toString('base64')

const onServer = { skip: server ? false : 'needs TEST_DATABASE_URL' }

/** Runs `work` on a new, empty database of the server and drops it afterwards. */
async function withEmpty(work: (url: string, db: Database) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  const targetUrl = new URL(server ?? '')
  targetUrl.pathname = `/houtai_restored_${process.pid}`
  await admin.query(`create database ${targetUrl.pathname.slice(1)}`)
  const db = connect({ url: targetUrl.href }, () => {})
  try {
    await work(targetUrl.href, db)
  } finally {
    await db.destroy()
    await admin.query(`drop database ${targetUrl.pathname.slice(1)} with (force)`)
    for (const kind of ['app', 'owner', 'across', 'eraser'])
      await admin.query(`drop role if exists ${ROLES}_${kind}`)
    await admin.end()
  }
}

test('every table survives a backup from a server to the embedded engine and back', onServer, async () => {
  const { db, as } = await testApp(seedWorld)
  const posted = await as('sales').post('/api/customers', { name: '引号"、\\与 𠮷' })
  assert.equal(posted.status, 200)
  const original = await sums(db)
  const [first, second, data] = ['first.gz', 'second.gz', 'data'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await writeBackup(db, { path: first, madeAt: NOON, encryption: BACKUP_ENCRYPTION })
  await restoreFolder(data, first, { replace: false, now: NOON, decryption: BACKUP_DECRYPTION })
  const dumped = await refusedProgram([second], { DATA_DIR: data, SECRET_KEY }, 'commands/backup.ts')
  assert.equal(dumped.code, 0, dumped.output)

  await withEmpty(async (DATABASE_URL, restored) => {
    const settings = { DATABASE_URL, DATA_DIR: folder, SECRET_KEY }
    const plain = await refusedProgram(
      ['--plain', join(folder, 'plain.gz')],
      { DATA_DIR: data },
      'commands/backup.ts',
    )
    assert.equal(plain.code, 0, plain.output)
    const torn = join(folder, 'torn.gz')
    writeFileSync(
      torn,
      gzipSync(
        gunzipSync(readFileSync(join(folder, 'plain.gz')))
          .toString()
          .replace('"sales"', '"sale"'),
      ),
    )
    const refused = await refusedProgram([torn], settings, 'commands/restore.ts')
    assert.match(refused.output, /^备份文件已损坏：表 sign_in_attempt 的内容与结尾的校验不符。\n$/)

    const { code, output } = await refusedProgram([second], settings, 'commands/restore.ts')
    assert.equal(code, 0, output)
    assert.match(output, /^已恢复 \d+ 行，并逐行核对一致。$/m)
    assert.deepEqual(await sums(restored), original)

    const again = await refusedProgram([second], settings, 'commands/restore.ts')
    assert.equal(again.output, '要恢复到的数据库不是空的，没有改动。\n')
    assert.equal(again.code, 1)

    // A backup has no roles: they are created for the restored tables, and the program's role can work.
    const file = join(folder, 'roles.env')
    const withRoles = { ...settings, DATABASE_ROLES: ROLES }
    const made = await refusedProgram(
      [`--file=${file}`],
      { ...withRoles, ADMIN_DATABASE_URL: DATABASE_URL },
      'commands/dbRoles.ts',
    )
    assert.match(made.output, /已保护 1\d\d 张表。/)
    const asProgram = /^DATABASE_URL=(.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
    const verified = await refusedProgram(
      [],
      { ...withRoles, DATABASE_URL: asProgram, SECRET_KEY: KEY_OF_APP },
      'commands/auditVerify.ts',
    )
    assert.match(verified.output, /^001 {2}\d+ 行，完好/m)

    const writes = startWriting(restored)
    await writes.reached(3)
    const before = writes.done()
    const path = join(folder, 'in-use.backup')
    const backup = await refusedProgram([path], settings, 'commands/backup.ts')
    assert.equal(backup.code, 0, backup.output)
    assert.ok(writes.done() > before)
    await writes.stop()
    await assertCompletePairs(path, before)
  })
})

test('the commands name the server that they could not reach, without its password', async () => {
  const settings = {
    DATABASE_URL: 'postgres://houtai:geheim@127.0.0.1:1/houtai',
    DATA_DIR: folder,
    SECRET_KEY,
  }
  for (const file of ['commands/backup.ts', 'commands/restore.ts']) {
    const { code, output } = await refusedProgram([join(folder, 'any.gz')], settings, file)
    assert.equal(code, 1)
    assert.match(output, /^连不上设置 DATABASE_URL 指向的数据库：/)
    assert.doesNotMatch(output, /geheim/)
  }
})
