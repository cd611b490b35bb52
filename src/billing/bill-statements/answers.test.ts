import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { BillPage } from '#billing/customer-bills/contract.ts'
import { NOON, testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { Statement } from './contract.ts'
import { statusOf } from './rules.ts'
import { merchantAt } from './testMerchant.ts'

const { app, as, db, clock } = await testApp(seedWorld)
const finance = as('finance')
const chenxi = await idsIn(db).customerId('杭州晨曦家居有限公司')
before(() => as('admin').patch('/api/statement-rules', { isOn: true, version: 0 }))

/** An issued bill with two lines and a link, and a browser in which the merchant has entered the code. */
async function shown() {
  const line = (label: string, priceCents: number) => ({ label, qty: 1, priceCents, taxRateBp: 600 })
  const { data } = await finance.post('/api/customer-bills', {
    customerId: chenxi,
    kind: 'adjustment',
    month: '2026-05',
    lines: [line('大促支援', 100_000), line('夜班', 50_001)],
  })
  const bill: BillPage = (
    await finance.post(`/api/customer-bills/${data.id}/issue`, { version: data.version })
  ).data
  const { path, code } = (await finance.post(`/api/customer-bills/${bill.id}/statement`)).data
  const browser = merchantAt(app, path)
  assert.equal((await browser.enter(code)).status, 303)
  return { bill, path, code, browser }
}

const statementOf = async (bill: BillPage): Promise<Statement> =>
  (await finance.get(`/api/customer-bills/${bill.id}/statement`)).data
const noticesOf = async (who: string) =>
  (await as(who).get('/api/notices?kind=statementAnswered')).data.items as {
    title: { sentence: string }
    text: { values: { note: string } } | null
    link: string
  }[]
const listed = async (status: string): Promise<number[]> =>
  (await finance.get(`/api/customer-bills?statement=${status}&pageSize=100`)).data.items.map(
    ({ id }: { id: number }) => id,
  )

test('confirmations and objections are saved per line; the maker of the link and the customer owner get notices', async () => {
  const { bill, browser } = await shown()
  const confirmed = await browser.submitAnswer({ position: '1', answer: 'confirmed' })
  assert.deepEqual([confirmed.status, String(confirmed.headers.location).split('#')[1]], [303, 'line-1'])
  assert.equal((await statementOf(bill)).status, 'sent')
  await browser.submitAnswer({ position: '2', answer: 'objected', note: '  夜班只上了\n20 天  ' })
  const { status, answers, views, events } = await statementOf(bill)
  assert.equal(status, 'objected')
  assert.deepEqual(
    answers.map(({ position, answer, note }) => [position, answer, note]),
    [
      [1, 'confirmed', null],
      [2, 'objected', '夜班只上了 20 天'],
    ],
  )
  assert.ok(views >= 2 && events.every(({ ip }) => ip === browser.remoteAddress))
  assert.ok((await listed('objected')).includes(bill.id))
  assert.equal((await finance.get(`/api/customer-bills/${bill.id}`)).data.statement, 'objected')
  const [notice] = await noticesOf('finance')
  assert.deepEqual(
    [notice?.title.sentence, notice?.text?.values.note, notice?.link],
    ['{customer}对账单 {bill} 有异议', '夜班只上了 20 天', `/customer-bill-management/${bill.id}`],
  )
  assert.equal((await noticesOf('sales'))[0]?.link, `/customer-management/${chenxi}?tab=bills`)
})

test('an objection is answered once; the merchant sees the reply and can confirm the line', async () => {
  const { bill, browser } = await shown()
  await browser.submitAnswer({ position: '2', answer: 'objected', note: '单价不对' })
  const [objection] = (await statementOf(bill)).answers
  const settle = (reply: string) =>
    finance.post(`/api/customer-bills/${bill.id}/statement/answers/${objection?.id}/settle`, { reply })
  assert.equal((await settle('')).status, 400)
  assert.equal((await settle('按合同第 3 条')).data.status, 'answered')
  assert.equal((await settle('再说一次')).status, 409)
  assert.match((await browser.openPage()).body, /我方答复[\s\S]*按合同第 3 条/)
  await browser.submitAnswer({ position: 'all', answer: 'confirmed' })
  assert.equal((await statementOf(bill)).status, 'answered')
  await browser.submitAnswer({ position: '2', answer: 'confirmed' })
  assert.equal((await statementOf(bill)).status, 'confirmed')
  assert.match((await noticesOf('finance'))[0]?.title.sentence ?? '', /已确认/)
})

test("the merchant's notes are escaped on the page", async () => {
  const { bill, browser } = await shown()
  const note = `<script>alert(1)</script>"'&<img src=x onerror=alert(1)>`
  await browser.submitAnswer({ position: '1', answer: 'objected', note })
  const { body } = await browser.openPage()
  assert.ok(body.includes('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;&lt;img'))
  assert.doesNotMatch(body, /<script|<img/)
  assert.equal((await statementOf(bill)).answers[0]?.note, note)
})

test('an unknown line, an empty or long note and a form without the session key are rejected and not saved', async () => {
  const { bill, path, browser } = await shown()
  const refused: Record<string, string>[] = [
    { position: '3', answer: 'confirmed' },
    { position: '0', answer: 'confirmed' },
    { position: 'all', answer: 'objected', note: '全部' },
    { position: '1', answer: 'objected', note: '   ' },
    { position: '1', answer: 'objected', note: '长'.repeat(201) },
    { position: '1', answer: 'paid' },
    { position: '1', answer: 'confirmed', key: 'x'.repeat(43) },
  ]
  for (const fields of refused) {
    const answer = await browser.submitAnswer(fields)
    assert.deepEqual(
      [answer.status, answer.body.includes('role="alert"')],
      [400, true],
      JSON.stringify(fields),
    )
  }
  const stranger = merchantAt(app, path)
  const answer = await stranger.submitAnswer({ position: '1', answer: 'confirmed' })
  assert.ok(answer.body.includes('提取码'))
  assert.deepEqual((await statementOf(bill)).answers, [])
  const json = await app.inject({
    method: 'POST',
    url: path,
    payload: { code: '123456' },
    remoteAddress: '10.8.0.1',
  })
  assert.equal(json.statusCode, 415)
})

test('a session is valid for its own link only and expires after half an hour', async () => {
  const [mine, other] = [await shown(), await shown()]
  mine.browser.merchant.path = other.path
  assert.match((await mine.browser.openPage()).body, /请输入提取码/)
  clock.now = new Date(NOON.getTime() + 30 * 60_000)
  assert.match((await other.browser.openPage()).body, /请输入提取码/)
  clock.now = NOON
})

test('answers and events cannot be changed or deleted', async () => {
  const { browser } = await shown()
  await browser.submitAnswer({ position: '1', answer: 'confirmed' })
  await assert.rejects(db.updateTable('billStatementAnswer').set({ answer: 'objected', note: 'x' }).execute())
  await assert.rejects(db.deleteFrom('billStatementAnswer').execute())
  await assert.rejects(db.deleteFrom('billStatementEvent').execute())
})

test('the statement status follows from the latest answer to each line', () => {
  const answerOf = (position: number, answer: string, settled = false) => ({
    position,
    answer,
    settledAt: settled ? NOON : null,
  })
  assert.equal(statusOf([1, 2], []), 'sent')
  assert.equal(statusOf([1, 2], [answerOf(1, 'confirmed')]), 'sent')
  assert.equal(statusOf([1, 2], [answerOf(1, 'confirmed'), answerOf(2, 'confirmed')]), 'confirmed')
  assert.equal(
    statusOf([1, 2], [answerOf(1, 'objected'), answerOf(1, 'confirmed'), answerOf(2, 'confirmed')]),
    'confirmed',
  )
  assert.equal(statusOf([1, 2], [answerOf(1, 'confirmed'), answerOf(1, 'objected')]), 'objected')
  assert.equal(statusOf([1, 2], [answerOf(1, 'objected', true), answerOf(2, 'confirmed')]), 'answered')
  assert.equal(statusOf([1, 2], [answerOf(1, 'objected', true), answerOf(2, 'objected')]), 'objected')
})
