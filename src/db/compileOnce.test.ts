import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { emptyDatabase } from '#testing/testApp.ts'
import { compileOnce } from './compileOnce.ts'

const db = await emptyDatabase()

test('a query is built once; each use has its own values, also where a value occurs twice', async () => {
  let built = 0
  const rows = compileOnce((on, first: string, second: string) => {
    built += 1
    return on
      .selectFrom(sql<{ id: number }>`(select 1 as id)`.as('one'))
      .select([
        sql<string>`${first} || ${second} || ${first}`.as('joined'),
        sql<string>`${'the same'}::text`.as('constant'),
      ])
  })
  for (const [first, second, joined] of [
    ['a', 'b', 'aba'],
    ['$1', '$2', '$1$2$1'],
  ] as const) {
    const { rows: found } = await sql<object>`${rows(db, first, second)} where id = ${1}`.execute(db)
    assert.deepEqual(found, [{ joined, constant: 'the same' }])
  }
  assert.equal(built, 1)
})
