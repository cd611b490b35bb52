import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { putInService, seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)
await putInService(db)

const TODAY = '2026-05-19'

const staffOf = async (username: string) =>
  (await db.selectFrom('staff').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
const { id: chenxi } = await db
  .selectFrom('store')
  .select('id')
  .where('name', '=', '晨曦家居旗舰店')
  .executeTakeFirstOrThrow()

beforeEach(async () => {
  for (const table of ['notice', 'worklog'] as const) await db.deleteFrom(table).execute()
})

async function submitLog(on: string, more: object = {}) {
  const log = { on, shift: 'morning', hours: 8, summary: '已全部回复。', submit: true, ...more }
  const { status, data, body } = await as('agent').post('/api/worklogs', log)
  assert.equal(status, 200, body.errorMessage)
  return data
}

const noticeKinds = async (username: string) =>
  (await as(username).get('/api/notices')).data.items.map(({ kind }: { kind: string }) => kind)

test('谁没交: counts the rostered days whose log can still be submitted; a person can be reminded once an hour', async () => {
  await submitLog('2026-05-18')
  const agentId = await staffOf('agent')
  const { data } = await as('head').get('/api/worklogs/calendar')
  const row = data.agents.find(({ id }: { id: number }) => id === agentId)
  assert.deepEqual([row.expected, row.open], [18, 6])
  assert.deepEqual(
    row.days.slice(-3).map(({ state }: { state: string }) => state),
    ['missing', 'submitted', 'due'],
  )
  assert.ok(!data.agents.some(({ name }: { name: string }) => name === '陈思雨' || name === '赵晓冬'))
  const first = await as('head').post('/api/worklogs/remind', { staffIds: [agentId] })
  assert.deepEqual([first.data.results[0].problem, first.data.results[0].days.length], [null, 6])
  assert.deepEqual(await noticeKinds('agent'), ['worklogReminder'])
  const again = await as('head').post('/api/worklogs/remind', {
    staffIds: [agentId, await staffOf('agent2')],
  })
  assert.match(again.data.results[0].problem, /刚提醒过/)
  assert.match(again.data.results[1].problem, /不存在/)
  assert.equal((await as('agent').get('/api/worklogs/calendar')).status, 403)
})

test('the person who serves the store next receives the handover note and marks it as read', async () => {
  const on = '2026-05-20'
  const share = {
    companyCode: '001',
    fromOn: on,
    sharePercent: 0,
    duty: 'substitute' as const,
    shift: 'morning',
  }
  await db
    .insertInto('storeAssignment')
    .values({ ...share, storeId: chenxi, staffId: await staffOf('agent3') })
    .execute()
  const log = await submitLog(TODAY, { handover: '尾号 4471 待仓库回复' })
  assert.deepEqual(
    log.handedTo.map(({ staffName }: { staffName: string }) => staffName),
    ['李若彤'],
  )
  assert.deepEqual(await noticeKinds('agent3'), ['handoverNote'])
  const [note] = (await as('agent3').get(`/api/worklogs/day?on=${TODAY}`)).data.handovers
  assert.equal(note, undefined)
  const read = await as('agent3').post(`/api/worklogs/${log.id}/handover/read`)
  assert.deepEqual([read.data.text, read.data.storeNames], ['尾号 4471 待仓库回复', ['晨曦家居旗舰店']])
  assert.ok(read.data.readAt)
  assert.equal((await as('head').post(`/api/worklogs/${log.id}/handover/read`)).status, 404)
  const back = await as('agent').post(`/api/worklogs/${log.id}/withdraw`, { version: log.version })
  assert.deepEqual(back.data.handedTo, [])
})
