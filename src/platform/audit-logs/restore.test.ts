import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Changes, LOG_LIMITS } from '#kit/audit.ts'
import { NOON, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { sealPending, verifyChain, writeSystemAudit } from './queries.ts'

const { as, db } = await testApp(seedWorld)

const store = () =>
  db.selectFrom('store').selectAll().where('name', '=', '晨曦家居旗舰店').executeTakeFirstOrThrow()
const person = () =>
  db.selectFrom('staff').selectAll().where('username', '=', 'agent').executeTakeFirstOrThrow()

/** Updates the record through its form endpoint; returns the id of the log line. */
async function changed(who: string, path: string, body: object): Promise<number> {
  assert.equal((await as(who).patch(path, body)).status, 200)
  const line = await db.selectFrom('audit').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  return line.id
}

const restore = (who: string, id: number, field: string, version: number) =>
  as(who).post(`/api/audit-logs/${id}/restore`, { field, version })

test('restoring an older value is an ordinary edit with its own version and log line', async () => {
  const { id, version, targetReplyRateBp } = await store()
  const line = await changed('sales', `/api/stores/${id}`, { version, targetReplyRateBp: 9000, remark: '旁' })
  const { status, data } = await restore('sales', line, 'targetReplyRateBp', version + 1)
  assert.deepEqual([status, data.version], [200, version + 2])
  const now = await store()
  assert.deepEqual([now.targetReplyRateBp, now.remark], [targetReplyRateBp, '旁'])
  const { items } = (await as('sales').get(`/api/audit-logs?entity=store&recordId=${id}`)).data
  assert.deepEqual([items[0].via, items[0].changes], ['restore', { targetReplyRateBp: [9000, 9500] }])
})

test('a stale version, an unchanged value, an unknown field and a step’s field are refused', async () => {
  const { id, version } = await store()
  const line = await changed('sales', `/api/stores/${id}`, { version, remark: '新' })
  const stale = await restore('sales', line, 'remark', version)
  assert.deepEqual([stale.status, stale.body.errorCode], [409, 'STALE'])
  assert.equal((await restore('sales', line, 'remark', version + 1)).status, 200)
  const again = await restore('sales', line, 'remark', version + 2)
  assert.deepEqual([again.status, again.body.errorCode], [409, 'WRONG_STATE'])
  for (const field of ['status', 'category', 'version', 'constructor']) {
    assert.equal((await restore('sales', line, field, version + 2)).status, 409, field)
  }
  assert.equal((await store()).version, version + 2)
})

test('a masked contact cannot be restored, and a head cannot restore pay', async () => {
  const { id, version } = await person()
  const body = { version, mobile: '13800009999', baseSalaryCents: 500_000 }
  const line = await changed('admin', `/api/staff/${id}`, body)
  const refused = await restore('admin', line, 'mobile', version + 1)
  const sentence = '这一项不能从日志恢复：它带掩码、太长而没有全部留存、随步骤变化，或不在这一行里。'
  assert.deepEqual([refused.status, refused.body.errorMessage], [409, sentence])
  assert.equal((await restore('head', line, 'baseSalaryCents', version + 1)).status, 409)
  assert.equal((await restore('admin', line, 'baseSalaryCents', version + 1)).status, 200)
})

test('a line out of reach gets 404', async () => {
  const { id, version } = await store()
  const line = await changed('sales', `/api/stores/${id}`, { version, remark: '够不着' })
  for (const who of ['sales2', 'head', 'agent', 'admin2']) {
    assert.equal((await restore(who, line, 'remark', version + 1)).status, 404, who)
  }
  assert.equal((await restore('sales', 999_999, 'remark', 1)).status, 404)
})

test('a value that is too long for the log is cut, never refused; it cannot be restored, and the chain verifies', async () => {
  const key = TEST_KEYS('audit')
  const { id, version } = await store()
  const changes: Changes = { remark: ['旧'.repeat(50_000), '新'] }
  const entry = { action: 'update', entity: 'store', recordId: id, companyCode: '001', changes } as const
  await writeSystemAudit(db, entry, NOON, key)
  const [line] = (await as('sales').get(`/api/audit-logs?entity=store&recordId=${id}`)).data.items
  assert.deepEqual(line.changes.remark, [{ cut: '旧'.repeat(LOG_LIMITS.text), length: 50_000 }, '新'])
  const refused = await restore('sales', line.id, 'remark', version)
  assert.deepEqual([refused.status, refused.body.errorCode], [409, 'WRONG_STATE'])
  await sealPending(db, key)
  const { broken, unsealed } = await verifyChain(db, key, '001', [])
  assert.deepEqual([broken, unsealed], [null, 0])
})
