import assert from 'node:assert/strict'
import { test } from 'node:test'
import { douyinFile, figures, importWorld, taobaoFile } from '#testing/testImports.ts'

const { as, clock, db, upload, commit, undo } = await importWorld()
const PREFIX = '晨曦家居旗舰店:'

async function importFile(
  who: string,
  rows: Record<string, [number, number, number]>,
  on: string,
  more = {},
) {
  const named = Object.fromEntries(Object.entries(rows).map(([nick, row]) => [PREFIX + nick, row]))
  return commit(who, await upload(who, taobaoFile(named), { on }), more)
}

test('undo: a first import leaves nothing behind, a second one exactly what the first had written', async () => {
  const empty = await figures(db)
  const first = await importFile('agent', { 小雨: [10, 9, 1], 小满: [3, 3, 0] }, '2026-05-15')
  const after = await figures(db)
  const second = await importFile('agent', { 小雨: [12, 9, 1], 阿泽: [5, 5, 0] }, '2026-05-15', {
    replaceWholeStore: true,
  })
  assert.notDeepEqual(await figures(db), after)
  const undone = await undo('agent', second)
  assert.deepEqual([undone.status, undone.data.status, undone.data.undoable], [200, 'undone', false])
  assert.deepEqual(await figures(db), after)
  assert.equal((await undo('agent', first)).status, 200)
  assert.deepEqual(await figures(db), empty)
})

test("undo: restores a store's own figures, too", async () => {
  await commit('agent3', await upload('agent3', douyinFile({ a: 30 })))
  const before = await figures(db)
  const storeImport = await commit('agent3', await upload('agent3', douyinFile({ a: 30 }, 25)))
  assert.equal((await undo('agent3', storeImport)).status, 200)
  assert.deepEqual(await figures(db), before)
})

test('undo: an older import gets CONFLICT with the later one, and can be undone after it', async () => {
  clock.now = new Date('2026-05-19T04:30:00Z')
  const first = await importFile('agent', { 小雨: [10, 9, 1] }, '2026-05-16')
  const second = await importFile('head', { 阿泽: [5, 5, 0] }, '2026-05-16')
  const refused = await undo('agent', first)
  assert.deepEqual([refused.status, refused.body.errorCode], [409, 'CONFLICT'])
  assert.match(
    refused.body.errorMessage ?? '',
    /晨曦家居旗舰店.*2026-05-16.*数据_2026-05-15\.csv.*2026-05-19 12:30:00/,
  )
  assert.equal(refused.data.later.id, second.data.id)
  assert.equal(
    (await as('agent').get(`/api/imports?on=2026-05-16&createdBy=${first.data.createdBy}`)).data.items[0]
      .undoable,
    false,
  )
  assert.equal((await undo('head', second)).status, 200)
  assert.equal((await undo('agent', first)).status, 200)
})

test('undo: the order is that of the commits, not of the previews', async () => {
  const on = '2026-05-17'
  const early = await upload('agent', taobaoFile({ [`${PREFIX}小雨`]: [1, 1, 0] }), { on })
  const late = await upload('agent', taobaoFile({ [`${PREFIX}小雨`]: [2, 2, 0] }), { on })
  const lateDone = await commit('agent', late)
  const earlyDone = await commit('agent', early)
  assert.equal((await undo('agent', lateDone)).status, 409)
  assert.equal((await undo('agent', earlyDone)).status, 200)
})

test('undo: allowed for importer, head and admin; a preview or an undone import gets WRONG_STATE', async () => {
  const on = '2026-05-18'
  const preview = await upload('agent', taobaoFile({ [`${PREFIX}小雨`]: [1, 1, 0] }), { on })
  assert.deepEqual([(await undo('agent', preview)).body.errorCode], ['WRONG_STATE'])
  const done = await commit('agent', preview)
  for (const who of ['agent3', 'agent2', 'head2', 'admin2']) assert.equal((await undo(who, done)).status, 404)
  assert.equal((await undo('finance', done)).status, 403)
  assert.equal((await undo('agent', preview)).body.errorCode, 'STALE')
  const undone = await undo('head', done)
  assert.equal(undone.status, 200)
  assert.equal((await undo('admin', undone)).body.errorCode, 'WRONG_STATE')
  assert.equal((await commit('agent', undone)).body.errorCode, 'WRONG_STATE')
  const lines = await db
    .selectFrom('audit')
    .select('action')
    .where('entity', '=', 'import')
    .where('recordId', '=', String(done.data.id))
    .orderBy('id')
    .execute()
  assert.deepEqual(lines, [{ action: 'commit' }, { action: 'undo' }])
})
