import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { emptyDatabase, testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import { PLAN_EACH_TIME, planOfRange, StatementNames, WITH_NEXT, withNext } from './statements.ts'

const db = await emptyDatabase()

test('a statement gets a name on its second use and keeps it', () => {
  const names = new StatementNames()
  assert.equal(names.nameOf('select 1'), undefined)
  const name = names.nameOf('select 1')
  assert.ok(name)
  assert.equal(names.nameOf('select 1'), name)
  names.nameOf('select 2')
  assert.notEqual(names.nameOf('select 2'), name)
})

test('a statement that is not a query, is too long or is planned each time gets no name', () => {
  const names = new StatementNames()
  const long = `select ${'1,'.repeat(10_001)}1`
  for (const text of ['begin', "set local lock_timeout = '1s'", long, `select 1 ${PLAN_EACH_TIME}`]) {
    names.nameOf(text)
    assert.equal(names.nameOf(text), undefined, text.slice(0, 40))
  }
})

test('statements that read a week share a plan; those that read a quarter are planned each time', () => {
  const textOf = (from: string, to: string) =>
    sql`select ${from} ${planOfRange(from, to)}`.compile(db).sql.replace('$1 ', '$1')
  assert.equal(textOf('2026-05-11', '2026-05-17'), 'select $1')
  assert.equal(textOf('2026-02-17', '2026-05-17'), `select $1${PLAN_EACH_TIME}`)
})

test('when all names are used, a new generation starts with names that were never used before', () => {
  const names = new StatementNames(2)
  const assigned = new Set<string>()
  for (const text of ['select 1', 'select 2', 'select 3']) {
    names.nameOf(text)
    assigned.add(names.nameOf(text) ?? '')
  }
  assert.deepEqual([names.generation, assigned.size], [1, 3])
})

test('a statement runs in one process', async () => {
  const { rows } = await sql<{
    workers: string
  }>`select current_setting('max_parallel_workers_per_gather') as workers`.execute(db)
  assert.deepEqual(rows, [{ workers: '0' }])
})

const countPrepared = () =>
  sql<{
    counted: number
  }>`select count(*) as counted from pg_prepared_statements where statement like ${'%as counted%'}`

test('a repeated statement is prepared on its connection', async () => {
  for (let time = 0; time < 3; time += 1) await countPrepared().execute(db)
  const { rows } = await countPrepared().execute(db)
  assert.equal(rows[0]?.counted, 1)
})

test('after a column is added, a prepared read returns it, and a transaction fails with STALE_PLAN', async () => {
  await sql`create table grown (id int)`.execute(db)
  await sql`insert into grown (id) values (1)`.execute(db)
  const read = (on = db) => sql<object>`select * from grown where id = ${1}`.execute(on)
  for (let time = 0; time < 3; time += 1) await read()
  await sql`alter table grown add column added int`.execute(db)
  assert.deepEqual((await read()).rows, [{ id: 1, added: null }])

  for (let time = 0; time < 3; time += 1) await read()
  await sql`alter table grown add column more int`.execute(db)
  await assert.rejects(
    db.transaction().execute((tx) => read(tx)),
    { code: 'STALE_PLAN' },
  )
  assert.deepEqual((await db.transaction().execute((tx) => read(tx))).rows, [
    { id: 1, added: null, more: null },
  ])
})

test('a request whose tables are altered by another node’s upgrade succeeds and writes once', async () => {
  const { as, db: appDb } = await testApp(seedWorld)
  const id = await idsIn(appDb).storeId('晨曦家居旗舰店')
  const write = async (remark: string) => {
    const { version } = (await as('admin').get(`/api/stores/${id}`)).data
    return as('admin').patch(`/api/stores/${id}`, { version, remark })
  }
  for (const remark of ['1', '2', '3', '4']) assert.equal((await write(remark)).status, 200)
  for (const table of ['store', 'customer', 'staff', 'session', 'audit'])
    await sql.raw(`alter table ${table} add column of_later text`).execute(appDb)
  const { status, data, body } = await write('5')
  assert.deepEqual([status, data?.remark], [200, '5'], body.errorMessage)
  const { rows } = await sql<{ n: number }>`select count(*) as n from audit
    where entity = 'store' and record_id = ${String(id)} and action = 'update'`.execute(appDb)
  assert.equal(rows[0]?.n, 5)
})

const rowsOf = async (on = db) =>
  (await sql<{ id: number }>`select id from noted order by id`.execute(on)).rows
const note = (id: string, on = db) =>
  sql`insert into noted (id) select value::int from (select ${id}::text as value) given ${withNext}`.execute(
    on,
  )

test('a statement with the next one is sent with the commit, or before what is read after it', async () => {
  assert.equal(withNext.compile(db).sql, WITH_NEXT)
  await sql`create table noted (id int primary key)`.execute(db)
  const trips = async (work: (tx: typeof db) => Promise<unknown>) => {
    let count = 0
    const { query } = pg.Client.prototype
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      count += 1
      return Reflect.apply(query, this, args)
    } as typeof query
    try {
      await db.transaction().execute(work)
      return count
    } finally {
      pg.Client.prototype.query = query
    }
  }
  // Repeated, so that the statement is prepared.
  for (const id of ['1', '2', '3']) {
    assert.equal(await trips(async (tx) => [await sql`select 1`.execute(tx), await note(id, tx)]), 2)
  }
  assert.deepEqual(await rowsOf(), [{ id: 1 }, { id: 2 }, { id: 3 }])
  const seen = await db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    await note('4', tx)
    return rowsOf(tx)
  })
  assert.equal(seen.length, 4)
  // As the first statement of a transaction, before one of the simple protocol, and outside a transaction.
  await db.transaction().execute((tx) => note('5', tx))
  await db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    await note('6', tx)
    await sql`set local lock_timeout = '1s'; select 1`.execute(tx)
  })
  await note('7')
  assert.equal((await rowsOf()).length, 7)
})

test('if a statement with the next one fails, its transaction fails and saves nothing; a rollback drops it', async () => {
  const before = await rowsOf()
  const failing = db.transaction().execute(async (tx) => {
    await sql`insert into noted (id) values (8)`.execute(tx)
    await note('1', tx)
  })
  await assert.rejects(failing, { code: '23505' })
  const refused = db.transaction().execute(async (tx) => {
    await sql`insert into noted (id) values (8)`.execute(tx)
    await note('9', tx)
    throw new Error('refused')
  })
  await assert.rejects(refused, /refused/)
  assert.deepEqual(await rowsOf(), before)
  // The connection serves the next transaction.
  await db.transaction().execute(async (tx) => {
    await sql`insert into noted (id) values (8)`.execute(tx)
    await note('9', tx)
  })
  assert.equal((await rowsOf()).length, before.length + 2)
})

test('a statement with the next one is refused if a value is not a text', async () => {
  const refused = db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    await sql`insert into noted (id) select ${10}::int ${withNext}`.execute(tx)
  })
  await assert.rejects(refused, /texts only/)
})
