import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDuty } from '#operations/duty/queries.ts'
import { testApp } from '#testing/testApp.ts'
import { idsIn, putInService, seedWorld } from '#testing/testWorld.ts'
import type { Leave, OpenPost } from './contract.ts'

// The test clock is set to Tuesday 2026-05-19.
const { as, db } = await testApp(seedWorld)
await putInService(db)
const { staffId, storeId } = idsIn(db)
const [agent, agent3, head] = [await staffId('agent'), await staffId('agent3'), await staffId('head')]
const tmall = await storeId('晨曦家居旗舰店')

const input = (fromOn: string, toOn = fromOn, more: object = {}) => ({
  kind: 'personal',
  fromOn,
  toOn,
  reason: '家里有事',
  ...more,
})
const ask = (who: string, ...days: Parameters<typeof input>) => as(who).post('/api/leaves', input(...days))
const step = (who: string, leave: Leave, name: string, more: object = {}) =>
  as(who).post(`/api/leaves/${leave.id}/${name}`, { version: leave.version, ...more })
const shownTo = async (who: string) =>
  ((await as(who).get('/api/leaves')).data.items as Leave[]).map(({ staffName }) => staffName)
const dutyOn = async (on: string, staff: number) =>
  (await findDuty(db, { companyCode: '001', from: on, to: on, staffIds: [staff] }))[0]

test('a request is approved by the head, never by the applicant; then it beats the assignment', async () => {
  const { data } = await ask('agent', '2026-05-21')
  assert.deepEqual([data.status, data.halfDays, data.mayDecide], ['requested', 2, false])
  assert.deepEqual((await dutyOn('2026-05-21', agent))?.shifts, ['morning'])
  assert.equal((await step('agent', data, 'approve')).status, 403)
  assert.equal((await step('head2', data, 'approve')).status, 404)
  assert.equal((await step('admin2', data, 'approve')).status, 404)
  const approved = await step('head', data, 'approve')
  assert.deepEqual(
    [approved.status, approved.data.status, approved.data.decidedByName],
    [200, 'approved', '陈思雨'],
  )
  assert.deepEqual((await dutyOn('2026-05-21', agent))?.shifts, [])
  assert.equal((await step('head', approved.data, 'refuse', { note: '人手不够' })).status, 409)
  const kinds = await db.selectFrom('notice').select(['kind', 'staffId']).orderBy('id').execute()
  assert.deepEqual(kinds.slice(-2), [
    { kind: 'leaveRequested', staffId: head },
    { kind: 'leaveDecided', staffId: agent },
  ])
})

test('leaves of a person do not overlap, and half days are apart', async () => {
  const clash = await ask('agent', '2026-05-20', '2026-05-22')
  assert.deepEqual(
    [clash.status, clash.body.errorMessage],
    [409, '周小禾 2026-05-21 至 2026-05-21 已有请假。'],
  )
  assert.equal((await ask('agent', '2026-05-27', '2026-05-27', { toHalf: 'morning' })).data.halfDays, 1)
  assert.equal((await ask('agent', '2026-05-27', '2026-05-27', { fromHalf: 'afternoon' })).status, 200)
  const none = { fromHalf: 'afternoon', toHalf: 'morning' }
  assert.equal((await ask('agent', '2026-05-28', '2026-05-28', none)).status, 400)
  assert.equal((await ask('agent', '2026-04-01')).status, 400)
  assert.equal((await ask('agent', '2026-05-29', '2026-05-28')).status, 400)
})

test('members see their own leaves, heads those of the team, and nobody those of another company', async () => {
  await ask('agent3', '2026-06-01')
  await ask('agent2', '2026-06-01')
  assert.deepEqual([...new Set(await shownTo('agent'))], ['周小禾'])
  assert.deepEqual([...new Set(await shownTo('head'))].sort(), ['周小禾', '李若彤'])
  assert.deepEqual(await shownTo('head2'), ['赵晓冬'])
  assert.equal(new Set(await shownTo('admin')).size, 3)
  assert.deepEqual(await shownTo('admin2'), [])
  for (const who of ['sales', 'finance']) {
    assert.equal((await as(who).get('/api/leaves')).status, 403)
    assert.equal((await ask(who, '2026-06-01')).status, 403)
  }
})

test('a head enters leaves of members directly, and the own one is approved by role 1', async () => {
  const entered = await ask('head', '2026-06-03', '2026-06-03', { staffId: agent3 })
  assert.deepEqual([entered.data.status, entered.data.staffName], ['approved', '李若彤'])
  assert.equal(
    (await ask('head', '2026-06-04', '2026-06-04', { staffId: await staffId('agent2') })).status,
    404,
  )
  assert.equal((await ask('agent', '2026-06-04', '2026-06-04', { staffId: agent3 })).status, 404)
  const own = (await ask('head', '2026-06-05')).data
  assert.equal(own.status, 'requested')
  assert.equal((await step('head', own, 'approve')).status, 403)
  assert.equal((await step('admin', own, 'approve')).data.status, 'approved')
})

