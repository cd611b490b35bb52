import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { emptyDatabase, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { databaseVersion } from './databaseVersion.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { isOlder, PROGRAM_TOO_OLD, PROGRAM_VERSION } from './version.ts'

const { as, db } = await testApp(seedWorld)

const setVersion = (values: { newest?: string; minimum?: string }) =>
  db.updateTable('programVersion').set(values).where('isOnly', '=', true).execute()

test('the changelog lists all versions in descending order, from this one to 0.1.0', () => {
  const text = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
  const versions = [...text.matchAll(/^## (\S+)$/gm)].map(([, version = '']) => version)
  assert.equal(versions[0], PROGRAM_VERSION)
  assert.deepEqual(
    versions,
    versions.toSorted((a, b) => (isOlder(a, b) ? 1 : -1)),
  )
  assert.equal(versions.at(-1), '0.1.0')
})

test('versions are compared number by number', () => {
  const older = [
    ['0.1.0', '0.2.0'],
    ['0.9.1', '0.10.0'],
    ['0.2.0', '1.0.0'],
    ['0.2.0', '0.2.1'],
  ] as const
  for (const [a, b] of older) {
    assert.equal(isOlder(a, b), true)
    assert.equal(isOlder(b, a), false)
  }
  assert.equal(isOlder('0.2.0', '0.2.0'), false)
})

test('a database stores the newest program version, the minimum to write, and its last migration', async () => {
  const empty = await emptyDatabase()
  assert.deepEqual(await databaseVersion(empty), { newest: '0.1.0', minimum: '0.1.0', schema: null })
  const last = (await pendingMigrations(empty)).at(-1)?.name.slice(0, 3)
  await migrate(empty)
  const { newest, schema } = await databaseVersion(empty)
  assert.deepEqual({ newest, schema }, { newest: PROGRAM_VERSION, schema: last })
})

test('a start of an older program that may write does not lower the stored version', async (t) => {
  t.after(() => setVersion({ newest: PROGRAM_VERSION }))
  await setVersion({ newest: '99.0.0' })
  await migrate(db)
  assert.equal((await databaseVersion(db)).newest, '99.0.0')
})

test('a program below the minimum version can read, and its writes are refused with a message', async (t) => {
  t.after(() => setVersion({ minimum: '0.1.0' }))
  await setVersion({ minimum: '99.0.0' })
  const refused = await as('sales').post('/api/customers', { name: '版本试验客户' })
  assert.equal(refused.status, 503)
  assert.equal(
    refused.body.errorMessage,
    '数据库已由更新的程序升级，这个程序不能再写入，您的操作没有保存。请稍后刷新页面再试。',
  )
  const list = await as('sales').get('/api/customers?keyword=版本试验客户')
  assert.equal(list.status, 200)
  assert.equal(list.data.total, 0)
})

test('a job run cannot be written by a session whose version is missing or below the minimum', async (t) => {
  t.after(() => setVersion({ minimum: '0.1.0' }))
  await setVersion({ minimum: PROGRAM_VERSION })
  const writeRun = (version: string) =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('houtai.program', ${version}, true)`.execute(tx)
      await sql`insert into job_run (job, due_at, node, started_at, beat_at)
        values ('test', now(), 'n', now(), now())`.execute(tx)
    })
  await assert.rejects(writeRun(''), { code: PROGRAM_TOO_OLD })
  await assert.rejects(writeRun('0.1.9'), { code: PROGRAM_TOO_OLD })
  await writeRun(PROGRAM_VERSION)
})
