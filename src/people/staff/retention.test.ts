import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEST_KEYS, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { eraseLeavers } from './eraseLeavers.ts'

const { as, db, clock } = await testApp(seedWorld)

async function left(username: string, leftOn: string) {
  const gone = { status: 'left' as const, leftOn, payeeBank: '招商银行', payeeCard: '6222000000000000000' }
  await db.updateTable('staff').set(gone).where('username', '=', username).execute()
}

const personOf = (username: string) =>
  db.selectFrom('staff').selectAll().where('username', '=', username).executeTakeFirstOrThrow()

const erase = (run: boolean) => eraseLeavers(db, { now: clock.now, auditKey: TEST_KEYS('audit'), run })

test('retention defaults to 180 days; a smaller number and an old version are refused', async () => {
  assert.deepEqual((await as('admin').get('/api/staff/retention')).data, { days: 180, due: 0, version: 0 })
  assert.equal((await as('admin').post('/api/staff/retention', { days: 179, version: 0 })).status, 400)
  const set = await as('admin2').post('/api/staff/retention', { days: 365, version: 0 })
  assert.deepEqual(set.data, { days: 365, due: 0, version: 1 })
  const stale = await as('admin2').post('/api/staff/retention', { days: 400, version: 0 })
  assert.equal(stale.body.errorCode, 'STALE')
  assert.equal((await as('admin').get('/api/staff/retention')).data.days, 180, 'each company its own')
  assert.equal((await as('head').get('/api/staff/retention')).status, 403)
})

test('a dry run only lists people; a run erases mobile and payee and adds a log line', async () => {
  await left('agent2', '2025-11-19')
  await left('agent3', '2025-11-20')
  await left('sales-b', '2025-11-01')
  assert.equal((await as('admin').get('/api/staff/retention')).data.due, 1)
  const listed = await erase(false)
  assert.deepEqual(
    listed.map(({ username }) => username),
    ['agent2'],
    'one day later it is not over, and company 002 keeps them for a year',
  )
  assert.equal((await personOf('agent2')).mobile, '13800000007')

  await erase(true)
  const gone = await personOf('agent2')
  assert.deepEqual([gone.mobile, gone.payeeBank, gone.payeeCard, gone.name], [null, null, null, '赵晓冬'])
  assert.ok(gone.erasedAt)
  assert.equal((await personOf('agent3')).mobile, '13800000005')
  const line = await db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  assert.deepEqual([line.action, line.recordId, line.actorName], ['erase', String(gone.id), '系统'])
  assert.doesNotMatch(JSON.stringify(line.changes), /138|6222/)
  assert.deepEqual(await erase(true), [], 'nobody twice')
})