test('D2: stand-ins are proposed and named with the approval; a withdrawal takes them back', async () => {
  const { data } = await ask('agent', '2026-06-10', '2026-06-11')
  const open = (await as('head').get(`/api/leaves/${data.id}/open-posts`)).data as OpenPost[]
  assert.deepEqual(
    open.map(({ storeName, shift, days }) => [storeName, shift, days.length]),
    [['晨曦家居旗舰店', 'morning', 2]],
  )
  assert.deepEqual(
    open[0]?.candidates.map(({ name }) => name),
    ['李若彤', '陈思雨'],
  )
  assert.equal((await as('agent').get(`/api/leaves/${data.id}/open-posts`)).status, 403)
  const standIns = [{ storeId: tmall, shift: 'morning', staffId: head }]
  const approved = await step('head', data, 'approve', { standIns })
  assert.equal(approved.status, 200)
  assert.deepEqual((await dutyOn('2026-06-10', head))?.posts, [
    { storeId: tmall, shift: 'morning', duty: 'substitute', assigned: 'morning', insteadOf: agent },
  ])
  assert.deepEqual((await dutyOn('2026-06-10', agent))?.owed, [])
  assert.equal((await step('agent', approved.data, 'withdraw')).data.status, 'withdrawn')
  assert.deepEqual((await dutyOn('2026-06-10', head))?.posts, [])
  assert.deepEqual((await dutyOn('2026-06-10', agent))?.owed, ['morning'])
})

test('a leave is refused with a reason, and an approved one is withdrawn by the applicant before it begins', async () => {
  const refused = await step('head', (await ask('agent', '2026-06-20')).data, 'refuse', {
    note: '大促，人手不够',
  })
  assert.deepEqual([refused.data.status, refused.data.decisionNote], ['refused', '大促，人手不够'])
  const begun = (await ask('agent', '2026-05-19')).data
  const approved = (await step('head', begun, 'approve')).data
  assert.equal((await step('agent', approved, 'withdraw')).status, 409)
  assert.equal((await step('agent3', approved, 'withdraw')).status, 404)
  assert.equal((await step('head', approved, 'withdraw')).data.status, 'withdrawn')
})

test('an agent who hands over an own shift is out of it', async () => {
  const handover = {
    storeId: tmall,
    staffId: agent3,
    duty: 'substitute',
    fromOn: '2026-06-25',
    toOn: '2026-06-25',
  }
  const { status, data } = await as('agent').post('/api/store-assignments', handover)
  assert.deepEqual([status, data.insteadOf, data.insteadOfName], [200, agent, '周小禾'])
  assert.deepEqual((await dutyOn('2026-06-25', agent))?.shifts, [])
})

test('the list counts by status, and what waits for the reader; a leave is read with its rests and stand-ins', async () => {
  const { data } = await ask('agent3', '2026-07-06', '2026-07-12', { toHalf: 'morning' })
  const waiting = (await as('head').get('/api/leaves?status=toDecide')).data
  assert.equal(waiting.total, waiting.statusCounts.toDecide)
  assert.ok(waiting.items.some(({ id }: Leave) => id === data.id))
  assert.ok(waiting.items.every(({ mayDecide }: Leave) => mayDecide))
  assert.equal((await as('agent3').get('/api/leaves?status=toDecide')).data.total, 0)
  const rest = { staffId: agent3, on: '2026-07-08', entries: ['rest'], seen: [] }
  assert.equal((await as('head').post('/api/rosters/plan', { cells: [rest] })).status, 200)
  const page = (await as('agent3').get(`/api/leaves/${data.id}`)).data
  assert.deepEqual([page.halfDays, page.restDays, page.standIns, page.mayDecide], [13, 1, [], false])
  assert.equal((await as('agent').get(`/api/leaves/${data.id}`)).status, 404)
  assert.equal((await as('head2').get(`/api/leaves/${data.id}`)).status, 404)
  const length = (who: string, more: string) => as(who).get(`/api/leaves/length?${more}`)
  const days = 'fromOn=2026-07-06&toOn=2026-07-12'
  assert.deepEqual((await length('agent3', days)).data, { halfDays: 14, restDays: 1 })
  assert.deepEqual((await length('head', `${days}&staffId=${agent3}`)).data, { halfDays: 14, restDays: 1 })
  assert.equal((await length('agent', `${days}&staffId=${agent3}`)).status, 404)
  assert.equal((await length('agent', 'fromOn=2026-07-12&toOn=2026-07-06')).status, 400)
})
