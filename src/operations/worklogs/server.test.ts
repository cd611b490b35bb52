import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { NOON, testApp } from '#testing/testApp.ts'
import { putInService, seedWorld } from '#testing/testWorld.ts'

const { as, db, clock } = await testApp(seedWorld)
await putInService(db)

const TODAY = '2026-05-19'
const completeContent = { hours: 8, summary: '咨询集中在上午，已全部回复。' }

const storeOf = async (code: string) =>
  (
    await db
      .selectFrom('store')
      .select('id')
      .where('code', '=', code)
      .where('companyCode', '=', '001')
      .executeTakeFirstOrThrow()
  ).id
const staffOf = async (username: string) =>
  (await db.selectFrom('staff').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
const chenxi = await storeOf('DP0001')
const keyed = (figures: object) => ({ storeId: chenxi, nick: null, ...figures })

beforeEach(async () => {
  clock.now = NOON
  for (const table of [
    'notice',
    'worklog',
    'keyedFigure',
    'agentDaily',
    'storeDaily',
    'agentAccount',
  ] as const)
    await db.deleteFrom(table).execute()
})

async function createLog(on = TODAY, more: object = {}, username = 'agent') {
  const answer = await as(username).post('/api/worklogs', {
    on,
    shift: 'morning',
    ...completeContent,
    ...more,
  })
  assert.equal(answer.status, 200, answer.body.errorMessage)
  return answer.data
}

const submitLog = (on = TODAY, more: object = {}, username = 'agent') =>
  createLog(on, { submit: true, ...more }, username)

async function step(username: string, log: { id: number; version: number }, verb: string, more: object = {}) {
  return as(username).post(`/api/worklogs/${log.id}/${verb}`, { version: log.version, ...more })
}

const noticeKinds = async (username: string) =>
  (await as(username).get('/api/notices')).data.items.map(({ kind }: { kind: string }) => kind)

test('an agent writes and submits a log, and the head approves it', async () => {
  const day = (await as('agent').get('/api/worklogs/day')).data
  assert.deepEqual([day.on, day.shift, day.reviewerName, day.mayEdit], [TODAY, 'morning', '陈思雨', true])
  assert.deepEqual(
    day.lines.map(({ storeName, source }: { storeName: string; source: string }) => [storeName, source]),
    [['晨曦家居旗舰店', 'empty']],
  )
  const log = await createLog(TODAY, { lines: [keyed({ consultUsers: 20, handledUsers: 19, unreplied: 1 })] })
  assert.deepEqual([log.status, log.handledUsers, log.lines[0].replyRateBp], ['draft', 19, 9500])
  const handed = await step('agent', log, 'submit')
  assert.equal(handed.data.status, 'submitted')
  assert.deepEqual(await noticeKinds('head'), ['worklogSubmitted'])
  const passed = await step('head', handed.data, 'approve')
  assert.deepEqual([passed.data.status, passed.data.reviewedByName], ['approved', '陈思雨'])
})

test('keyed figures count for the store and the nick only after the log is approved', async () => {
  const log = await submitLog(TODAY, { lines: [keyed({ handledUsers: 19, frtSec: 12.5 })] })
  const agentFigures = () =>
    db.selectFrom('agentDaily').select(['nick', 'handledUsers', 'source', 'frtTotalCs']).execute()
  assert.deepEqual(await agentFigures(), [])
  await step('head', log, 'approve')
  assert.deepEqual(await agentFigures(), [
    { nick: '周小禾', handledUsers: 19, source: 'keyed', frtTotalCs: 23_750 },
  ])
})

test('a platform’s figure takes precedence over the keyed one, and the difference is shown', async () => {
  const stamp = {
    companyCode: '001',
    storeId: chenxi,
    onDay: TODAY,
    source: 'imported' as const,
    updatedAt: NOON,
  }
  const nick = { nick: '晨曦:小禾', staffId: await staffOf('agent'), fromOn: '2026-01-01' }
  await db
    .insertInto('agentAccount')
    .values({ companyCode: '001', storeId: chenxi, ...nick })
    .execute()
  const log = await createLog(TODAY, { lines: [{ storeId: chenxi, nick: nick.nick, handledUsers: 30 }] })
  await db
    .insertInto('agentDaily')
    .values({ ...stamp, nick: nick.nick, handledUsers: 31, pending: ['salesCents'] })
    .execute()
  const [line] = (await as('agent').get(`/api/worklogs/${log.id}`)).data.lines
  assert.deepEqual(
    [line.source, line.handledUsers, line.other.source, line.other.handledUsers],
    ['imported', 31, 'keyed', 30],
  )
  const item = (await as('head').get('/api/worklogs')).data.items[0]
  assert.deepEqual([item.handledUsers, item.differingCount, item.emptyCount], [31, 1, 0])
})

test('the list and the log count the same lines as different, by every figure that can be keyed', async () => {
  const nick = { nick: '晨曦:小禾', staffId: await staffOf('agent'), fromOn: '2026-01-01' }
  await db
    .insertInto('agentAccount')
    .values({ companyCode: '001', storeId: chenxi, ...nick })
    .execute()
  const keys = {
    consultUsers: 40,
    handledUsers: 30,
    unreplied: 4,
    frtSec: 12.5,
    artSec: 33.4,
    satisfied: 2,
    evaluated: 3,
  }
  const log = await createLog(TODAY, { lines: [{ storeId: chenxi, nick: nick.nick, ...keys }] })
  const equal = {
    consultUsers: 40,
    handledUsers: 30,
    unreplied: 4,
    // 12.45 and 33.35 seconds, rounded half up to one decimal.
    frtTotalCs: 3 * 1_245,
    frtWeight: 3,
    artTotalCs: 3 * 3_335,
    artWeight: 3,
    satisfied: 2,
    evaluated: 3,
  }
  const stamp = {
    companyCode: '001',
    storeId: chenxi,
    onDay: TODAY,
    source: 'imported' as const,
    updatedAt: NOON,
  }
  await db
    .insertInto('agentDaily')
    .values({ ...stamp, ...equal, nick: nick.nick })
    .execute()
  const counts = async () => [
    (await as('agent').get(`/api/worklogs/${log.id}`)).data.differingCount,
    (await as('head').get('/api/worklogs')).data.items[0].differingCount,
  ]
  assert.deepEqual(await counts(), [0, 0])
  const others = {
    consultUsers: 41,
    handledUsers: 31,
    unreplied: 5,
    frtTotalCs: 1,
    artTotalCs: 1,
    satisfied: 1,
    evaluated: 4,
  }
  for (const [name, value] of Object.entries(others)) {
    await db
      .updateTable('agentDaily')
      .set({ ...equal, [name]: value })
      .execute()
    assert.deepEqual(await counts(), [1, 1], name)
  }
  await db
    .updateTable('agentDaily')
    .set({ ...equal, frtWeight: 0 })
    .execute()
  assert.deepEqual(await counts(), [0, 0])
})

test('a returned log can be edited after 7 days, a draft cannot', async () => {
  const draft = await createLog('2026-05-13')
  const returned = await submitLog('2026-05-12')
  const back = await step('head', returned, 'return', { note: '少写了交接' })
  assert.deepEqual([back.data.status, back.data.reviewNote], ['returned', '少写了交接'])
  assert.deepEqual(await noticeKinds('agent'), ['worklogReturned'])
  // Move the logs ten days into the past.
  await db.updateTable('worklog').set({ onDay: sql<string>`on_day - 10` }).execute()
  const tooLate = await step('agent', draft, 'submit')
  assert.deepEqual([tooLate.status, tooLate.body.errorCode], [409, 'WRONG_STATE'])
  const day = (await as('agent').get('/api/worklogs/day?on=2026-05-02')).data
  assert.deepEqual([day.mayEdit, day.returned[0].note], [true, '少写了交接'])
  const resubmitted = await step('agent', back.data, 'submit', { handover: '两个待退款买家' })
  assert.deepEqual([resubmitted.data.status, resubmitted.data.handover], ['submitted', '两个待退款买家'])
})

test('a future day and a day more than 7 days ago get 400', async () => {
  for (const on of ['2026-05-20', '2026-05-11']) {
    const { status, body } = await as('agent').post('/api/worklogs', { on, shift: 'morning' })
    assert.deepEqual([status, body.errorCode], [400, 'INVALID'], on)
  }
  await createLog('2026-05-12')
})

test('a person has one log per day and shift', async () => {
  await createLog()
  const { status, body } = await as('agent').post('/api/worklogs', { on: TODAY, shift: 'morning' })
  assert.deepEqual([status, body.errorCode], [409, 'CONFLICT'])
  await createLog(TODAY, { shift: 'evening' })
})

test('a log without a summary or hours cannot be submitted', async () => {
  for (const lacks of ['summary', 'hours']) {
    const { status, body } = await as('agent').post('/api/worklogs', {
      on: TODAY,
      shift: 'morning',
      ...completeContent,
      [lacks]: null,
      submit: true,
    })
    assert.deepEqual([status, body.errorCode], [400, 'INVALID'], lacks)
  }
  assert.equal((await as('agent').get('/api/worklogs')).data.total, 0)
})

test('invalid figures are reported per cell, and another agent’s store is rejected', async () => {
  const lines = [
    keyed({ consultUsers: 3, unreplied: 4, satisfied: 2, evaluated: 1, rate3minBp: 9000 }),
    { storeId: await storeOf('DP0003'), nick: null, handledUsers: 5 },
  ]
  const { status, body } = await as('agent').post('/api/worklogs', { on: TODAY, shift: 'morning', lines })
  assert.equal(status, 400)
  const { fields } = (body as unknown as { data: { fields: object } }).data
  assert.deepEqual(Object.keys(fields).sort(), [
    'lines.0.rate3minBp',
    'lines.0.satisfied',
    'lines.0.unreplied',
    'lines.1.storeId',
  ])
})

test('a repeated change returns the current log; another change with the old version gets STALE', async () => {
  const log = await createLog()
  const change = { version: log.version, problems: '运费险说明不一致', lines: [keyed({ handledUsers: 7 })] }
  const first = await as('agent').patch(`/api/worklogs/${log.id}`, change)
  const again = await as('agent').patch(`/api/worklogs/${log.id}`, change)
  assert.deepEqual([again.status, again.data.version], [200, first.data.version])
  const other = await as('agent').patch(`/api/worklogs/${log.id}`, { ...change, problems: '别的' })
  assert.deepEqual([other.status, other.body.errorCode], [409, 'STALE'])
})

test('a repeated create or submit returns the existing log; different content is rejected', async () => {
  const lines = [keyed({ handledUsers: 7 })]
  const log = await createLog(TODAY, { lines })
  const again = { on: TODAY, shift: 'morning', ...completeContent, lines }
  const repeated = await as('agent').post('/api/worklogs', again)
  assert.deepEqual([repeated.status, repeated.data.id, repeated.data.version], [200, log.id, log.version])
  const other = await as('agent').post('/api/worklogs', { ...again, lines: [keyed({ handledUsers: 8 })] })
  assert.deepEqual([other.status, other.body.errorCode], [409, 'CONFLICT'])
  const handIn = { version: log.version, ...completeContent, problems: '漏了一句', lines }
  const first = await as('agent').post(`/api/worklogs/${log.id}/submit`, handIn)
  const second = await as('agent').post(`/api/worklogs/${log.id}/submit`, handIn)
  assert.deepEqual([second.status, second.data.version], [200, first.data.version])
  const changed = await as('agent').post(`/api/worklogs/${log.id}/submit`, { ...handIn, problems: '别的' })
  assert.deepEqual([changed.status, changed.body.errorCode], [409, 'STALE'])
  assert.deepEqual(await noticeKinds('head'), ['worklogSubmitted'])
  assert.equal((await step('agent', log, 'submit')).status, 409)
})

test('users cannot review their own logs, write for others, or access other teams’ logs', async () => {
  const heads = await submitLog(TODAY, { lines: [] }, 'head')
  const ownReview = await step('head', heads, 'approve')
  assert.deepEqual([ownReview.status, ownReview.body.errorCode], [403, 'FORBIDDEN'])
  assert.equal((await step('admin', heads, 'approve')).status, 200)
  const log = await submitLog()
  assert.equal((await step('head', log, 'withdraw')).status, 403)
  assert.equal((await step('agent3', log, 'withdraw')).status, 404)
  assert.equal((await step('head2', log, 'approve')).status, 404)
  assert.equal((await step('admin2', log, 'return', { note: '不是本公司' })).status, 404)
  assert.equal((await as('agent3').get(`/api/worklogs/${log.id}`)).status, 404)
  assert.equal((await as('admin').post('/api/worklogs', { on: TODAY, shift: 'morning' })).status, 403)
})

test('the author can withdraw a log before the review, but not after it', async () => {
  const log = await submitLog()
  const back = await step('agent', log, 'withdraw')
  assert.equal(back.data.status, 'draft')
  const again = await step('agent', back.data, 'submit')
  const passed = await step('head', again.data, 'approve')
  const late = await step('agent', passed.data, 'withdraw')
  assert.deepEqual([late.status, late.body.errorCode], [409, 'WRONG_STATE'])
})

test('several logs are approved in one request, each with its own result', async () => {
  const one = await submitLog()
  const two = await submitLog('2026-05-18')
  const draft = await createLog('2026-05-17')
  const logs = [one, { ...two, version: 99 }, draft].map(({ id, version }) => ({ id, version }))
  const { data } = await as('head').post('/api/worklogs/approve', {
    logs: [...logs, { id: 999_999, version: 1 }],
  })
  const problems = data.results.map(({ problem }: { problem: string | null }) => problem)
  assert.equal(problems[0], null)
  assert.match(problems[1], /刚被别人修改过/)
  assert.match(problems[2], /还没有提交/)
  assert.match(problems[3], /不存在/)
})

test('the list counts the logs to review: for a head the team’s, for an admin the heads’', async () => {
  await submitLog()
  await submitLog(TODAY, {}, 'head')
  const namesToReview = async (who: string) => {
    const { data } = await as(who).get('/api/worklogs?status=toReview')
    assert.equal(data.total, data.statusCounts.toReview)
    return data.items.map(({ staffName }: { staffName: string }) => staffName)
  }
  assert.deepEqual(await namesToReview('head'), ['周小禾'])
  assert.deepEqual(await namesToReview('admin'), ['陈思雨'])
  assert.deepEqual(await namesToReview('head2'), [])
  assert.equal((await as('agent').get('/api/worklogs?status=toReview')).data.total, 0)
})
