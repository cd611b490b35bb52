import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { restoreFolder } from '#db/backup/embedded.ts'
import { WITHOUT_KEYS } from '#db/backup/encryption.ts'
import { BackupError, RowSum } from '#db/backup/format.ts'
import { verifyBackup } from '#db/backup/read.ts'
import { writeBackup } from '#db/backup/write.ts'
import { connect, type Database } from '#db/connect.ts'
import { startEngine } from '#db/embedded.ts'
import { applyMigrations } from '#db/migrate.ts'
import { NOON, testApp } from '#testing/testApp.ts'
import { pngPicture } from '#testing/testPictures.ts'
import { refusedProgram } from '#testing/testProcess.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { assertCompletePairs, SECRET_KEY, startWriting, sums } from './testBackups.ts'

const folder = mkdtempSync(join(tmpdir(), 'houtai-backup-'))
const file = join(folder, 'whole.gz')
const data = join(folder, 'data')
const world = await testApp(seedWorld)
const PLAIN = { now: NOON, decryption: WITHOUT_KEYS }
const plainTo = (path: string) => ({ path, madeAt: NOON, encryption: null })
/** The settings of the commands. */
const settings = { DATA_DIR: data, SECRET_KEY }

// Written through the API, so that the backup contains audit lines and their chain.
const made = await world.as('sales').post('/api/customers', { name: '引号"、\\与 𠮷' })
assert.equal(made.status, 200)
const logo = { name: '标志.png', bytes: pngPicture(9, 9) }
assert.equal((await world.as('admin').upload('/api/companies/001/logo', logo, { version: '1' })).status, 200)
// Characters that end a line in other formats, but not in a backup.
const separators = JSON.stringify('\u2028\u2029\r\n\u0085')
await world.db.insertInto('setting').values({ key: 'separators', value: separators }).execute()
await writeBackup(world.db, plainTo(file))

after(() => rmSync(folder, { recursive: true, force: true }))

async function onFolder<T>(dataFolder: string, work: (db: Database) => Promise<T>): Promise<T> {
  const engine = await startEngine(dataFolder, { durable: false })
  const db = connect(engine, () => {})
  try {
    return await work(db)
  } finally {
    await db.destroy()
    await engine.close()
  }
}

