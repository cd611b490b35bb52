import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildServer } from '#app/server.ts'
import type { BillPage } from '#billing/customer-bills/contract.ts'
import { NOON, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { pngPicture } from '#testing/testPictures.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { Statement } from './contract.ts'
import { comparable, merchantAt } from './testMerchant.ts'

const { app, as, db } = await testApp(seedWorld)
const ids = idsIn(db)
const finance = as('finance')
const [chenxi, yuanshan] = [await ids.customerId('杭州晨曦家居有限公司'), await ids.customerId('宏远数码')]

/** Creates and issues a bill with two lines. */
async function issued(customerId = chenxi): Promise<BillPage> {
  const line = (label: string, priceCents: number) => ({ label, qty: 1, priceCents, taxRateBp: 600 })
  const { data } = await finance.post('/api/customer-bills', {
    customerId,
    kind: 'adjustment',
    month: '2026-05',
    discountCents: 10_000,
    lines: [line('大促支援', 100_000), line('夜班', 50_001)],
  })
  return (await finance.post(`/api/customer-bills/${data.id}/issue`, { version: data.version })).data
}

const switchTo = async (isOn: boolean) => {
  const { data } = await as('admin').get('/api/statement-rules')
  return as('admin').patch('/api/statement-rules', { isOn, version: data.version })
}
const make = async (bill: BillPage): Promise<{ path: string; code: string }> =>
  (await finance.post(`/api/customer-bills/${bill.id}/statement`)).data
const statementOf = async (bill: BillPage): Promise<Statement> =>
  (await finance.get(`/api/customer-bills/${bill.id}/statement`)).data
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')

test('statement pages are off until an admin switches them on; then finance makes a link and a code', async () => {
  const bill = await issued()
  const refused = await finance.post(`/api/customer-bills/${bill.id}/statement`)
  assert.deepEqual([refused.status, refused.body.errorCode], [409, 'WRONG_STATE'])
  assert.equal((await finance.patch('/api/statement-rules', { isOn: true, version: 0 })).status, 403)
  assert.deepEqual((await switchTo(true)).data, { isOn: true, version: 1 })
  assert.equal((await as('admin').patch('/api/statement-rules', { isOn: false, version: 0 })).status, 409)
  const { path, code } = await make(bill)
  assert.match(path, /^\/s\/[\w-]{43}$/)
  assert.match(code, /^\d{6}$/)
  const { link, status, isOn } = await statementOf(bill)
  assert.deepEqual([link?.state, status, isOn], ['live', 'sent', true])
  const rows = await db.selectFrom('billStatementLink').selectAll().execute()
  const stored = JSON.stringify(rows)
  assert.ok(!stored.includes(path.slice(3)) && !stored.includes(code))
})

test('over HTTPS the session’s cookie is for this host and HTTPS only, and another cookie does not open the page', async () => {
  const secure = await buildServer({ db, clock: () => NOON, keyFor: TEST_KEYS, trustProxy: ['127.0.0.1'] })
  const { path, code } = await make(await issued())
  const headers = { 'x-forwarded-proto': 'https', 'content-type': 'application/x-www-form-urlencoded' }
  const entered = await secure.inject({ method: 'POST', url: path, headers, payload: `code=${code}` })
  const cookie = String(entered.headers['set-cookie'])
  assert.match(
    cookie,
    /^__Host-statement-[0-9a-f]{16}=[\w-]{43}; Path=\/; Secure; Max-Age=1800; HttpOnly; SameSite=Strict$/,
  )
  const [pair = ''] = cookie.split(';')
  const bodyWith = async (sent: string) =>
    (await secure.inject({ url: path, headers: { 'x-forwarded-proto': 'https', cookie: sent } })).body
  assert.match(await bodyWith(pair), /大促支援/)
  assert.doesNotMatch(await bodyWith(`statement=${pair.split('=')[1]}`), /大促支援/)
  await secure.close()
})

test('links are made only for issued bills in scope, by users who may charge', async () => {
  const { data: draft } = await finance.post('/api/customer-bills', {
    customerId: chenxi,
    kind: 'adjustment',
    month: '2026-05',
    lines: [{ label: '草稿', qty: 1, priceCents: 1, taxRateBp: 0 }],
  })
  assert.equal((await finance.post(`/api/customer-bills/${draft.id}/statement`)).status, 409)
  const bill = await issued()
  const url = `/api/customer-bills/${bill.id}/statement`
  for (const who of ['head', 'agent', 'sales']) assert.equal((await as(who).get(url)).status, 403)
  for (const path of [url, `${url}/revoke`, `${url}/answers/1/settle`]) {
    assert.equal((await as('admin2').post(path, path.endsWith('settle') ? { reply: '好' } : {})).status, 404)
  }
  assert.equal((await as('admin2').get(url)).status, 404)
  assert.equal((await finance.post(`${url}/revoke`)).status, 409)
  assert.equal((await finance.post(`${url}/answers/999/settle`, { reply: '好' })).status, 404)
})

test('after the code the merchant sees this bill and no other data', async () => {
  const other = await issued(yuanshan)
  const bill = await issued()
  const { path, code } = await make(bill)
  const browser = merchantAt(app, path)
  const door = await browser.openPage()
  assert.equal(door.status, 200)
  assert.ok(
    door.body.includes('提取码') && !door.body.includes('晨曦') && !door.body.includes(bill.code ?? '-'),
  )
  const entered = await browser.enter(code)
  assert.deepEqual([entered.status, entered.headers.location], [303, path])
  assert.match(
    String(entered.headers['set-cookie']),
    /; Path=\/s\/[\w-]+; Max-Age=1800; HttpOnly; SameSite=Strict$/,
  )
  const { body } = await browser.openPage()
  for (const word of [
    '杭州晨曦家居有限公司',
    bill.code,
    '大促支援',
    '¥1,400.01',
    '人民币壹仟肆佰元零壹分',
    '不含税金额',
  ]) {
    assert.ok(body.includes(word ?? '-'), String(word))
  }
  assert.ok(!body.includes('宏远') && !body.includes(other.code ?? '-'))
  const stranger = merchantAt(app, path)
  assert.ok(!(await stranger.openPage()).body.includes('大促支援'))
})

test('the page has no scripts or external resources, and is neither cached nor indexed', async () => {
  const { path, code } = await make(await issued())
  const browser = merchantAt(app, path)
  await browser.enter(code)
  const { body, headers } = await browser.openPage()
  assert.doesNotMatch(body, /<script|<link|<img|src=|@import|https?:|javascript:| on\w+=/i)
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /script-src|unsafe|\*/)
  assert.deepEqual(
    ['cache-control', 'x-robots-tag', 'referrer-policy'].map((name) => headers[name]),
    ['no-store', 'noindex, nofollow', 'no-referrer'],
  )
})

