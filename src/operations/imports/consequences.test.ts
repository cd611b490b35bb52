import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDraft } from '#testing/testBills.ts'
import { rowsByLabel } from '#testing/testConsequences.ts'
import { figures, importWorld, taobaoFile } from '#testing/testImports.ts'
import { day, pastFile } from '#testing/testPast.ts'

const world = await importWorld()
const { as, db, upload, commit, undo, staffId, storeId } = world
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

const undoConsequencesOf = async (who: string, id: number) => {
  const answer = await as(who).get(`/api/imports/${id}/undo/consequences`)
  assert.equal(answer.status, 200, answer.body.errorMessage)
  return rowsByLabel(answer.data)
}

type FigureRows = Awaited<ReturnType<typeof figures>>
const keyOf = (row: { storeId: number; onDay: string; nick?: string | null }) =>
  `${row.storeId} ${row.onDay} ${row.nick ?? ''}`
const volumes = (rows: FigureRows['agents'] | FigureRows['stores']) =>
  new Map(
    rows.map((row) => [keyOf(row), JSON.stringify([row.consultUsers, row.handledUsers, row.unreplied])]),
  )

/** Counts the rows that differ or are new after an undo, and those that are gone. */
function difference(
  before: FigureRows['agents'] | FigureRows['stores'],
  after: FigureRows['agents'] | FigureRows['stores'],
) {
  const [old, now] = [volumes(before), volumes(after)]
  return {
    changed: [...now].filter(([key, value]) => old.get(key) !== value).length,
    gone: [...old.keys()].filter((key) => !now.has(key)).length,
  }
}

const consequenceRows = (agents: ReturnType<typeof difference>, stores: ReturnType<typeof difference>) =>
  Object.fromEntries(
    Object.entries({
      客服的数据恢复为之前的数: agents.changed,
      客服的数据删除: agents.gone,
      店铺日数据恢复为之前的数: stores.changed,
      店铺日数据变为缺数据: stores.gone,
    }).filter(([, count]) => count > 0),
  )

test('undoing an import: the preview counts the rows that then change or go, and writes nothing', async () => {
  const first = await importFile('agent', { 小雨: [10, 9, 1], 小满: [3, 3, 0] }, '2026-05-15')
  const second = await importFile('agent', { 小雨: [12, 9, 1], 阿泽: [5, 5, 0] }, '2026-05-15')
  for (const batch of [second, first]) {
    const before = await figures(db)
    const { 涉及店铺: stores, 涉及天数: days, ...shown } = await undoConsequencesOf('agent', batch.data.id)
    assert.deepEqual(await figures(db), before)
    assert.equal((await undo('agent', batch)).status, 200)
    const after = await figures(db)
    assert.deepEqual(
      shown,
      consequenceRows(difference(before.agents, after.agents), difference(before.stores, after.stores)),
    )
    assert.deepEqual([stores, days], [1, 1])
  }
})

test('approved logs are counted for all users, bills only for users who may charge customers', async () => {
  const on = '2026-05-18'
  const bindings = [{ nick: `${PREFIX}小雨`, staffId: staffId('agent') }]
  const batch = await importFile('head', { 小雨: [8, 8, 0] }, on, { bindings })
  const log = await as('agent').post('/api/worklogs', {
    on,
    shift: 'morning',
    summary: '正常',
    hours: 8,
    submit: true,
  })
  assert.equal(log.status, 200, log.body.errorMessage)
  const { id, version } = log.data
  assert.equal((await as('head').post(`/api/worklogs/${id}/approve`, { version })).status, 200)
  const { customerId } = await db
    .selectFrom('store')
    .select('customerId')
    .where('id', '=', storeId('晨曦家居旗舰店'))
    .executeTakeFirstOrThrow()
  await createDraft(as('finance'), customerId, 5_000, { kind: 'service', storeId: storeId('晨曦家居旗舰店') })
  const forHead = await undoConsequencesOf('head', batch.data.id)
  assert.equal(forHead.涉及已通过的工作日志, 1)
  assert.equal(forHead.涉及草稿账单, undefined)
  assert.equal((await undoConsequencesOf('admin', batch.data.id)).涉及草稿账单, 1)
})

test('an import that is not the latest gets CONFLICT when its undo is previewed', async () => {
  const first = await importFile('agent', { 小雨: [1, 1, 0] }, '2026-05-12')
  await importFile('agent', { 小雨: [2, 2, 0] }, '2026-05-12')
  const refused = await as('agent').get(`/api/imports/${first.data.id}/undo/consequences`)
  assert.deepEqual([refused.status, refused.body.errorCode], [409, 'CONFLICT'])
  assert.equal((await as('agent2').get(`/api/imports/${first.data.id}/undo/consequences`)).status, 404)
})

test('undoing a workbook of past days shows the days that lose their figures', async () => {
  const file = await as('head').upload(
    '/api/figure-files',
    pastFile([day('2026-04-10', 12), day('2026-04-11', 9)]),
  )
  assert.equal(file.status, 200, file.body.errorMessage)
  const { id, version } = file.data
  const done = await as('head').post(`/api/figure-files/${id}/commit`, { version })
  assert.equal(done.status, 200, done.body.errorMessage)
  const before = await figures(db)
  const answer = await as('head').get(`/api/figure-files/${id}/undo/consequences`)
  assert.deepEqual(await figures(db), before)
  await as('head').post(`/api/figure-files/${id}/undo`, { version: done.data.version })
  const after = await figures(db)
  const { 涉及店铺: _, 涉及天数: days, ...shown } = rowsByLabel(answer.data)
  assert.equal(days, 2)
  assert.deepEqual(
    shown,
    consequenceRows(difference(before.agents, after.agents), difference(before.stores, after.stores)),
  )
})