/** The definitions of all indexes and constraints, and how each trigger is enabled. */
async function schemaOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select indexdef as text from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    order by text`.execute(db)
  return rows.map(({ text }) => text)
}

test('a backup from either engine is restored on the embedded one row by row', async () => {
  assert.equal(statSync(file).mode & 0o077, 0)
  const { before: old } = await restoreFolder(data, file, { ...PLAIN, replace: false })
  assert.equal(old, null)
  await onFolder(data, async (db) => {
    const [restored, original] = [await sums(db), await sums(world.db)]
    assert.ok(Object.keys(original).length > 15)
    assert.deepEqual(restored, original)
    const next = sql<{ id: number }>`select nextval(pg_get_serial_sequence('customer', 'id')) as id`
    const [restoredRows, there] = [await next.execute(db), await next.execute(world.db)]
    assert.deepEqual(restoredRows.rows, there.rows)
    await assert.rejects(sql`update audit set action = 'x'`.execute(db), /append-only/)
    await assert.rejects(sql`update store set customer_id = 0`.execute(db), /foreign key/)
  })
})

test('a restored database has every index, constraint and trigger of a new one', async () => {
  const schema = await onFolder(join(folder, 'new'), async (db) => {
    await applyMigrations(db)
    return schemaOf(db)
  })
  assert.ok(schema.length > 500, String(schema.length))
  assert.deepEqual(await onFolder(data, schemaOf), schema)
})

test('existing data is refused without --replace; with it, the old data is kept under another name', async () => {
  await assert.rejects(restoreFolder(data, file, { ...PLAIN, replace: false }), /--replace/)
  const { before: old, rows } = await restoreFolder(data, file, { ...PLAIN, replace: true })
  assert.ok(rows > 0)
  assert.ok(readdirSync(old ?? '').includes('PG_VERSION'))
})

test('a changed, truncated or foreign file restores nothing', async () => {
  const text = gunzipSync(readFileSync(file)).toString()
  const wrong = {
    'changed.gz': gzipSync(text.replace('晨曦家居旗舰店', '晨曦家居专卖店')),
    'cut.gz': gzipSync(text.slice(0, text.lastIndexOf('{"end"'))),
    'torn.gz': readFileSync(file).subarray(0, 2_000),
    'none.gz': gzipSync('hello\n'),
    'empty.gz': Buffer.alloc(0),
    'empty-inside.gz': gzipSync(''),
    'zeros.gz': Buffer.alloc(50_000),
    'zeros-inside.gz': gzipSync(Buffer.alloc(50_000)),
    'garbage.gz': Buffer.from(text.slice(0, 50_000)),
    'joined.gz': Buffer.concat([readFileSync(file), Buffer.from('more')]),
    'line.gz': gzipSync(text.replace('\n{"table":"setting"}\n', '\n{"table":"setting"}\n{"no json\n')),
    'header.gz': gzipSync(text.replace('"madeAt":"2', '"madeAt":"x')),
    'newer.gz': gzipSync(text.replace('001-people-and-records.sql', '999-from-the-future.sql')),
  }
  for (const [name, bytes] of Object.entries(wrong)) {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    const target = join(folder, `data-${name}`)
    await assert.rejects(restoreFolder(target, path, { ...PLAIN, replace: false }), inOneSentence, name)
    assert.ok(!readdirSync(target).includes('pg'), name)
    if (name !== 'newer.gz') await assert.rejects(verifyBackup(path, WITHOUT_KEYS), BackupError, name)
  }
})

/** Asserts that the error is one Chinese sentence for the operator. */
function inOneSentence(error: Error): boolean {
  assert.ok(error instanceof BackupError, error.stack)
  assert.match(error.message, /^[^\n]*[\u4e00-\u9fff][^\n]*。$/)
  return true
}

test('a path that is not a file restores nothing', async () => {
  const target = join(folder, 'data-from-nothing')
  const reasons = {
    [join(folder, 'missing.gz')]: /没有这个文件/,
    [folder]: /不是文件/,
    [join(file, 'below.gz')]: /路径中有一段是文件/,
  }
  for (const [path, reason] of Object.entries(reasons)) {
    await assert.rejects(restoreFolder(target, path, { ...PLAIN, replace: false }), (error: Error) => {
      assert.match(error.message, reason)
      return inOneSentence(error)
    })
  }
})

test('rows that match their digests but not the schema restore nothing', async () => {
  const [header = ''] = gunzipSync(readFileSync(file)).toString().split('\n')
  const row = JSON.stringify({ code: 'a code that is far too long', name: 'x' })
  const sum = new RowSum()
  sum.add(row)
  const path = join(folder, 'odd.gz')
  const text = [header, '{"table":"company"}', row, JSON.stringify({ end: { company: sum.result() } })].join(
    '\n',
  )
  writeFileSync(path, gzipSync(text))
  const target = join(folder, 'data-odd')
  await assert.rejects(restoreFolder(target, path, { ...PLAIN, replace: false }), inOneSentence)
  assert.ok(!readdirSync(target).includes('pg'))
})

test('an unwritable backup path is reported, and leaves no partial file', async () => {
  await assert.rejects(writeBackup(world.db, plainTo(join(file, 'below.gz'))), inOneSentence)
  await assert.rejects(writeBackup(world.db, plainTo(folder)), /是文件夹/)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.part')),
    [],
  )
})

test('a backup of an older schema is upgraded to the newest one', async () => {
  const old = join(folder, 'old.gz')
  const { rows } = await sql<{
    name: string
    sha256: string
  }>`select name, sha256 from migration order by name limit 2`.execute(world.db)
  await onFolder(join(folder, 'old'), async (db) => {
    await db
      .transaction()
      .execute((tx) => applyMigrations(tx, new Map(rows.map((row) => [row.name, row.sha256]))))
    await sql`insert into company (code, name) values ('001', '旧公司')`.execute(db)
    await writeBackup(db, plainTo(old))
  })
  const target = join(folder, 'data-old')
  await restoreFolder(target, old, { ...PLAIN, replace: false })
  await onFolder(target, async (db) => {
    assert.deepEqual(Object.keys(await sums(db)), Object.keys(await sums(world.db)))
    assert.deepEqual(await db.selectFrom('company').select('name').execute(), [{ name: '旧公司' }])
  })
})

test('the commands print their result, or the argument that is missing', async () => {
  const made = await refusedProgram([join(folder, 'by-command.backup')], settings, 'commands/backup.ts')
  assert.equal(made.code, 0, made.output)
  assert.match(made.output, /已备份 \d+ 行到 .*by-command\.backup，并已读回核对。/)
  assert.match(made.output, /备份已加密，凭编号 [0-9a-f]{16} 的密钥打开。/)
  const without = await refusedProgram([], { DATA_DIR: data }, 'commands/restore.ts')
  assert.match(
    without.output,
    /^请写明要恢复的备份文件：npm run restore -- 文件\n从目的地恢复：npm run restore -- /,
  )
  assert.equal(without.code, 1)
})

test('an encrypted backup is opened by its key, by its passphrase, or not at all', async () => {
  const path = join(folder, 'kept.backup')
  const backup = (more: Record<string, string>, ...args: string[]) =>
    refusedProgram(args, { DATA_DIR: data, ...more }, 'commands/backup.ts')
  const restoreTo = (name: string, more: Record<string, string>) =>
    refusedProgram([path], { DATA_DIR: join(folder, name), ...more }, 'commands/restore.ts')

  const withoutKey = await backup({}, path)
  assert.equal(withoutKey.code, 1)
  assert.match(withoutKey.output, /^备份要加密，但没有可用的密钥。/)
  assert.ok(!readdirSync(data).includes('secret.key'), 'a command made a key')

  const made = await backup({ SECRET_KEY, BACKUP_PASSPHRASE: 'correct horse 电池' }, path)
  assert.match(made.output, /凭编号 [0-9a-f]{16} 的密钥或口令打开/)
  assert.ok(!readFileSync(path).includes(Buffer.from('晨曦')))
  const refusals: [Record<string, string>, RegExp][] = [
    [{}, /是加密的，没有打开：需要编号 [0-9a-f]{16} 的密钥/],
    [{ BACKUP_KEY: Buffer.alloc(32, 7).toString('base64') }, /现在的密钥编号是/],
    [{ BACKUP_PASSPHRASE: 'wrong horse 电池' }, /^口令不对/],
  ]
  for (const [settings, reason] of refusals) {
    const refused = await restoreTo('data-locked', settings)
    assert.equal(refused.code, 1)
    assert.match(refused.output, reason)
    assert.ok(!readdirSync(join(folder, 'data-locked')).includes('pg'))
  }
  for (const [name, value] of [
    ['SECRET_KEY', SECRET_KEY],
    ['BACKUP_PASSPHRASE', 'correct horse 电池'],
  ] as const) {
    const restored = await restoreTo(`data-by-${name}`, { [name]: value })
    assert.equal(restored.code, 0, restored.output)
    assert.match(restored.output, /^已恢复 \d+ 行，并逐行核对一致。/)
    assert.equal(restored.output.includes('没有它，程序不能启动'), name !== 'SECRET_KEY')
  }
  const plain = await backup({}, '--plain', join(folder, 'plain.gz'))
  assert.match(plain.output, /没有加密/)
  assert.ok((await verifyBackup(join(folder, 'plain.gz'), WITHOUT_KEYS)) > 0)
  assert.match((await backup({}, '--plain')).output, /请写明文件/)
})

test('npm run backup:key prints what to keep, and writes a new key only into a new file', async () => {
  const run = (more: Record<string, string>, ...args: string[]) =>
    refusedProgram(args, { DATA_DIR: data, ...more }, 'commands/backupKey.ts')
  const shown = await run({ SECRET_KEY })
  assert.equal(shown.code, 0, shown.output)
  assert.match(shown.output, /来自设置 SECRET_KEY。/)
  assert.ok(shown.output.includes(`\nSECRET_KEY=${SECRET_KEY}\n`))
  const path = join(folder, 'apart', 'backup.key')
  const written = await run({}, '--new', path)
  assert.equal(written.code, 0, written.output)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  const text = readFileSync(path, 'utf8').trim()
  assert.ok((await run({ SECRET_KEY, BACKUP_KEY_FILE: path })).output.includes(`\nBACKUP_KEY=${text}\n`))
  const again = await run({}, '--new', path)
  assert.match(again.output, /已存在，没有改动/)
  assert.equal(readFileSync(path, 'utf8').trim(), text)
})

test('a backup made during writes contains all earlier rows and no partial transaction', async () => {
  await onFolder(data, async (db) => {
    const writes = startWriting(db)
    await writes.reached(3)
    const before = writes.done()
    const path = join(folder, 'in-use.backup')
    const { code, output } = await refusedProgram([path], settings, 'commands/backup.ts')
    assert.equal(code, 0, output)
    const meanwhile = writes.done() - before
    assert.ok(meanwhile > 0, 'the backup kept everybody waiting')
    await writes.stop()
    await assertCompletePairs(path, before)
    assert.ok(!readdirSync(data).some((name) => name.startsWith('snapshot-')))
  })
})
