import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '#testing/testApp.ts'
import { insertFigures as givenDays, startService } from '#testing/testBills.ts'
import { closeMonth, openMonth } from '#testing/testClosedMonth.ts'
import { correctionInput } from '#testing/testCorrections.ts'
import { figures, importWorld, taobaoFile } from '#testing/testImports.ts'

const world = await importWorld()
const { as, db, upload, commit, storeId } = world
const STORE = storeId('晨曦家居旗舰店')
const ON = '2026-04-15'
const NICK = '晨曦家居旗舰店:小雨'

// 30 days × 120 − 30 × 100 included = 600 × 0.50, in addition to the monthly 3,000.00.
await startService(db, STORE, {
  model: 'included',
  monthlyCents: 300_000,
  includedDaily: 100,
  overageCents: 50,
})
await givenDays(db, STORE, ['2026-04-01', '2026-04-14'], { consultUsers: 120 })
await givenDays(db, STORE, ['2026-04-16', '2026-04-30'], { consultUsers: 120 })
const committed = await commit(
  'agent',
  await upload('agent', taobaoFile({ [NICK]: [120, 110, 12] }), { on: ON }),
)
assert.equal(committed.status, 200, committed.body.errorMessage)

const preview = async (who: string, to: Record<string, number | null>, more = {}) =>
  as(who).post('/api/figure-corrections/consequences', {
    ...(await correctionInput(world, { storeId: STORE, on: ON }, to)),
    ...more,
  })

async function ask(who: string) {
  const { data } = await as(who).post('/api/figure-questions', {
    subject: 'store',
    id: STORE,
    metric: 'volume',
    from: ON,
    to: ON,
    shownValue: 120,
    place: '/daily-store-report',
    question: '偏高',
  })
  return data
}

interface Item {
  label: string
  from?: unknown
  to: unknown
  values?: { month?: string }
}

/** The items by label, with the month filled in. */
const rowsOf = ({ status, data, body }: Answer) => {
  assert.equal(status, 200, body.errorMessage)
  return Object.fromEntries(
    data.items.map(({ label, from, to, values }: Item) => [
      label.replace('{month}', values?.month ?? ''),
      from === undefined ? to : [from, to],
    ]),
  )
}
const PAY = { 工资: '不变' }

test('the preview of a correction lists the effects on the day, the month and bills, and writes nothing', async () => {
  const before = await figures(db)
  const lines = async () => (await as('admin').get('/api/audit-logs?pageSize=1')).data.total
  const logged = await lines()
  assert.deepEqual(rowsOf(await preview('head', { consultUsers: 100, unreplied: 20 })), {
    当天的咨询量: [120, 100],
    当天的回复率: ['90.00%', '80.00%'],
    '2026-04 的咨询量': [3_600, 3_580],
    ...PAY,
  })
  assert.deepEqual(await figures(db), before)
  assert.equal(await lines(), logged)
})

/** The items about bills only. */
const billsOf = (answer: Answer) =>
  Object.fromEntries(Object.entries(rowsOf(answer)).filter(([label]) => /账单|应收/.test(label)))

test("bills: money roles see the month's price, a head sees the number of affected bills", async () => {
  const price = { '2026-04 按价格应收': [330_000, 329_000] }
  assert.deepEqual(billsOf(await preview('admin', { consultUsers: 100 })), price)
  assert.deepEqual(billsOf(await preview('head', { consultUsers: 100 })), {})
  assert.equal((await as('finance').post('/api/customer-bills/propose', { month: '2026-04' })).status, 200)
  const drafts = { '2026-04 的账单草稿': 1 }
  assert.deepEqual(billsOf(await preview('head', { consultUsers: 100 })), drafts)
  assert.deepEqual(billsOf(await preview('admin', { consultUsers: 100 })), { ...price, ...drafts })
  const [bill] = (await as('finance').get(`/api/customer-bills?storeId=${STORE}`)).data.items
  const issued = await as('finance').post(`/api/customer-bills/${bill.id}/issue`, { version: bill.version })
  assert.equal(issued.status, 200, issued.body.errorMessage)
  assert.deepEqual(billsOf(await preview('head', { consultUsers: 100 })), { '2026-04 已出账的账单': 1 })
  // Replies are not billed.
  assert.deepEqual(billsOf(await preview('admin', { unreplied: 20 })), {})
})

test("a tier price uses the previous month's mean: the next month changes; a correction in effect is replaced", async () => {
  const other = storeId('绿野鲜生专营店')
  const tiers = [
    { upTo: 99, monthlyCents: 100_000 },
    { upTo: null, monthlyCents: 200_000 },
  ]
  await startService(db, other, { model: 'tier', tiers })
  const cell = { storeId: other, on: ON }
  const correct = await as('admin').post('/api/figure-corrections', {
    ...(await correctionInput(world, cell, { consultUsers: 100, unreplied: 0 })),
    reason: '平台没有导出',
  })
  assert.equal(correct.status, 200, correct.body.errorMessage)
  const again = await as('admin').post(
    '/api/figure-corrections/consequences',
    await correctionInput(world, cell, { consultUsers: 90 }),
  )
  assert.deepEqual(billsOf(again), { '2026-05 按价格应收': [200_000, 100_000] })
  assert.equal(rowsOf(again).取代已有的更正, 1)
})

test('other open questions about the day are counted for users who may answer them', async () => {
  const first = await ask('agent')
  await ask('sales')
  const count = async (more = {}) =>
    rowsOf(await preview('head', { consultUsers: 100 }, more)).这一天其他待答复的疑问
  assert.deepEqual([await count(), await count({ questionId: first.id })], [2, 1])
})

test('the preview rejects what the correction would reject', async () => {
  const refusal = async (answer: ReturnType<typeof preview>) => {
    const { status, body } = await answer
    return [status, body.errorCode]
  }
  assert.deepEqual(await refusal(preview('agent', { consultUsers: 100 })), [403, 'FORBIDDEN'])
  assert.deepEqual(await refusal(preview('head2', { consultUsers: 100 })), [404, 'NOT_FOUND'])
  assert.deepEqual(await refusal(preview('head', { consultUsers: 120 })), [400, 'INVALID'])
  assert.deepEqual(await refusal(preview('head', { unreplied: 121 })), [400, 'INVALID'])
  const stale = { changes: { consultUsers: { from: 119, to: 100 } } }
  assert.deepEqual(await refusal(preview('head', {}, stale)), [409, 'STALE'])
  await closeMonth(db)
  assert.deepEqual(await refusal(preview('head', { consultUsers: 100 })), [409, 'PERIOD_CLOSED'])
  await openMonth(db)
})