test('unknown, revoked, replaced, expired, void and switched-off links get identical responses', async () => {
  const unknown = comparable(await merchantAt(app, `/s/${'x'.repeat(43)}`).openPage())
  assert.equal(unknown.status, 404)
  const isGone = async (path: string, why: string) => {
    assert.deepEqual(comparable(await merchantAt(app, path).openPage()), unknown, why)
    assert.deepEqual(comparable(await merchantAt(app, path).enter('123456')), unknown, `${why}: code`)
  }
  for (const odd of ['/s', '/s/', '/s/a', '/s/a/b', `/s/${'長'.repeat(10)}`, `/s/${'y'.repeat(99)}`]) {
    assert.deepEqual(comparable(await merchantAt(app, encodeURI(odd)).openPage()), unknown, odd)
  }
  const bill = await issued()
  const first = await make(bill)
  const second = await make(bill)
  await isGone(first.path, 'renewed')
  assert.equal((await merchantAt(app, second.path).openPage()).status, 200)
  assert.equal(
    (await finance.post(`/api/customer-bills/${bill.id}/statement/revoke`)).data.link.state,
    'revoked',
  )
  await isGone(second.path, 'revoked')
  const third = await make(bill)
  await switchTo(false)
  await isGone(third.path, 'off')
  await switchTo(true)
  assert.equal((await merchantAt(app, third.path).openPage()).status, 200)
  const { link } = await statementOf(bill)
  assert.equal(link?.expiresAt, new Date(NOON.getTime() + 30 * 86_400_000).toISOString())
  const lasts = (expiresAt: Date) =>
    db
      .updateTable('billStatementLink')
      .set({ expiresAt })
      .where('id', '=', link?.id ?? 0)
      .execute()
  await lasts(NOON)
  await isGone(third.path, 'expired')
  assert.equal((await statementOf(bill)).link?.state, 'expired')
  await lasts(new Date(NOON.getTime() + 1))
  assert.equal((await merchantAt(app, third.path).openPage()).status, 200)
  const { version } = (await finance.get(`/api/customer-bills/${bill.id}`)).data
  await finance.post(`/api/customer-bills/${bill.id}/void`, { version, reason: '开错' })
  await isGone(third.path, 'void')
})

