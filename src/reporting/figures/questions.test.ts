import assert from 'node:assert/strict'
import { test } from 'node:test'
import { correctionInput } from '#testing/testCorrections.ts'
import { importWorld, taobaoFile } from '#testing/testImports.ts'

const world = await importWorld()
const { as, db, upload, commit, storeId, staffId } = world
const STORE = storeId('晨曦家居旗舰店')
const ON = '2026-05-15'
const committed = await commit(
  'agent',
  await upload('agent', taobaoFile({ '晨曦家居旗舰店:小雨': [10, 9, 1] }), { on: ON }),
)

const questionInput = {
  subject: 'store',
  id: STORE,
  metric: 'volume',
  from: ON,
  to: ON,
  shownValue: 10,
  place: `/daily-store-report?from=${ON}&to=${ON}`,
  question: '昨晚有 3 个是同事测试',
}
const ask = (who: string, more = {}) => as(who).post('/api/figure-questions', { ...questionInput, ...more })
const answer = (who: string, one: { data: { id: number; version: number } }, more: object) =>
  as(who).post(`/api/figure-questions/${one.data.id}/answer`, { version: one.data.version, ...more })

async function noticesOf(username: string) {
  return db
    .selectFrom('notice')
    .select(['kind', 'link', 'text'])
    .where('staffId', '=', staffId(username))
    .orderBy('id')
    .execute()
}

const shown = async () =>
  (await as('agent').get(`/api/figures/explain?storeId=${STORE}&from=${ON}&to=${ON}&metric=volume`)).data
    .value

/** Revokes the corrections of a test. */
async function revoke(actId: number) {
  const { status, body } = await as('head').post(`/api/figure-corrections/${actId}/revoke`)
  assert.equal(status, 200, body.errorMessage)
}

const correction = (to: Record<string, number | null>, more = {}) =>
  correctionInput(world, { storeId: STORE, on: ON, ...more }, to)

test("a question goes to the store's head; a correction answers it and notifies the author", async () => {
  const one = await ask('agent')
  assert.equal(one.status, 200, one.body.errorMessage)
  assert.deepEqual([one.data.ownerName, one.data.status, one.data.mayAnswer], ['陈思雨', 'open', false])
  const link = `/store-worklog/figures?id=${one.data.id}`
  const lastNotice = (await noticesOf('head')).at(-1)
  assert.deepEqual([lastNotice?.kind, lastNotice?.link], ['figureQuestion', link])
  const done = await answer('head', one, {
    outcome: 'corrected',
    answer: '已扣除测试号',
    correction: await correction({ consultUsers: 7, unreplied: 0 }),
  })
  assert.deepEqual([done.status, done.data.status, done.data.outcome], [200, 'answered', 'corrected'])
  const corrected = done.data.corrections.find((c: { measure: string }) => c.measure === 'consultUsers')
  assert.deepEqual(
    [corrected.oldValue, corrected.newValue, corrected.reason, await shown()],
    [10, 7, '已扣除测试号', 7],
  )
  assert.deepEqual((await noticesOf('agent')).at(-1), {
    kind: 'figureAnswered',
    link,
    text: {
      sentence: '{metric}由 {old} 更正为 {now}：“{text}”',
      values: { metric: '咨询量', old: '10', now: '7', text: '已扣除测试号' },
      words: ['metric'],
    },
  })
  assert.equal(
    (await answer('head', done, { outcome: 'right', answer: '再答一次' })).body.errorCode,
    'WRONG_STATE',
  )
  assert.equal((await answer('head', one, { outcome: 'right', answer: '旧版本' })).body.errorCode, 'STALE')
  await revoke(corrected.actId)
})

test('a refused answer corrects nothing, and a refused correction answers nothing', async () => {
  const one = await ask('agent')
  const answerInput = { outcome: 'corrected', answer: '已扣除' }
  const good = await correction({ consultUsers: 7 })
  const refused = async (more: object, who = 'head') => {
    const { status, body } = await answer(who, one, { ...answerInput, ...more })
    assert.deepEqual([await shown(), (await noticesOf('agent')).length], [10, before])
    return [status, body.errorCode]
  }
  const before = (await noticesOf('agent')).length
  assert.deepEqual(await refused({}), [400, 'INVALID'])
  assert.deepEqual(await refused({ correction: good, answer: ' ' }), [400, 'INVALID'])
  assert.deepEqual(await refused({ correction: good, version: 9 }), [409, 'STALE'])
  assert.deepEqual(await refused({ correction: { ...good, on: '2026-05-14' } }), [400, 'INVALID'])
  assert.deepEqual(await refused({ correction: { ...good, storeId: storeId('星澜美妆') } }), [400, 'INVALID'])
  assert.deepEqual(await refused({ correction: good }, 'head2'), [404, 'NOT_FOUND'])
  const other = { ...good, changes: { consultUsers: { from: 9, to: 7 } } }
  assert.deepEqual(await refused({ correction: other }), [409, 'STALE'])
  const open = await as('head').get(`/api/figure-questions?id=${one.data.id}`)
  assert.deepEqual([open.data.items[0].status, open.data.items[0].version], ['open', 1])
})

