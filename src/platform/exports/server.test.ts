import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)

const entry = {
  list: 'list.stores',
  module: '店铺',
  filters: ['平台：天猫'],
  columns: ['店铺', '平台'],
  rows: 12,
}

test('POST /api/exports: the audit log records who exported what, with filters, columns and rows', async () => {
  assert.equal((await as('sales').post('/api/exports', entry)).status, 200)
  const line = await db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'export')
    .executeTakeFirstOrThrow()
  assert.deepEqual([line.actorName, line.action, line.recordId], ['何立', 'export', 'list.stores'])
  assert.deepEqual(line.changes, {
    module: [null, '店铺'],
    filters: [null, ['平台：天猫']],
    columns: [null, ['店铺', '平台']],
    rows: [null, 12],
  })
})

test('POST /api/exports: invalid input gets 400 and leaves no log line', async () => {
  const before = await db.selectFrom('audit').select('id').execute()
  const long = Array.from({ length: 31 }, () => 'x')
  for (const wrong of [
    { list: '../x' },
    { module: ' ' },
    { columns: [] },
    { rows: -1 },
    { filters: long },
    { more: 1 },
  ]) {
    assert.equal((await as('sales').post('/api/exports', { ...entry, ...wrong })).status, 400)
  }
  assert.equal((await db.selectFrom('audit').select('id').execute()).length, before.length)
})
