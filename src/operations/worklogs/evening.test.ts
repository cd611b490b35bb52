import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { addDays, type Day } from '#kit/calendar.ts'
import { NOON, testApp } from '#testing/testApp.ts'
import { idsIn, putInService, seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)
await putInService(db)

const TODAY = '2026-05-19'
const NICK = '晨曦:小禾'
const { storeId, staffId } = idsIn(db)
const chenxi = await storeId('晨曦家居旗舰店')
const agentId = await staffId('agent')

beforeEach(async () => {
  for (const table of ['notice', 'worklog', 'agentDaily', 'agentAccount', 'rosterShift'] as const) {
    await db.deleteFrom(table).execute()
  }
  await bindNick(NICK)
})

const bindNick = (nick: string) =>
  db
    .insertInto('agentAccount')
    .values({ companyCode: '001', storeId: chenxi, nick, staffId: agentId, fromOn: '2026-01-01' })
    .execute()

/** Stores the figure of a nick and day. */
async function figureOf(on: Day, handledUsers: number, more: { nick?: string; source?: 'keyed' } = {}) {
  const stamp = { companyCode: '001', storeId: chenxi, updatedAt: NOON }
  await db
    .insertInto('agentDaily')
    .values({ ...stamp, onDay: on, nick: NICK, source: 'imported', handledUsers, ...more })
    .execute()
}

const plan = (on: Day, shift: string) =>
  db
    .insertInto('rosterShift')
    .values({ companyCode: '001', staffId: agentId, onDay: on, shift, createdAt: NOON, createdBy: agentId })
    .execute()

const dayOf = async (on = TODAY) => (await as('agent').get(`/api/worklogs/day?on=${on}`)).data

async function submitLog(more: object = {}, on = TODAY) {
  const log = { on, shift: 'morning', hours: 8, summary: '已全部回复。', submit: true, ...more }
  const { status, data, body } = await as('agent').post('/api/worklogs', log)
  assert.equal(status, 200, body.errorMessage)
  return data
}

test('figureSource: a file is expected if one came on at least 3 of the last 7 days', async () => {
  const sources = async () => (await dayOf()).lines.map((line: { figureSource: string }) => line.figureSource)
  assert.deepEqual(await sources(), ['keyed'])
  // Too old, keyed, and of the day itself: none of them counts.
  await figureOf(addDays(TODAY, -8), 20)
  await figureOf(addDays(TODAY, -4), 20, { source: 'keyed' })
  await figureOf(addDays(TODAY, -3), 20)
  await figureOf(addDays(TODAY, -2), 20)
  assert.deepEqual(await sources(), ['keyed'])
  // A file that names only a colleague counts: files come for this store.
  await figureOf(addDays(TODAY, -7), 20, { nick: '晨曦:别人' })
  assert.deepEqual(await sources(), ['file'])
  await db.deleteFrom('agentAccount').execute()
  assert.deepEqual(await sources(), ['keyed'], 'no file names an agent without a nick')
})

test('mean7: the mean of the agent’s own buyers per day with figures, over all nicks', async () => {
  await bindNick('晨曦:小禾2')
  await figureOf(addDays(TODAY, -1), 40)
  await figureOf(addDays(TODAY, -1), 20, { nick: '晨曦:小禾2' })
  await figureOf(addDays(TODAY, -3), 31)
  await figureOf(addDays(TODAY, -3), 500, { nick: '晨曦:别人' })
  await figureOf(addDays(TODAY, -9), 500)
  const { lines } = await dayOf()
  assert.deepEqual(
    lines.map(({ nick, mean7 }: { nick: string; mean7: number }) => [nick, mean7]),
    [
      [NICK, 46],
      ['晨曦:小禾2', 46],
    ],
  )
})

test('a log without figures can be submitted; the next morning’s file fills it, approved or not', async () => {
  for (const ago of [1, 2, 3]) await figureOf(addDays(TODAY, -ago), 30)
  const log = await submitLog()
  assert.deepEqual([log.lines[0].source, log.lines[0].figureSource], ['empty', 'file'])
  await figureOf(TODAY, 33)
  const filled = (await as('head').get(`/api/worklogs/${log.id}`)).data
  assert.deepEqual(
    [filled.status, filled.handledUsers, filled.emptyCount, filled.lines[0].source],
    ['submitted', 33, 0, 'imported'],
  )
  const approved = await as('head').post(`/api/worklogs/${log.id}/approve`, { version: log.version })
  await db.updateTable('agentDaily').set({ handledUsers: 35 }).where('onDay', '=', TODAY).execute()
  const late = (await as('head').get(`/api/worklogs/${log.id}`)).data
  assert.deepEqual(
    [late.status, late.version, late.handledUsers],
    ['approved', approved.data.version, 35],
    'an approved log is not reopened',
  )
})

test('a day off: rest, leave or no plan; a rostered day has the times of its shift', async () => {
  const monday = '2026-05-18'
  assert.deepEqual(
    [(await dayOf()).off, (await dayOf()).times],
    [null, { from: '08:00', to: '16:00', hours: 8 }],
  )
  await plan(monday, 'evening')
  await plan(TODAY, 'rest')
  assert.equal((await dayOf()).off, 'rest')
  const worked = await dayOf(monday)
  assert.deepEqual(
    [worked.off, worked.shift, worked.times],
    [null, 'evening', { from: '16:00', to: '24:00', hours: 8 }],
  )
  await db.deleteFrom('rosterShift').where('onDay', '=', TODAY).execute()
  assert.equal((await dayOf()).off, 'rest', 'a planned week without an entry for the day')
  await plan(TODAY, 'leave')
  assert.equal((await dayOf()).off, 'leave')
  assert.equal((await as('head').get('/api/worklogs/day')).data.off, 'unplanned')
  // A log can be written all the same.
  assert.equal((await submitLog()).status, 'submitted')
})

test('谁没交 counts returned logs of any age; not logs of a closed month, nor of people who have left', async () => {
  const returned = await submitLog({}, '2026-05-13')
  await as('head').post(`/api/worklogs/${returned.id}/return`, {
    version: returned.version,
    note: '少写了交接',
  })
  await db.updateTable('worklog').set({ onDay: '2026-05-04' }).execute()
  const row = async (who = 'head') => {
    const { data } = await as(who).get('/api/worklogs/calendar')
    return data.agents.find(({ id }: { id: number }) => id === agentId)
  }
  // 05-12 to 05-18 are missing, 05-04 is returned; the other days are too long ago.
  assert.equal((await row()).open, 8)
  await db.updateTable('staff').set({ status: 'disabled' }).where('id', '=', agentId).execute()
  try {
    assert.equal((await row())?.open ?? 0, 0)
    const { data } = await as('head').post('/api/worklogs/remind', { staffIds: [agentId] })
    assert.match(data.results[0].problem, /已离职或停用/)
  } finally {
    await db.updateTable('staff').set({ status: 'active' }).where('id', '=', agentId).execute()
  }
})
