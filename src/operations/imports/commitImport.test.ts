import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { douyinFile, figures, importWorld, taobaoFile } from '#testing/testImports.ts'

const world = await importWorld()
const { as, db, upload, commit, storeId, staffId } = world
const PREFIX = '晨曦家居旗舰店:'

/** Uploads and commits a taobao file for a day; each test uses days of its own. */
async function importFile(
  who: string,
  on: string,
  rows: Record<string, [number, number, number]>,
  more = {},
) {
  const named = Object.fromEntries(Object.entries(rows).map(([nick, row]) => [PREFIX + nick, row]))
  const preview = await upload(who, taobaoFile(named), { on })
  return { preview, done: await commit(who, preview, more) }
}

async function figuresOn(on: string) {
  const { stores, agents } = await figures(db)
  return {
    store: stores.find((row) => row.onDay === on),
    agents: Object.fromEntries(
      agents.filter((row) => row.onDay === on).map((row) => [row.nick.replace(PREFIX, ''), row.consultUsers]),
    ),
  }
}

test('commit: writes the figures, sums them for the store, and writes one audit line', async () => {
  const { done } = await importFile('agent', '2026-05-01', { 小雨: [10, 9, 1], 阿泽: [20, 18, 4] })
  assert.equal(done.status, 200, done.body.errorMessage)
  const counts = { inserted: 2, replaced: 0, unchanged: 0, removed: 0, kept: 0, storeDays: 1 }
  assert.deepEqual([done.data.status, done.data.counts], ['committed', counts])
  const { store, agents } = await figuresOn('2026-05-01')
  assert.deepEqual(agents, { 小雨: 10, 阿泽: 20 })
  assert.deepEqual(
    [
      store?.consultUsers,
      store?.unreplied,
      store?.replied,
      store?.replyBase,
      store?.source,
      store?.satisfied,
    ],
    [30, 5, 25, 30, 'sum', null],
  )
  assert.equal(store?.batchId, done.data.id)
  const lines = await db.selectFrom('audit').selectAll().where('entity', '=', 'import').execute()
  assert.equal(lines.length, 1)
  const [line] = lines
  const changes = line?.changes as Record<string, [unknown, unknown]>
  assert.deepEqual([line?.action, line?.recordId, changes.rows], ['commit', String(done.data.id), [null, 2]])
  assert.match(String(changes.sha256?.[1]), /^[0-9a-f]{64}$/)
})

test('commit: a second file for a store and day replaces per nick, never adds, and keeps other nicks', async () => {
  const on = '2026-05-02'
  await importFile('agent', on, { 小雨: [10, 9, 1], 阿泽: [20, 18, 4], 小满: [5, 5, 0] })
  const again = await importFile('agent', on, { 小雨: [12, 9, 1], 阿泽: [20, 18, 4], 新人: [7, 7, 0] })
  const { replaces, agents } = again.preview.data
  assert.deepEqual(
    [replaces.standing, replaces.inserted, replaces.replaced, replaces.unchanged, replaces.keptTotal],
    [3, 1, 1, 1, 1],
  )
  assert.deepEqual(replaces.kept, [`${PREFIX}小满`])
  assert.deepEqual(
    agents.map(({ effect, before }: { effect: string; before: unknown }) => [effect, before]),
    [
      ['replace', { consultUsers: 10, handledUsers: 9 }],
      ['unchanged', { consultUsers: 20, handledUsers: 18 }],
      ['insert', null],
    ],
  )
  const counts = { inserted: 1, replaced: 1, unchanged: 1, removed: 0, kept: 1, storeDays: 1 }
  assert.deepEqual(again.done.data.counts, counts)
  const after = await figuresOn(on)
  assert.deepEqual(after.agents, { 小雨: 12, 阿泽: 20, 小满: 5, 新人: 7 })
  assert.equal(after.store?.consultUsers, 44)
})

