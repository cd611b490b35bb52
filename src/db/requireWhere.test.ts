import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { requireWhere } from './requireWhere.ts'
import type { DB } from './tables.ts'

const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [requireWhere],
})

test('an update or delete without a condition throws before it is sent to the database', () => {
  const refused = /has no condition/
  assert.throws(() => db.updateTable('store').set({ name: '' }).compile(), refused)
  assert.throws(() => db.deleteFrom('store').compile(), refused)
  for (const query of [
    db.updateTable('store').set({ name: '' }).where('id', '=', 1),
    db.deleteFrom('store').where('id', '=', 1),
    db.selectFrom('store').select('id'),
  ])
    assert.ok(query.compile().sql)
})
