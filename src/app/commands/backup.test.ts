import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { restoreFolder } from '#db/backup/embedded.ts'
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
import { assertCompletePairs, startWriting, sums } from './testBackups.ts'

const folder = mkdtempSync(join(tmpdir(), 'houtai-backup-'))
const file = join(folder, 'whole.gz')
const data = join(folder, 'data')
const world = await testApp(seedWorld)

// Written through the API, so that the backup contains audit lines and their chain.
const made = await world.as('sales').post('/api/customers', { name: '引号"、\\与 𠮷' })
assert.equal(made.status, 200)
const logo = { name: '标志.png', bytes: pngPicture(9, 9) }
assert.equal((await world.as('admin').upload('/api/companies/001/logo', logo, { version: '1' })).status, 200)
// Characters that end a line in other formats, but not in a backup.
const separators = JSON.stringify('\u2028\u2029\r\n\u0085')
await world.db.insertInto('setting').values({ key: 'separators', value: separators }).execute()
await writeBackup(world.db, file, NOON)

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

test('a backup from either engine is restored on the embedded one row by row', async () => {
  assert.equal(statSync(file).mode & 0o077, 0)
  const { before: old } = await restoreFolder(data, file, { replace: false, now: NOON })
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

test('existing data is refused without --replace; with it, the old data is kept under another name', async () => {
  await assert.rejects(restoreFolder(data, file, { replace: false, now: NOON }), /--replace/)
  const { before: old, rows } = await restoreFolder(data, file, { replace: true, now: NOON })
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
    await assert.rejects(restoreFolder(target, path, { replace: false, now: NOON }), inOneSentence, name)
    assert.ok(!readdirSync(target).includes('pg'), name)
    if (name !== 'newer.gz') await assert.rejects(verifyBackup(path), BackupError, name)
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
    await assert.rejects(restoreFolder(target, path, { replace: false, now: NOON }), (error: Error) => {
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
  await assert.rejects(restoreFolder(target, path, { replace: false, now: NOON }), inOneSentence)
  assert.ok(!readdirSync(target).includes('pg'))
})

test('an unwritable backup path is reported, and leaves no partial file', async () => {
  await assert.rejects(writeBackup(world.db, join(file, 'below.gz'), NOON), inOneSentence)
  await assert.rejects(writeBackup(world.db, folder, NOON), /是文件夹/)
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
    await writeBackup(db, old, NOON)
  })
  const target = join(folder, 'data-old')
  await restoreFolder(target, old, { replace: false, now: NOON })
  await onFolder(target, async (db) => {
    assert.deepEqual(Object.keys(await sums(db)), Object.keys(await sums(world.db)))
    assert.deepEqual(await db.selectFrom('company').select('name').execute(), [{ name: '旧公司' }])
  })
})

test('the commands print their result, or the argument that is missing', async () => {
  const run = (args: string[]) => refusedProgram(args, { DATA_DIR: data }, 'commands/backup.ts')
  const made = await run([join(folder, 'by-command.gz')])
  assert.equal(made.code, 0, made.output)
  assert.match(made.output, /已备份 \d+ 行到 .*by-command\.gz，并已读回核对。/)
  const without = await refusedProgram([], { DATA_DIR: data }, 'commands/restore.ts')
  assert.equal(without.output, '请写明要恢复的备份文件：npm run restore -- 文件\n')
  assert.equal(without.code, 1)
})

test('a backup made during writes contains all earlier rows and no partial transaction', async () => {
  await onFolder(data, async (db) => {
    const writes = startWriting(db)
    await writes.reached(3)
    const before = writes.done()
    const path = join(folder, 'in-use.gz')
    const { code, output } = await refusedProgram([path], { DATA_DIR: data }, 'commands/backup.ts')
    assert.equal(code, 0, output)
    const meanwhile = writes.done() - before
    assert.ok(meanwhile > 0, 'the backup kept everybody waiting')
    await writes.stop()
    assertCompletePairs(path, before)
    assert.ok(!readdirSync(data).some((name) => name.startsWith('snapshot-')))
  })
})
