import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOON, testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import { endAssignments, handOverAssignments } from './queries.ts'

const { db } = await testApp(seedWorld)
const { staffId, storeId } = idsIn(db)

const [admin, agent, agent2, agent3] = await Promise.all(['admin', 'agent', 'agent2', 'agent3'].map(staffId))
const [tmall, douyin, jd] = await Promise.all(
  ['晨曦家居旗舰店', '星澜美妆', '宏远数码京东自营店'].map(storeId),
)
if (!admin || !agent || !agent2 || !agent3 || !tmall || !douyin || !jd)
  throw new Error('the world has changed')

const writing = { by: admin, at: NOON }
const spans = async (store: number) => {
  const rows = await db
    .selectFrom('storeAssignment')
    .innerJoin('staff', 'staff.id', 'storeAssignment.staffId')
    .select(['staff.username', 'fromOn', 'toOn', 'sharePercent'])
    .where('storeId', '=', store)
    .orderBy('fromOn')
    .orderBy('storeAssignment.id')
    .execute()
  return rows.map((row) => `${row.username} ${row.fromOn}–${row.toOn ?? ''} ${row.sharePercent}`)
}

test('handing over ends the old assignment the day before and keeps shift and share, for all of a person or given ones', async () => {
  const lines = await handOverAssignments(db, { staffId: agent, to: agent3, fromOn: '2026-05-20' }, writing)
  assert.deepEqual(
    lines.map(({ action, recordId }) => [action, recordId]),
    [
      ['end-assignment', tmall],
      ['assign', tmall],
    ],
  )
  assert.deepEqual(await spans(tmall), ['agent 2026-01-01–2026-05-19 100', 'agent3 2026-05-20– 100'])
  assert.deepEqual(
    await handOverAssignments(db, { staffId: agent3, ids: [0], to: agent, fromOn: '2026-05-21' }, writing),
    [],
  )
})

test('handing over an assignment that has not begun deletes it; only the log contains it', async () => {
  const lines = await handOverAssignments(db, { staffId: agent3, to: agent, fromOn: '2026-05-20' }, writing)
  assert.deepEqual(
    lines.map(({ action, recordId }) => `${action} ${recordId}`),
    [`end-assignment ${douyin}`, `assign ${douyin}`, `cancel-assignment ${tmall}`, `assign ${tmall}`],
  )
  assert.deepEqual(await spans(tmall), ['agent 2026-01-01–2026-05-19 100', 'agent 2026-05-20– 100'])
})

test('handing over fails if the successor cannot serve or already has the shift', async () => {
  const handOver = (to: number) =>
    handOverAssignments(db, { staffId: agent2, to, fromOn: '2026-05-20' }, writing)
  await assert.rejects(handOver(await staffId('sales')), { code: 'INVALID' })
  await assert.rejects(handOver(await staffId('admin2')), { code: 'INVALID' })
  await db
    .insertInto('storeAssignment')
    .values({ companyCode: '001', storeId: jd, staffId: agent3, fromOn: '2026-06-01', sharePercent: 0 })
    .execute()
  await assert.rejects(handOver(agent3), { code: 'CONFLICT' })
  assert.equal((await spans(jd))[0], 'agent2 2026-01-01– 100')
})

test('ending sets the last day of assignments that have begun and deletes the others', async () => {
  const lines = await endAssignments(db, { storeId: jd }, { on: '2026-05-19', ...writing })
  assert.deepEqual(
    lines.map(({ action }) => action),
    ['end-assignment', 'cancel-assignment'],
  )
  assert.deepEqual(await spans(jd), ['agent2 2026-01-01–2026-05-19 100'])
  assert.deepEqual(await endAssignments(db, { storeId: jd }, { on: '2026-05-19', ...writing }), [])
})

test('ending applies to all assignments of a person', async () => {
  const lines = await endAssignments(db, { staffId: agent }, { on: '2026-05-25', ...writing })
  assert.deepEqual(
    lines.map(({ recordId }) => recordId),
    [douyin, tmall],
  )
  const handed = 'agent 2026-05-20–2026-05-25 100'
  assert.deepEqual(await spans(tmall), ['agent 2026-01-01–2026-05-19 100', handed])
  assert.deepEqual(await spans(douyin), ['agent3 2026-01-01–2026-05-19 100', handed])
})
