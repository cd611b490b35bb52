import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { idsIn, putInService, seedWorld } from '#testing/testWorld.ts'
import type { HandoverItem } from './contract.ts'

const { as, db } = await testApp(seedWorld)
await putInService(db)
const { staffId, storeId } = idsIn(db)
const TODAY = '2026-05-19'
const TOMORROW = '2026-05-20'
const BEGUN = new Date('2026-01-01T02:00:00Z')

const leave = async (username: string, choices: object[]) => {
  const id = await staffId(username)
  const { version } = (await as('admin').get(`/api/staff/${id}`)).data
  return as('admin').post(`/api/staff/${id}/leave`, { version, leftOn: TODAY, choices })
}

const handoverOf = async (username: string): Promise<HandoverItem[]> =>
  (await as('admin').get(`/api/staff/${await staffId(username)}/handover`)).data.items

/** Submits a log of a user for the day, optionally with a note for the next shift. */
async function submitLog(username: string, on: string, handover?: string) {
  const log = { on, shift: 'morning', hours: 8, summary: '已全部回复。', submit: true, handover }
  const { status, data, body } = await as(username).post('/api/worklogs', log)
  assert.equal(status, 200, body.errorMessage)
  return data
}

const noteFor = async (username: string, on: string) =>
  (await as(username).get(`/api/worklogs/day?on=${on}`)).data.handovers

/** Creates an agent of head's team who serves this store from tomorrow on, and so gets today's notes. */
async function createServingAgent(username: string, name: string, store: number): Promise<number> {
  const person = { username, name, role: 2, parentId: await staffId('head'), companyCode: '001' }
  const { passwordHash } = await db
    .selectFrom('staff')
    .select('passwordHash')
    .where('username', '=', 'agent')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('staff')
    .values({ ...person, namePinyin: username, passwordHash, mustChangePassword: false, createdAt: BEGUN })
    .returning('id')
    .executeTakeFirstOrThrow()
  const place = { storeId: store, staffId: id, duty: 'substitute', shift: 'morning', fromOn: TOMORROW }
  const answer = await as('admin').post('/api/store-assignments', { ...place, sharePercent: 0 })
  assert.equal(answer.status, 200, answer.body.errorMessage)
  return id
}

test('unread notes of a leaver go to the successor of the store, who is notified', async () => {
  const tmall = await storeId('晨曦家居旗舰店')
  await createServingAgent('next', '沈一一', tmall)
  const agent3 = await staffId('agent3')
  const log = await submitLog('agent', TODAY, '尾号 4471 待仓库回复')
  assert.deepEqual(
    log.handedTo.map(({ staffName }: { staffName: string }) => staffName),
    ['沈一一'],
  )
  const items = await handoverOf('next')
  assert.deepEqual(
    items.map(({ kind }) => kind),
    ['assignment'],
  )
  const done = await leave('next', [{ kind: 'assignment', toId: agent3 }])
  assert.equal(done.status, 200, done.body.errorMessage)
  const [note] = await noteFor('agent3', TOMORROW)
  assert.deepEqual(
    [note.text, note.fromName, note.storeNames, note.readAt],
    ['尾号 4471 待仓库回复', '周小禾', ['晨曦家居旗舰店'], null],
  )
  const { items: notices } = (await as('agent3').get('/api/notices')).data
  assert.equal(notices[0].kind, 'handoverNote')
  const savedLog = (await as('agent').get(`/api/worklogs/${log.id}`)).data
  assert.deepEqual(
    savedLog.handedTo.map(({ staffName }: { staffName: string }) => staffName),
    ['李若彤'],
  )
})

test('if the assignment ends, the store’s head gets unread notes; read notes stay with their reader', async () => {
  const star = await storeId('星澜美妆')
  const second = await createServingAgent('second', '沈二二', star)
  const log = await submitLog('agent3', TODAY, '直播间话术已换')
  await db.updateTable('worklogHandover').set({ readAt: new Date() }).where('staffId', '=', second).execute()
  assert.equal((await leave('second', [{ kind: 'assignment', toId: null }])).status, 200)
  const readers = () =>
    db
      .selectFrom('worklogHandover')
      .innerJoin('staff', 'staff.id', 'worklogHandover.staffId')
      .select('staff.username')
      .where('worklogId', '=', log.id)
      .execute()
  assert.deepEqual(await readers(), [{ username: 'second' }])

  const third = await createServingAgent('third', '沈三三', star)
  await db
    .updateTable('worklogHandover')
    .set({ readAt: null, staffId: third })
    .where('worklogId', '=', log.id)
    .execute()
  assert.equal((await leave('third', [{ kind: 'assignment', toId: null }])).status, 200)
  assert.deepEqual(await readers(), [{ username: 'head' }])
})

test('the head can approve a submitted log of a person who has left, but not return it', async () => {
  const [approvable, returned] = [
    await submitLog('agent', '2026-05-17'),
    await submitLog('agent', '2026-05-18'),
  ]
  const left = await leave('agent', [{ kind: 'assignment', toId: null }])
  assert.equal(left.status, 200, left.body.errorMessage)
  const step = async (id: number, verb: string, more: object = {}) => {
    const { version } = (await as('head').get(`/api/worklogs/${id}`)).data
    return as('head').post(`/api/worklogs/${id}/${verb}`, { version, ...more })
  }
  const approved = await step(approvable.id, 'approve')
  assert.deepEqual([approved.status, approved.data?.status], [200, 'approved'], approved.body.errorMessage)
  const back = await step(returned.id, 'return', { note: '少写了一家店' })
  assert.deepEqual(
    [back.status, back.body.errorMessage],
    [409, '此人已离职，退回后没有人能修改。请通过，数字不对的再去更正。'],
  )
  assert.equal((await step(returned.id, 'approve')).data.status, 'approved')
})

test('draft logs and unconfirmed imports are discarded in the handover', async () => {
  const begun = await as('agent3').post('/api/worklogs', {
    on: TODAY,
    shift: 'evening',
    hours: 4,
    summary: '草稿',
  })
  assert.equal(begun.status, 200, begun.body.errorMessage)
  const sheet = { companyCode: '001', platform: 'tmall', fileName: '客服数据.xlsx', fileHash: 'x' }
  const read = {
    status: 'preview' as const,
    fileBytes: 1,
    findings: '[]',
    createdBy: await staffId('agent3'),
  }
  await db
    .insertInto('importBatch')
    .values({ ...sheet, ...read, rowsOk: 1, rowsProblem: 0, rowsSkipped: 0 })
    .execute()
  const items = await handoverOf('agent3')
  const kinds = [...new Set(items.map(({ kind }) => kind))]
  assert.deepEqual(kinds.toSorted(), ['assignment', 'import', 'worklog'])
  const successor = await staffId('agent2')
  const done = await leave(
    'agent3',
    kinds.map((kind) => ({ kind, toId: kind === 'assignment' ? successor : null })),
  )
  assert.equal(done.status, 200, done.body.errorMessage)
  const logs = db.selectFrom('worklog').select('id').where('id', '=', begun.data.id)
  assert.deepEqual(await logs.execute(), [])
  assert.deepEqual(await db.selectFrom('importBatch').select('id').execute(), [])
  const line = await db
    .selectFrom('audit')
    .select(['action', 'changes'])
    .where('entity', '=', 'worklog')
    .where('recordId', '=', String(begun.data.id))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.equal(line.action, 'discard')
})
