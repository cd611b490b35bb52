import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimsOf, item, jpg, PAYMENT } from '#finance/reimbursement-bills/testClaims.ts'
import { MAX_FILE_BYTES } from '#kit/files/storedFile.ts'
import { PASSWORD, testApp } from '#testing/testApp.ts'
import { createIssuedBill } from '#testing/testBills.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import { MAX_VOUCHERS } from './contract.ts'

const world = await testApp(seedWorld)
const { app, as, db } = world
const chenxi = await idsIn(db).customerId('杭州晨曦家居有限公司')
const finance = as('finance')
const DAY = '2026-05-19'
const { submitted, step, path: claims } = claimsOf(world)

/** Creates an issued bill with a receipt. */
async function received() {
  const bill = await createIssuedBill(finance, chenxi, 10_000)
  const path = `/api/customer-bills/${bill.id}`
  const { data } = await finance.post(`${path}/receipts`, { onDay: DAY, amountCents: 100, method: 'bank' })
  const receiptId: number = data.receipts[0].id
  return { id: bill.id, path, receiptId, papers: `${path}/receipts/${receiptId}/vouchers` }
}

/** Creates a claim that was paid with a voucher number. */
async function paid(voucherNo: string) {
  const id = await submitted('agent', [item()])
  await step('finance', id, 'approve')
  const done = await step('admin', id, 'pay', { ...PAYMENT, voucherNo })
  assert.equal(done.status, 200, done.body.errorMessage)
  return { id, papers: `${claims}/${id}/vouchers` }
}

const SIGN_IN = { type: 'account', username: 'finance', password: PASSWORD }

const named = (name: string, content = name) => ({ name, bytes: jpg(content) })

test('voucher files of a receipt are stored, opened and deleted, each with an audit line', async () => {
  const { id, path, papers, receiptId } = await received()
  const uploaded = (await finance.upload(papers, named('../回单.exe'))).data
  assert.match(uploaded.id, /^[0-9a-f]{32}$/)
  assert.deepEqual(
    [uploaded.name, uploaded.type, uploaded.bytes],
    ['回单.jpg', 'image/jpeg', jpg('../回单.exe').length],
  )
  const listed = async () => (await finance.get(`${path}/vouchers`)).data.receipts
  assert.deepEqual(await listed(), [{ receiptId, locked: false, files: [uploaded] }])
  const token = (await as(null).post('/api/login/account', SIGN_IN)).data.token
  const url = `/api/bill-vouchers/${uploaded.id}`
  const opened = await app.inject({ url, headers: { authorization: token } })
  assert.deepEqual([opened.statusCode, opened.headers['content-type']], [200, 'image/jpeg'])
  assert.deepEqual(opened.rawPayload, jpg('../回单.exe'))
  assert.equal((await finance.delete(url)).status, 200)
  assert.deepEqual(await listed(), [{ receiptId, locked: false, files: [] }])
  assert.equal((await finance.get(url)).status, 404)
  const { items } = (await finance.get(`/api/audit-logs?entity=customer-bill&recordId=${id}`)).data
  assert.deepEqual(
    items.slice(0, 2).map((line: { action: string }) => line.action),
    ['detach-voucher', 'attach-voucher'],
  )
  assert.equal(items[1].changes.sha256[1].length, 64)
})

test('wrong types, oversized files and files above the maximum number are rejected', async () => {
  const { papers } = await received()
  const refused = async (bytes: Buffer) => (await finance.upload(papers, { name: '回单.jpg', bytes })).body
  assert.equal((await refused(Buffer.from('<html>'))).errorCode, 'INVALID')
  assert.equal((await refused(Buffer.alloc(0))).errorCode, 'INVALID')
  assert.equal((await refused(jpg('x'.repeat(MAX_FILE_BYTES)))).errorCode, 'TOO_LARGE')
  for (let n = 0; n < MAX_VOUCHERS; n += 1) {
    assert.equal((await finance.upload(papers, named(`${n}.jpg`))).status, 200)
  }
  const more = await finance.upload(papers, named('多.jpg'))
  assert.equal(more.body.errorMessage, '一笔款最多 10 个凭证文件，请先删除不需要的。')
})

test('claims paid on one day with one voucher number share their files; an unpaid claim takes none', async () => {
  const [one, other, unrelated] = [await paid('HD-7'), await paid('HD-7'), await paid('HD-8')]
  const uploaded = (await finance.upload(one.papers, named('批量回单.jpg'))).data
  const files = async ({ papers }: { papers: string }) => (await finance.get(papers)).data.files
  assert.deepEqual(
    [await files(one), await files(other), await files(unrelated)],
    [[uploaded], [uploaded], []],
  )
  const logOf = async (id: number) =>
    (await finance.get(`/api/audit-logs?entity=reimbursement&recordId=${id}`)).data.items[0].action
  assert.equal(await logOf(other.id), 'attach-voucher')
  const open = await submitted('agent', [item()])
  const early = await finance.upload(`${claims}/${open}/vouchers`, named('早.jpg'))
  assert.equal(early.body.errorCode, 'WRONG_STATE')
  assert.equal((await as('admin').delete(`/api/payout-vouchers/${uploaded.id}`)).status, 200)
  assert.deepEqual(await files(other), [])
})

test('voucher files need permission to charge or review, their own company and their own route', async () => {
  const bill = await received()
  const claim = await paid('HD-9')
  const slip = (await finance.upload(bill.papers, named('a.jpg'))).data.id
  const proof = (await finance.upload(claim.papers, named('b.jpg'))).data.id
  const ways = [`/api/bill-vouchers/${slip}`, `/api/payout-vouchers/${proof}`]
  for (const who of ['agent', 'head', 'sales']) {
    for (const way of [...ways, `${bill.path}/vouchers`, claim.papers]) {
      assert.equal((await as(who).get(way)).status, 403, `${who} ${way}`)
    }
  }
  for (const way of [...ways, `${bill.path}/vouchers`, claim.papers]) {
    assert.equal((await as('admin2').get(way)).status, 404, way)
  }
  for (const way of ways) assert.equal((await as('admin2').delete(way)).status, 404, way)
  assert.equal((await finance.get(`/api/bill-vouchers/${proof}`)).status, 404)
  assert.equal((await finance.get(`/api/payout-vouchers/${slip}`)).status, 404)
  const foreign = await received()
  const elsewhere = `${foreign.path}/receipts/${bill.receiptId}/vouchers`
  assert.equal((await finance.upload(elsewhere, named('c.jpg'))).status, 404)
})

test('twenty concurrent uploads for one receipt do not exceed the maximum', async () => {
  const { path, papers } = await received()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => finance.upload(papers, named(`${n}`))),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, MAX_VOUCHERS)
  assert.equal((await finance.get(`${path}/vouchers`)).data.receipts[0].files.length, MAX_VOUCHERS)
})
