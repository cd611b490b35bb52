import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { backupFolder } from '#app/database.ts'
import { withEngine } from '#db/backup/embedded.ts'
import { decryptionFor } from '#db/backup/encryption.ts'
import { verifyBackup } from '#db/backup/read.ts'
import { connect, type Database } from '#db/connect.ts'
import { PROGRAM_VERSION } from '#db/version.ts'
import { deriveKeys } from '#kit/keys.ts'
import { refusedProgram, startProgram } from '#testing/testProcess.ts'
import { fillWithDemo, SECRET_KEY } from './demos.ts'

const server = process.env.TEST_DATABASE_URL
const folder = mkdtempSync(join(tmpdir(), 'houtai-upgrade-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const fillOld = (db: Database) => fillWithDemo(db, '0.1.0')
const setMinimum = (db: Database, minimum: string) =>
  db.updateTable('programVersion').set({ minimum }).where('isOnly', '=', true).execute()

/** Runs `work` on a new database of the server, and drops it afterwards. */
async function onServer(work: (url: string, db: Database) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  const name = `houtai_upgrade_${process.pid}`
  await admin.query(`create database ${name}`)
  const testUrl = new URL(server ?? '')
  testUrl.pathname = `/${name}`
  const db = connect({ url: testUrl.href }, () => {})
  try {
    await work(testUrl.href, db)
  } finally {
    await db.destroy()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}

const TOO_OLD = `这个程序是 ${PROGRAM_VERSION}，数据库已由 ${PROGRAM_VERSION} 升级，只接受 99.0.0 或更新的程序写入。请升级程序后再启动，数据没有改动。\n`

const run = (command: string, settings: Record<string, string>, ...args: string[]) =>
  refusedProgram([...args, '--demo'], settings, `commands/${command}.ts`)

/** Starts the program on a database of 0.1.0 and checks the upgrade; `backedUp` matches its output on the backup. */
async function startUpgrades(settings: Record<string, string>, backedUp: RegExp): Promise<void> {
  const node = await startProgram(['--demo'], settings)
  assert.match(node.output(), /正在把数据库升级到程序 [\d.]+：\d+ 个迁移。/)
  assert.match(node.output(), backedUp)
  assert.match(node.output(), /已完成 066-program-version\.sql/)
  const { data } = (await (await fetch(`${node.base}/api/health/live`)).json()) as {
    data: { schema: string }
  }
  assert.deepEqual(data, { status: 'ok', version: PROGRAM_VERSION, schema: data.schema })
  assert.ok(data.schema >= '066')
  assert.match(
    node.output(),
    new RegExp(`"version":"${PROGRAM_VERSION}","schema":"${data.schema}","msg":"started"`),
  )
  assert.equal(await node.stop(), 0)
}

test('a start backs up and upgrades a folder of 0.1.0; an older program is refused afterwards', async () => {
  const settings = { DATA_DIR: join(folder, 'data'), SECRET_KEY }
  await withEngine(settings.DATA_DIR, false, fillOld)
  await startUpgrades(settings, /已先备份 475\d\d 行到 /)
  const [backup] = readdirSync(backupFolder(settings.DATA_DIR))
  assert.ok(backup)
  const key = deriveKeys(Buffer.from(SECRET_KEY, 'base64'))('backup').export()
  await verifyBackup(join(backupFolder(settings.DATA_DIR), backup), decryptionFor({ key, passphrase: null }))
  await withEngine(settings.DATA_DIR, false, (db) => setMinimum(db, '99.0.0'))
  assert.deepEqual(await refusedProgram(['--demo'], settings), { code: 1, output: TOO_OLD })
})

test('a start upgrades a server’s database of 0.1.0 and advises a backup; every older command is refused afterwards', {
  skip: server ? false : 'needs TEST_DATABASE_URL',
}, async () => {
  await onServer(async (DATABASE_URL, db) => {
    await fillOld(db)
    const settings = { DATABASE_URL, DATA_DIR: folder, SECRET_KEY }
    const notYet = `数据库还没有升级到 ${PROGRAM_VERSION}。请先运行 npm run migrate，或启动程序。\n`
    assert.deepEqual(await run('auditVerify', settings), { code: 2, output: notYet })
    const checked = await run('migrate', settings, '--check')
    assert.equal(checked.code, 0, checked.output)
    assert.match(checked.output, /^数据库：程序 0\.1\.0，结构 062。程序：/)
    assert.match(checked.output, /\n {2}066-program-version\.sql\n {6}audit（约 [\d,]+ 行）：写入要等\n/)
    assert.match(checked.output, /这次只是检查，没有改动任何东西。\n$/)
    await startUpgrades(settings, /升级前的备份请用 PostgreSQL 自己的工具做，例如 pg_dump。/)
    assert.match((await run('migrate', settings)).output, /^数据库已是最新（\d{3}），没有改动。\n$/)
    const verified = await run('auditVerify', settings)
    assert.equal(verified.code, 0, verified.output)
    await setMinimum(db, '99.0.0')
    const refused = { code: 1, output: TOO_OLD }
    assert.deepEqual(await refusedProgram(['--demo'], settings), refused)
    assert.deepEqual(await run('migrate', settings), refused)
    assert.deepEqual(await run('migrate', settings, '--check'), refused)
    assert.deepEqual(await run('staffErase', settings), refused)
  })
})