test('commit: 整店替换 removes the nicks that are not in the file', async () => {
  const on = '2026-05-03'
  await importFile('agent', on, { 小雨: [10, 9, 1], 小满: [5, 5, 0] })
  const { done } = await importFile('agent', on, { 小雨: [12, 9, 1] }, { replaceWholeStore: true })
  assert.deepEqual([done.data.counts.removed, done.data.counts.kept], [1, 0])
  const after = await figuresOn(on)
  assert.deepEqual([after.agents, after.store?.consultUsers], [{ 小雨: 12 }, 12])
})

test('commit: the same file from another user is reported as a duplicate and changes nothing', async () => {
  const on = '2026-05-04'
  const first = await importFile('agent', on, { 小雨: [10, 9, 1] })
  const before = await figuresOn(on)
  const again = await importFile('head', on, { 小雨: [10, 9, 1] })
  assert.deepEqual(
    [again.preview.data.duplicateOf.id, again.preview.data.duplicateOf.createdByName],
    [first.done.data.id, '周小禾'],
  )
  assert.equal(again.done.data.counts.unchanged, 1)
  const after = await figuresOn(on)
  assert.deepEqual(after.agents, before.agents)
  assert.deepEqual([after.store?.consultUsers, after.store?.replied], [10, 9])
})

test("commit: a store's own row takes precedence, also after later files with agents only", async () => {
  const store = async () => (await figuresOn('2026-05-15')).store
  await commit('agent3', await upload('agent3', douyinFile({ a: 30, b: 40 }, 60)))
  assert.deepEqual([(await store())?.handledUsers, (await store())?.source], [60, 'imported'])
  const agentsOnly = await upload('agent3', douyinFile({ c: 5 }))
  assert.equal(agentsOnly.data.replaces.store, 'kept')
  await commit('agent3', agentsOnly)
  assert.deepEqual([(await store())?.handledUsers, (await store())?.source], [60, 'imported'])
  await commit('agent3', await upload('agent3', douyinFile({ a: 31, b: 40 })), { replaceWholeStore: true })
  assert.deepEqual([(await store())?.handledUsers, (await store())?.source], [71, 'sum'])
  assert.deepEqual([(await store())?.frtTotalCs, (await store())?.frtWeight], [71 * 2_000, 71])
})

test('commit: a blocked group is refused; the other groups of the file can be committed separately', async () => {
  const head = '日期,店铺名称,旺旺昵称,咨询人数,接待人数,未回复人数'
  const rows = ['2026-05-05,晨曦家居旗舰店,甲,5,5,0', '2026-05-05,别家店,乙,7,7,0']
  const preview = await upload('agent', { name: 'x.csv', bytes: Buffer.from([head, ...rows].join('\n')) })
  const blocked = await commit('agent', preview)
  assert.equal(blocked.status, 409)
  assert.equal(blocked.data.blocks[0].code, 'NO_STORE')
  assert.deepEqual((await figuresOn('2026-05-05')).agents, {})
  const shop = storeId('晨曦家居旗舰店')
  const foreign = await commit('agent', preview, { groups: [{ storeId: shop, on: '2026-05-06' }] })
  assert.equal(foreign.status, 400)
  const done = await commit('agent', preview, { groups: [{ storeId: shop, on: '2026-05-05' }] })
  assert.equal(done.status, 200)
  assert.deepEqual((await figuresOn('2026-05-05')).agents, { 甲: 5 })
})

test('commit: a nick is bound once and recognised afterwards; unknown nicks may stay unmatched', async () => {
  const on = '2026-05-07'
  const bindings = [{ nick: `${PREFIX}小雨`, staffId: staffId('agent') }]
  const { done } = await importFile('head', on, { 小雨: [10, 9, 1], 阿泽: [2, 2, 0] }, { bindings })
  assert.equal(done.status, 200, done.body.errorMessage)
  const earlier = await upload('agent', taobaoFile({ [`${PREFIX}小雨`]: [1, 1, 0] }), { on: '2026-05-06' })
  assert.deepEqual([earlier.data.agents[0].staffName, earlier.data.unmatchedNicks], ['周小禾', []])
  await commit('agent', earlier)
  const accounts = await db.selectFrom('agentAccount').select(['nick', 'fromOn']).execute()
  assert.deepEqual(accounts, [{ nick: `${PREFIX}小雨`, fromOn: '2026-05-06' }])
  const lines = await db.selectFrom('audit').select('entity').where('action', '=', 'bind').execute()
  assert.deepEqual(lines, [{ entity: 'store' }, { entity: 'store' }])
})

