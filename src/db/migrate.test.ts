import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { emptyDatabase } from '#testing/testApp.ts'
import type { Database } from './connect.ts'
import { MigrationError, migrate } from './migrate.ts'

const server = process.env.TEST_DATABASE_URL
/** The embedded engine runs one transaction at a time, so transactions never wait for each other's locks. */
const onServer = { skip: server ? false : 'needs TEST_DATABASE_URL' }

/** A folder of migrations and a function that writes one. */
function migrations(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-migrations-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return {
    folder: pathToFileURL(`${folder}/`),
    write: (name: string, text: string) => writeFileSync(join(folder, name), text),
  }
}

const rowsOf = async <Row>(db: Database, text: string) => (await sql.raw<Row>(text).execute(db)).rows

test('each migration is committed separately; after a failure the next call resumes with the failed one', async (t) => {
  const db = await emptyDatabase()
  const { folder, write } = migrations(t)
  write('001-a.sql', 'create table a (id int); insert into a values (1);')
  write('002-b.sql', 'insert into a values (2); select 1 / 0;')
  const applied: string[] = []
  const options = { folder, onApplied: (name: string) => void applied.push(name) }
  await assert.rejects(migrate(db, options), /division by zero/)
  assert.deepEqual(await rowsOf(db, 'select id from a'), [{ id: 1 }])
  write('002-b.sql', 'insert into a values (3);')
  assert.equal(await migrate(db, options), 1)
  assert.deepEqual(await rowsOf(db, 'select id from a'), [{ id: 1 }, { id: 3 }])
  assert.deepEqual(applied, ['001-a.sql', '002-b.sql'])
  assert.equal(await migrate(db, options), 0)
})

test('a migration file that changed after it was applied stops the migration', async (t) => {
  const db = await emptyDatabase()
  const { folder, write } = migrations(t)
  write('001-a.sql', 'create table a (id int);')
  await migrate(db, { folder })
  write('001-a.sql', 'create table a (id bigint);')
  await assert.rejects(
    migrate(db, { folder }),
    new MigrationError('数据库迁移文件 001-a.sql 在应用之后被改动过，已停止。'),
  )
})

test('a fill runs in batches, each in its own transaction, and resumes after an interruption', async (t) => {
  const db = await emptyDatabase()
  const { folder, write } = migrations(t)
  write(
    '001-a.sql',
    'create table a (id int, divisor int, half int, batch xid8); insert into a select n, 1 from generate_series(1, 25) n;',
  )
  write(
    '002-half.fill.sql',
    `update a set half = id / divisor, batch = pg_current_xact_id()
     where id in (select id from a where half is null order by id limit 10)`,
  )
  write('001-b.sql', 'update a set divisor = 0 where id = 15;')
  await assert.rejects(migrate(db, { folder }), /division by zero/)
  const filled = () => rowsOf<{ n: number }>(db, 'select count(half)::int as n from a')
  assert.deepEqual(await filled(), [{ n: 10 }])
  await sql.raw('update a set divisor = 1 where id = 15').execute(db)
  await migrate(db, { folder })
  assert.deepEqual(await filled(), [{ n: 25 }])
  assert.deepEqual(await rowsOf(db, 'select count(distinct batch)::int as n from a'), [{ n: 3 }])
})

test(
  'a migration that waits for a lock lets other queries pass and is applied once the lock is free',
  onServer,
  async (t) => {
    const db = await emptyDatabase()
    const { folder, write } = migrations(t)
    write('001-a.sql', 'create table a (id int);')
    await migrate(db, { folder })
    write('002-a.sql', 'alter table a add name text;')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: locked, resolve: signalLocked } = Promise.withResolvers<void>()
    const holder = db.transaction().execute(async (tx) => {
      await sql`select * from a`.execute(tx)
      signalLocked()
      await released
    })
    await locked
    const upgraded = migrate(db, { folder })
    const waitingLocks = sql<{ n: number }>`select count(*)::int as n from pg_locks
      where not granted and mode = 'AccessExclusiveLock' and database = (
        select oid from pg_database where datname = current_database())`
    while ((await waitingLocks.execute(db)).rows[0]?.n === 0);
    // This query queues behind the migration's lock request until the request times out.
    assert.deepEqual(await rowsOf(db, 'select id from a'), [])
    release()
    await holder
    assert.equal(await upgraded, 1)
    assert.deepEqual(await rowsOf(db, 'select name from a'), [])
  },
)

test('a migration that never gets its lock fails with a message; earlier ones stay', onServer, async (t) => {
  const db = await emptyDatabase()
  const { folder, write } = migrations(t)
  write('001-a.sql', 'create table a (id int);')
  await migrate(db, { folder })
  write('002-a.sql', 'alter table a add name text;')
  await db.transaction().execute(async (tx) => {
    await sql`select * from a`.execute(tx)
    await assert.rejects(migrate(db, { folder, timeoutMs: 0 }), {
      message: '迁移 002-a.sql 等不到数据库的锁：有别的连接长时间占用。已完成的迁移保留，请稍后再启动。',
    })
  })
  assert.equal(await migrate(db, { folder }), 1)
})

test('nodes that migrate concurrently apply each migration once', onServer, async (t) => {
  const db = await emptyDatabase()
  const { folder, write } = migrations(t)
  write('001-a.sql', 'create table a (id int);')
  for (const n of [2, 3, 4, 5]) write(`00${n}-a.sql`, `insert into a values (${n});`)
  const counts = await Promise.all([1, 2, 3].map(() => migrate(db, { folder })))
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    5,
  )
  assert.deepEqual(await rowsOf(db, 'select id from a order by id'), [
    { id: 2 },
    { id: 3 },
    { id: 4 },
    { id: 5 },
  ])
})