test('a correction already made for the question answers it without another one', async () => {
  const one = await ask('agent')
  const corrected = await as('head').post('/api/figure-corrections', {
    ...(await correction({ consultUsers: 8 })),
    reason: '扣除测试号',
  })
  await db
    .updateTable('figureCorrection')
    .set({ questionId: one.data.id })
    .where('actId', '=', corrected.data.actId)
    .execute()
  const done = await answer('head', one, { outcome: 'corrected', answer: '已扣除' })
  assert.deepEqual(
    [done.status, done.data.outcome, done.data.corrections.length > 0],
    [200, 'corrected', true],
  )
  await revoke(corrected.data.actId)
})

test('a question may be about the figures of the store, the customer’s stores or the agent’s nicks', async () => {
  const figuresOf = async (who: string, id: number, on = ON) =>
    as(who).get(`/api/figure-questions/${id}/figures?on=${on}`)
  const store = await ask('agent')
  assert.deepEqual((await figuresOf('head', store.data.id)).data, [
    { storeId: STORE, storeName: '晨曦家居旗舰店', nick: null, value: 10 },
  ])
  assert.deepEqual((await figuresOf('head', store.data.id, '2026-05-14')).data, [])
  assert.equal((await figuresOf('head2', store.data.id)).status, 404)
  const { customerId } = await db
    .selectFrom('store')
    .select('customerId')
    .where('id', '=', STORE)
    .executeTakeFirstOrThrow()
  const customer = await ask('sales', { subject: 'customer', id: customerId })
  const ofCustomer = (await figuresOf('head', customer.data.id)).data
  assert.deepEqual([ofCustomer[0].storeId, ofCustomer[0].value], [STORE, 10])
  const agent = await ask('head', { subject: 'agent', id: staffId('agent'), metric: 'handled' })
  assert.deepEqual((await figuresOf('head', agent.data.id)).data, [])
  const nick = '晨曦家居旗舰店:小雨'
  const bound = { storeId: STORE, nick, staffId: staffId('agent'), fromOn: '2026-05-01' }
  assert.equal((await as('head').post('/api/agent-accounts', bound)).status, 200)
  assert.deepEqual((await figuresOf('head', agent.data.id)).data, [
    { storeId: STORE, storeName: '晨曦家居旗舰店', nick, value: 9 },
  ])
  const done = await answer('head', agent, {
    outcome: 'corrected',
    answer: '有一位是重复的',
    correction: await correction({ handledUsers: 8 }, { nick }),
  })
  assert.deepEqual([done.status, done.data.outcome], [200, 'corrected'], done.body.errorMessage)
  await revoke(done.data.corrections[0].actId)
})

test('a question is answered by an import that wrote the day, or by a reason why the number is right', async () => {
  const one = await ask('agent')
  const wrong = await answer('head', one, { outcome: 'imported', answer: '补了', batchId: 999 })
  assert.equal(wrong.status, 400)
  const offered = await as('head').get(`/api/figure-questions/${one.data.id}/imports`)
  assert.deepEqual(
    offered.data.map(({ id }: { id: number }) => id),
    [committed.data.id],
  )
  assert.match(offered.data[0].name, /^数据_2026-05-15\.csv · 周小禾 2026-05-19 12:00/)
  assert.equal((await as('head2').get(`/api/figure-questions/${one.data.id}/imports`)).status, 404)
  const answered = await answer('head', one, {
    outcome: 'imported',
    answer: '补了',
    batchId: committed.data.id,
  })
  assert.deepEqual(
    [answered.data.batchName, answered.data.batchId],
    ['数据_2026-05-15.csv', committed.data.id],
  )
  const two = await ask('agent')
  const right = { outcome: 'right', answer: '平台就是这样算的' }
  // The answer would show the file name of an unchecked import, whoever made it.
  for (const batchId of [committed.data.id, 999]) {
    const { status, data } = await answer('admin', two, { ...right, batchId })
    assert.deepEqual([status, Object.keys(data.fields)], [400, ['batchId']])
  }
  assert.equal((await answer('admin', two, right)).status, 200)
})

test('users may ask, see and answer questions only within their permissions', async () => {
  assert.equal((await ask('agent2')).status, 404)
  assert.equal((await ask('sales2')).status, 404)
  assert.equal((await ask('agent', { place: '//elsewhere' })).status, 400)
  assert.equal((await ask('agent', { from: '2026-05-16' })).status, 400)
  const one = await ask('sales')
  assert.equal(one.status, 200)
  const countVisible = async (who: string, more = '') =>
    (await as(who).get(`/api/figure-questions?id=${one.data.id}${more}`)).data.total
  assert.deepEqual(
    [
      await countVisible('sales'),
      await countVisible('head'),
      await countVisible('head', '&toAnswer=true'),
      await countVisible('admin'),
    ],
    [1, 1, 1, 1],
  )
  assert.deepEqual(
    [
      await countVisible('agent'),
      await countVisible('head2'),
      await countVisible('admin2'),
      await countVisible('sales2'),
    ],
    [0, 0, 0, 0],
  )
  assert.equal((await answer('agent', one, { outcome: 'right', answer: '不归我' })).status, 403)
  assert.equal((await answer('head2', one, { outcome: 'right', answer: '不归我' })).status, 404)
})