test('commit: a member’s binding becomes a claim, and the head is notified; an older file extends it', async () => {
  const claims = async () =>
    (await as('head').get('/api/agent-accounts/claims?status=pending')).data.items.map(
      (one: { nick: string; fromOn: string }) => [one.nick, one.fromOn],
    )
  const importBoth = (on: string) =>
    importFile(
      'agent',
      on,
      { 甲: [3, 3, 0], 乙: [4, 4, 0] },
      {
        bindings: ['甲', '乙'].map((nick) => ({ nick: PREFIX + nick, staffId: staffId('agent') })),
      },
    )
  assert.equal((await importBoth('2026-05-17')).done.status, 200)
  assert.deepEqual((await claims()).sort(), [
    [`${PREFIX}乙`, '2026-05-17'],
    [`${PREFIX}甲`, '2026-05-17'],
  ])
  const bound = db.selectFrom('agentAccount').select('id').where('nick', '=', `${PREFIX}甲`)
  assert.equal(await bound.executeTakeFirst(), undefined)
  const { title } = (await as('head').get('/api/notices')).data.items[0]
  assert.deepEqual([title.sentence, title.values.n], ['{name}认领了{store}的 {n} 个昵称，请确认', 2])
  // An older file moves the start of the same claims back; a later one does not change it.
  assert.equal((await importBoth('2026-05-18')).done.status, 200)
  assert.equal((await importBoth('2026-05-16')).done.status, 200)
  assert.deepEqual([...new Set((await claims()).map(([, on]: string[]) => on))], ['2026-05-16'])
})

test('commit: binding a nick to a person out of reach is refused, and nothing is written', async () => {
  const on = '2026-05-08'
  const bind = async (who: string, to: string, nick = '阿泽') => {
    const bindings = [{ nick: PREFIX + nick, staffId: staffId(to) }]
    return (await importFile(who, on, { 阿泽: [2, 2, 0] }, { bindings })).done.status
  }
  assert.equal(await bind('agent', 'agent3'), 400)
  assert.equal(await bind('head', 'agent2'), 400)
  assert.equal(await bind('admin', 'sales'), 400)
  assert.equal(await bind('agent', 'agent', '谁也不是'), 400)
  assert.deepEqual((await figuresOn(on)).agents, {})
  assert.equal(await bind('head', 'agent3'), 200)
})

test('commit: out of reach gets 404, an old version STALE, a second commit WRONG_STATE', async () => {
  const preview = await upload('agent', taobaoFile({ [`${PREFIX}小雨`]: [1, 1, 0] }), { on: '2026-05-09' })
  for (const who of ['agent2', 'agent3', 'admin2']) assert.equal((await commit(who, preview)).status, 404)
  assert.equal((await commit('sales', preview)).status, 403)
  assert.equal((await commit('agent', preview, { version: 7 })).body.errorCode, 'STALE')
  assert.equal((await commit('agent', preview)).status, 200)
  const twice = await commit('agent', preview)
  assert.deepEqual([twice.status, twice.body.errorCode], [409, 'WRONG_STATE'])
})