test('five wrong codes lock the link, also for existing sessions; a new link works', async () => {
  const bill = await issued()
  const { path, code } = await make(bill)
  const inside = merchantAt(app, path)
  await inside.enter(code)
  const guesser = merchantAt(app, path)
  for (let at = 1; at < 5; at += 1) assert.equal((await guesser.enter(wrongFor(code))).status, 400)
  assert.equal((await statementOf(bill)).link?.tries, 4)
  assert.equal((await guesser.enter(wrongFor(code))).status, 404)
  assert.equal((await guesser.enter(code)).status, 404)
  assert.equal((await inside.openPage()).status, 404)
  const { link, events } = await statementOf(bill)
  assert.deepEqual([link?.state, events.filter(({ what }) => what === 'wrong-code').length], ['locked', 5])
  const again = await make(bill)
  assert.equal((await merchantAt(app, again.path).enter(again.code)).status, 303)
})

test('a correct code resets the count of wrong codes', async () => {
  const { path, code } = await make(await issued())
  const browser = merchantAt(app, path)
  for (let at = 1; at < 5; at += 1) await browser.enter(wrongFor(code))
  assert.equal((await browser.enter(code)).status, 303)
  for (let at = 1; at < 5; at += 1) assert.equal((await browser.enter(wrongFor(code))).status, 400)
})

test('of thirty concurrent wrong codes five are counted', async () => {
  const bill = await issued()
  const { path, code } = await make(bill)
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => merchantAt(app, path).enter(wrongFor(code))),
  )
  assert.equal(answers.filter(({ status }) => status === 400).length, 4)
  assert.equal(answers.filter(({ status }) => status === 404).length, 26)
  const { link, events } = await statementOf(bill)
  assert.deepEqual([link?.tries, events.filter(({ what }) => what === 'wrong-code').length], [5, 5])
})

test('the rate limit of one address returns 429 and does not affect other addresses', async () => {
  const { path } = await make(await issued())
  const browser = merchantAt(app, path)
  for (let at = 0; at < 60; at += 1) await browser.openPage()
  const refused = await browser.openPage()
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '60'])
  assert.match(refused.body, /太频繁/)
  assert.equal((await merchantAt(app, path).openPage()).status, 200)
})

test('the page shows the logo of the company and where to pay, as long as something is owed', async () => {
  const admin = as('admin')
  const profile = '/api/companies/001/profile'
  const bill = await issued()
  const { path, code } = await make(bill)
  const browser = merchantAt(app, path)
  await browser.enter(code)
  assert.doesNotMatch((await browser.openPage()).body, /付到哪里|<img/)

  const account = { payeeBank: '中国银行<杭州>', payeeName: '后台总部', payeeAccount: '405240300018' }
  const { data: saved } = await admin.patch(profile, { version: 1, ...account })
  const file = { name: '标志.png', bytes: pngPicture(200, 100) }
  const { data } = await admin.upload('/api/companies/001/logo', file, { version: String(saved.version) })
  const { body, headers } = await browser.openPage()
  assert.ok(body.includes(`<img src="${data.logo.address}" alt="" width="56" height="28">`))
  assert.match(String(headers['content-security-policy']), /; img-src 'self';/)
  for (const word of ['付到哪里', '中国银行&lt;杭州&gt;', '405240300018', bill.code ?? '-'])
    assert.ok(body.includes(word), word)

  const { data: paid } = await finance.post(`/api/customer-bills/${bill.id}/receipts`, {
    onDay: '2026-05-19',
    amountCents: bill.totalCents,
    method: 'bank',
    txnNo: 'T1',
  })
  assert.equal(paid.status, 'paid')
  assert.doesNotMatch((await browser.openPage()).body, /付到哪里|405240300018/)
})
