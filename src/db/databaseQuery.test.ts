import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { emptyDatabase } from '#testing/testApp.ts'

const db = await emptyDatabase()

/** The part of `pg`'s query that receives a description. */
interface Described {
  handleRowDescription: (message: unknown) => void
}

test('the rows of a prepared statement are described once on a connection, in a transaction too', async (t) => {
  const described = t.mock.method(pg.Query.prototype as unknown as Described, 'handleRowDescription')
  const read = (n: number, on = db) =>
    sql<object>`select ${n}::int as n, null as nothing, current_date as day, array[1, 2] as list`.execute(on)
  const [first] = (await read(0)).rows
  assert.ok(first)
  for (const n of [1, 2, 3]) assert.deepEqual((await read(n)).rows, [{ ...first, n }])
  const inTransaction = await db.transaction().execute(async (tx) => [await read(4, tx), await read(5, tx)])
  assert.deepEqual(
    inTransaction.flatMap(({ rows }) => rows),
    [4, 5].map((n) => ({ ...first, n })),
  )
  // Once without a name, and once as a prepared statement.
  assert.equal(described.mock.callCount(), 2)
})

test('statements without rows, with none and with several return them from the first execution on', async () => {
  await sql`create table described (id int)`.execute(db)
  const insert = (id: number) => sql`insert into described (id) values (${id})`.execute(db)
  for (const id of [1, 2, 3, 4]) assert.equal((await insert(id)).numAffectedRows, 1n)
  const read = async (id: number) =>
    (await sql<object>`select id from described where id >= ${id} order by id`.execute(db)).rows
  assert.deepEqual(await Promise.all([5, 5, 5].map(read)), [[], [], []])
  assert.deepEqual(await read(3), [{ id: 3 }, { id: 4 }])
  const exists = async (id: number) => (await sql`select from described where id = ${id}`.execute(db)).rows
  for (const id of [1, 1, 1, 9]) assert.equal((await exists(id)).length, id === 9 ? 0 : 1)
})

test('a prepared statement that fails is described again', async () => {
  const divide = async (by: number) => (await sql<object>`select 12 / ${by}::int as n`.execute(db)).rows
  for (const by of [1, 2, 3]) assert.deepEqual(await divide(by), [{ n: 12 / by }])
  await assert.rejects(divide(0), { code: '22012' })
  for (const by of [3, 4]) assert.deepEqual(await divide(by), [{ n: 12 / by }])
})

test('lists of numbers arrive as they were sent', async () => {
  const read = async (list: (number | null)[]) =>
    (await sql<{ list: number[] }>`select ${list}::float8[] as list`.execute(db)).rows[0]?.list
  const lists = [[], [7], [-1, 0, 12.5, 1e21, 2 ** 53 - 1, Number.NaN, Number.POSITIVE_INFINITY], [null, 1]]
  for (const list of lists) assert.deepEqual(await read(list), list)
})
