import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { figures, importWorld, taobaoFile } from '#testing/testImports.ts'
import { applyKeyedLines, removeKeyedLines } from './queries.ts'

const { db, upload, commit, undo, storeId } = await importWorld()
const STORE = storeId('晨曦家居旗舰店')
const PREFIX = '晨曦家居旗舰店:'
const AT = new Date('2026-05-19T04:00:00Z')

type Counts = [consult: number, handled: number, unreplied: number]

/** Approves a log with one line per nick. */
const approveLog = (worklogId: number, on: string, nicks: Record<string, Counts>) =>
  db.transaction().execute((within) =>
    applyKeyedLines(within, {
      companyCode: '001',
      worklogId,
      at: AT,
      lines: Object.entries(nicks).map(([nick, [consultUsers, handledUsers, unreplied]]) => {
        return { storeId: STORE, on, nick: PREFIX + nick, consultUsers, handledUsers, unreplied }
      }),
    }),
  )

const endApproval = (worklogId: number) =>
  db.transaction().execute((within) => removeKeyedLines(within, { worklogId, at: AT }))

/** Imports a file of the store for a day. */
async function importFile(on: string, nicks: Record<string, Counts>, more = {}) {
  const rows = Object.fromEntries(Object.entries(nicks).map(([nick, counts]) => [PREFIX + nick, counts]))
  const done = await commit('agent', await upload('agent', taobaoFile(rows), { on }), more)
  assert.equal(done.status, 200, done.body.errorMessage)
  return done
}

/** Returns the consult users of a day and their sources. */
async function figuresOn(on: string) {
  const { stores, agents } = await figures(db)
  const store = stores.find((row) => row.onDay === on)
  const agentsOfDay = agents.filter((row) => row.onDay === on)
  return {
    store: store && [store.consultUsers, store.replied, store.source],
    agents: Object.fromEntries(
      agentsOfDay.map(({ nick, consultUsers, source }) => [nick.replace(PREFIX, ''), [consultUsers, source]]),
    ),
  }
}

test('an approved log provides figures if nothing was imported; dropping it removes them', async () => {
  const on = '2026-05-01'
  const empty = await figures(db)
  await approveLog(1, on, { 小雨: [10, 9, 1] })
  assert.deepEqual(await figuresOn(on), { store: [10, 9, 'keyed'], agents: { 小雨: [10, 'keyed'] } })
  await approveLog(1, on, { 小雨: [12, 9, 2] })
  assert.deepEqual((await figuresOn(on)).store, [12, 10, 'keyed'])
  await endApproval(1)
  assert.deepEqual(await figures(db), empty)
})

test('the shifts of a nick are summed; imported figures replace those of their nick only', async () => {
  const on = '2026-05-02'
  await approveLog(2, on, { 小雨: [10, 9, 1], 阿泽: [5, 5, 0] })
  await approveLog(3, on, { 小雨: [4, 4, 0] })
  assert.deepEqual((await figuresOn(on)).agents, { 小雨: [14, 'keyed'], 阿泽: [5, 'keyed'] })
  const brought = await importFile(on, { 小雨: [20, 18, 2] })
  assert.deepEqual(await figuresOn(on), {
    store: [25, 23, 'keyed'],
    agents: { 小雨: [20, 'imported'], 阿泽: [5, 'keyed'] },
  })
  await endApproval(3)
  await undo('agent', brought)
  assert.deepEqual(await figuresOn(on), {
    store: [15, 14, 'keyed'],
    agents: { 小雨: [10, 'keyed'], 阿泽: [5, 'keyed'] },
  })
})

test('整店替换 sets aside the keyed figures of other nicks; its undo restores them', async () => {
  const on = '2026-05-03'
  await approveLog(4, on, { 小雨: [10, 9, 1], 阿泽: [5, 5, 0] })
  const before = await figures(db)
  const brought = await importFile(on, { 小雨: [20, 18, 2] }, { replaceWholeStore: true })
  assert.deepEqual(await figuresOn(on), { store: [20, 18, 'sum'], agents: { 小雨: [20, 'imported'] } })
  await undo('agent', brought)
  assert.deepEqual(await figures(db), before)
})

test('a file with the same figures as the keyed ones replaces them; its undo restores them', async () => {
  const on = '2026-05-05'
  await approveLog(5, on, { 阿泽: [24, 24, 0] })
  const before = await figures(db)
  const brought = await importFile(on, { 阿泽: [24, 24, 0] })
  assert.deepEqual(await figuresOn(on), { store: [24, 24, 'sum'], agents: { 阿泽: [24, 'imported'] } })
  await undo('agent', brought)
  assert.deepEqual(await figures(db), before)
  await endApproval(5)
})

test('logs and imports in any order result in the same figures', async () => {
  const on = '2026-05-04'
  const nick = fc.constantFrom('小雨', '阿泽', '小满')
  const counts = fc.integer({ min: 0, max: 40 }).map((n): Counts => [n, n, 0])
  const logs = fc.uniqueArray(fc.tuple(nick, counts), { selector: ([name]) => name, maxLength: 3 })
  const orders = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(logs, logs, logs, orders, async (morning, evening, imported, order) => {
      const logOf = (id: number, lines: typeof morning) => () => approveLog(id, on, Object.fromEntries(lines))
      const file = Object.fromEntries(imported)
      const importStep = () => (imported.length > 0 ? importFile(on, file) : Promise.resolve())
      const writes = [logOf(10, morning), logOf(11, evening), importStep, importStep]
      for (const at of order) await writes[at]?.()
      const keyed = [...morning, ...evening].filter(([name]) => !(name in file))
      const all = [...keyed, ...imported]
      const sum = all.reduce((total, [, [n]]) => total + n, 0)
      const { store } = await figuresOn(on)
      const source = keyed.length > 0 ? 'keyed' : 'sum'
      assert.deepEqual(store, all.length > 0 ? [sum, sum, source] : undefined)
      await db.deleteFrom('keyedFigure').execute()
      await db.deleteFrom('agentDaily').where('onDay', '=', on).execute()
      await db.deleteFrom('storeDaily').where('onDay', '=', on).execute()
    }),
    { numRuns: 8 },
  )
})
