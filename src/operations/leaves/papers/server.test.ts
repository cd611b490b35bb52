import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jpg } from '#finance/reimbursement-bills/testClaims.ts'
import type { Leave } from '#operations/leaves/contract.ts'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { MAX_LEAVE_FILES } from './contract.ts'

// The test clock is set to Tuesday 2026-05-19.
const { as, db } = await testApp(seedWorld)

const ask = async (who: string, on: string, more: object = {}): Promise<Leave> => {
  const input = { kind: 'sick', fromOn: on, toOn: on, reason: '发烧', ...more }
  const { data, status } = await as(who).post('/api/leaves', input)
  assert.equal(status, 200)
  return data
}
const photo = (name = '病假条.jpg') => ({ name, bytes: jpg(name) })
const attach = (who: string, { id }: Leave, file = photo()) =>
  as(who).upload(`/api/leaves/${id}/attachments`, file)
const step = (who: string, { id, version }: Leave, name: string, more: object = {}) =>
  as(who).post(`/api/leaves/${id}/${name}`, { version, ...more })

test('the person on leave adds a paper; only they and who decides read it', async () => {
  const leave = await ask('agent', '2026-05-21')
  const { status, data } = await attach('agent', leave)
  assert.deepEqual([status, data.name, data.type], [200, '病假条.jpg', 'image/jpeg'])
  const readBy = async (who: string) => (await as(who).get(`/api/leave-attachments/${data.id}`)).status
  for (const who of ['agent', 'head', 'admin']) assert.equal(await readBy(who), 200, who)
  for (const who of ['agent2', 'agent3', 'head2', 'admin2']) assert.equal(await readBy(who), 404, who)
  for (const who of ['sales', 'finance']) assert.equal(await readBy(who), 403, who)
  const { attachments } = (await as('head').get(`/api/leaves/${leave.id}`)).data
  assert.deepEqual(attachments, [data])
  const line = await db
    .selectFrom('audit')
    .select(['action', 'entity'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  assert.deepEqual(line, { action: 'attach', entity: 'leave' })
})

test('others add no papers, and none is removed once the leave is decided', async () => {
  const leave = await ask('agent', '2026-05-25')
  assert.equal((await attach('head', leave)).status, 403)
  assert.equal((await attach('agent3', leave)).status, 404)
  const [kept, removed] = [(await attach('agent', leave)).data, (await attach('agent', leave)).data]
  const remove = (who: string, { id }: { id: string }) => as(who).delete(`/api/leave-attachments/${id}`)
  assert.equal((await remove('head', removed)).status, 403)
  assert.equal((await remove('agent', removed)).status, 200)
  assert.equal((await step('head', leave, 'approve')).status, 200)
  assert.equal((await remove('agent', kept)).status, 409)
  assert.equal((await attach('agent', leave, photo('诊断证明.jpg'))).status, 200, 'a certificate comes later')
})

test('a withdrawn leave takes no papers, and a leave takes a limited number of pictures or PDFs', async () => {
  const leave = await ask('agent', '2026-06-01')
  assert.equal((await attach('agent', leave, { name: '证明.txt', bytes: Buffer.from('hello') })).status, 400)
  for (let n = 0; n < MAX_LEAVE_FILES; n += 1) assert.equal((await attach('agent', leave)).status, 200)
  assert.equal((await attach('agent', leave)).status, 413)
  const gone = await ask('agent', '2026-06-03')
  assert.equal((await step('agent', gone, 'withdraw')).status, 200)
  assert.equal((await attach('agent', gone)).status, 409)
})

test('role 1 sets which kinds are unpaid; a leave says whether it is paid', async () => {
  const before = (await as('agent').get('/api/leave-rules')).data
  assert.deepEqual(before, { unpaid: ['personal', 'other'], version: 0 })
  const leave = await ask('agent', '2026-06-08')
  const isPaid = async () => (await as('agent').get(`/api/leaves/${leave.id}`)).data.paid
  assert.equal(await isPaid(), true)
  const rule = { unpaid: ['personal', 'sick'], version: 0 }
  for (const who of ['head', 'agent', 'sales', 'finance']) {
    assert.equal((await as(who).patch('/api/leave-rules', rule)).status, 403, who)
  }
  assert.deepEqual((await as('admin').patch('/api/leave-rules', rule)).data, { ...rule, version: 1 })
  assert.equal((await as('admin').patch('/api/leave-rules', rule)).status, 409)
  assert.equal(await isPaid(), false)
  assert.deepEqual((await as('admin2').get('/api/leave-rules')).data, before, 'of another company')
})
