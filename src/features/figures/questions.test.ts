import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importWorld, taobaoFile } from '#features/imports/testImports.ts'

const { as, db, upload, commit, storeId, staffId } = await importWorld()
const STORE = storeId('晨曦家居旗舰店')
const ON = '2026-05-15'
const brought = await commit(
  'agent',
  await upload('agent', taobaoFile({ '晨曦家居旗舰店:小雨': [10, 9, 1] }), { on: ON }),
)

const asked = {
  ...{ subject: 'store', id: STORE, metric: 'volume', from: ON, to: ON, shownValue: 10 },
  ...{ place: `/daily-store-report?from=${ON}&to=${ON}`, question: '昨晚有 3 个是同事测试' },
}
const ask = (who: string, more = {}) => as(who).post('/api/figure-questions', { ...asked, ...more })
const answer = (who: string, one: { data: { id: number; version: number } }, more: object) =>
  as(who).post(`/api/figure-questions/${one.data.id}/answer`, { version: one.data.version, ...more })

async function noticesOf(username: string) {
  return db
    .selectFrom('notice')
    .select(['kind', 'link'])
    .where('staffId', '=', staffId(username))
    .orderBy('id')
    .execute()
}

test('a question goes to the head of the store, and closing it links the correction', async () => {
  const one = await ask('agent')
  assert.equal(one.status, 200, one.body.errorMessage)
  assert.deepEqual([one.data.ownerName, one.data.status, one.data.mayAnswer], ['陈思雨', 'open', false])
  assert.deepEqual((await noticesOf('head')).at(-1), {
    kind: 'figureQuestion',
    link: `/store-worklog/figures?id=${one.data.id}`,
  })
  const early = await answer('head', one, { outcome: 'corrected', answer: '已扣除测试号' })
  assert.equal(early.status, 400)
  await as('head').post('/api/figure-corrections', {
    ...{ storeId: STORE, on: ON, changes: { consultUsers: 7, unreplied: 0 }, reason: '扣除测试号' },
    questionId: one.data.id,
  })
  const done = await answer('head', one, { outcome: 'corrected', answer: '已扣除测试号' })
  assert.deepEqual([done.status, done.data.status, done.data.outcome], [200, 'answered', 'corrected'])
  assert.ok(done.data.corrections.some((c: { measure: string; newValue: number }) => c.newValue === 7))
  assert.deepEqual((await noticesOf('agent')).at(-1), {
    kind: 'figureAnswered',
    link: `/store-worklog/figures?id=${one.data.id}`,
  })
  assert.equal(
    (await answer('head', done, { outcome: 'right', answer: '再答一次' })).body.errorCode,
    'WRONG_STATE',
  )
  assert.equal((await answer('head', one, { outcome: 'right', answer: '旧版本' })).body.errorCode, 'STALE')
})

test('a question is answered by an import that wrote the day, or by why the number is right', async () => {
  const one = await ask('agent')
  const wrong = await answer('head', one, { outcome: 'imported', answer: '补了', batchId: 999 })
  assert.equal(wrong.status, 400)
  const offered = await as('head').get(`/api/figure-questions/${one.data.id}/imports`)
  assert.deepEqual(
    offered.data.map(({ id }: { id: number }) => id),
    [brought.data.id],
  )
  assert.match(offered.data[0].name, /^数据_2026-05-15\.csv · 周小禾 2026-05-19 12:00/)
  assert.equal((await as('head2').get(`/api/figure-questions/${one.data.id}/imports`)).status, 404)
  const mended = await answer('head', one, { outcome: 'imported', answer: '补了', batchId: brought.data.id })
  assert.deepEqual([mended.data.batchName, mended.data.batchId], ['数据_2026-05-15.csv', brought.data.id])
  const two = await ask('agent')
  assert.equal((await answer('admin', two, { outcome: 'right', answer: '平台就是这样算的' })).status, 200)
})

test('who asks, who sees, who answers', async () => {
  assert.equal((await ask('agent2')).status, 404)
  assert.equal((await ask('sales2')).status, 404)
  assert.equal((await ask('agent', { place: '//elsewhere' })).status, 400)
  assert.equal((await ask('agent', { from: '2026-05-16' })).status, 400)
  const one = await ask('sales')
  assert.equal(one.status, 200)
  const seen = async (who: string, more = '') =>
    (await as(who).get(`/api/figure-questions?id=${one.data.id}${more}`)).data.total
  assert.deepEqual(
    [await seen('sales'), await seen('head'), await seen('head', '&toAnswer=true'), await seen('admin')],
    [1, 1, 1, 1],
  )
  assert.deepEqual(
    [await seen('agent'), await seen('head2'), await seen('admin2'), await seen('sales2')],
    [0, 0, 0, 0],
  )
  assert.equal((await answer('agent', one, { outcome: 'right', answer: '不归我' })).status, 403)
  assert.equal((await answer('head2', one, { outcome: 'right', answer: '不归我' })).status, 404)
})