test('commit: writes nothing if the store was reassigned or stopped since the preview', async () => {
  const preview = await upload('agent3', douyinFile({ z: 3 }))
  const shop = storeId('星澜美妆')
  const assigned = db.updateTable('storeAssignment').where('storeId', '=', shop)
  await assigned.set({ toOn: '2026-05-14' }).execute()
  assert.equal((await commit('agent3', preview)).status, 404)
  await assigned.set({ toOn: null }).execute()
  await db.updateTable('store').set({ status: 'stopped' }).where('id', '=', shop).execute()
  assert.equal((await commit('agent3', preview)).status, 404)
  await db.updateTable('store').set({ status: 'serving' }).where('id', '=', shop).execute()
  assert.equal((await commit('agent3', preview)).status, 200)
})

test('commit: of two concurrent commits of the same preview, one succeeds', async () => {
  const preview = await upload('agent', taobaoFile({ [`${PREFIX}小雨`]: [1, 1, 0] }), { on: '2026-05-10' })
  const both = await Promise.all([commit('agent', preview), commit('agent', preview)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
})

test('commit: sums beyond the range of a column are refused with CONFLICT', async () => {
  const { done } = await importFile('agent', '2026-05-11', {
    甲: [2_147_483_647, 1, 0],
    乙: [2_147_483_647, 1, 0],
  })
  assert.deepEqual([done.status, done.body.errorCode], [409, 'CONFLICT'])
  assert.deepEqual((await figuresOn('2026-05-11')).agents, {})
})

test('commit: a file without valid rows cannot be committed', async () => {
  const bytes = Buffer.from('旺旺昵称,咨询人数,接待人数,未回复人数\n晨曦家居旗舰店:小雨,-1,1,0')
  const preview = await upload('agent', { name: '坏_2026-05-12.csv', bytes })
  assert.deepEqual([preview.data.groups, preview.data.problemTotal], [[], 1])
  assert.equal((await commit('agent', preview)).status, 409)
})

test('commit: files of different people add up to the same sum in any order', async () => {
  const counts = fc
    .tuple(fc.nat(500), fc.nat(500))
    .map(([replied, left]) => [replied + left, replied, left] as const)
  const files = fc.array(fc.array(counts, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 3 })
  const orders = files.chain((some) =>
    fc.tuple(fc.constant(some), fc.shuffledSubarray([...some.keys()], { minLength: some.length })),
  )
  const on = '2026-05-13'
  await fc.assert(
    fc.asyncProperty(orders, async ([some, order]) => {
      await db.deleteFrom('agentDaily').where('onDay', '=', on).execute()
      await db.deleteFrom('storeDaily').where('onDay', '=', on).execute()
      for (const index of order) {
        const rows = (some[index] ?? []).map(
          (row, n) => [`${index}-${n}`, [...row]] as [string, [number, number, number]],
        )
        await importFile('agent', on, Object.fromEntries(rows))
      }
      const { store } = await figuresOn(on)
      const sum = (at: 0 | 1 | 2) => some.flat().reduce((total, row) => total + row[at], 0)
      assert.deepEqual([store?.consultUsers, store?.handledUsers, store?.unreplied], [sum(0), sum(1), sum(2)])
    }),
    { numRuns: 12 },
  )
})

test('GET /api/imports: people who serve the store see its imports, but cannot undo those of others', async () => {
  const { done } = await importFile('head', '2026-05-14', { 小雨: [1, 1, 0] })
  const visible = await as('agent').get('/api/imports?on=2026-05-14')
  assert.deepEqual(
    [visible.data.total, visible.data.items[0].id, visible.data.items[0].undoable],
    [1, done.data.id, false],
  )
  assert.equal((await as('agent3').get('/api/imports?on=2026-05-14')).data.total, 0)
  assert.equal((await as('head').get(`/api/imports?on=2026-05-14`)).data.items[0].undoable, true)
})

test('commit: a sum that is too large is refused, and nothing is written', async () => {
  const { done } = await importFile('agent', '2026-04-30', { 大: [2e9, 1, 0], 巨: [2e9, 1, 0] })
  assert.deepEqual([done.status, done.body.errorMessage?.slice(0, 7)], [409, '店铺一天的合计'])
  assert.deepEqual(await figuresOn('2026-04-30'), { store: undefined, agents: {} })
})
