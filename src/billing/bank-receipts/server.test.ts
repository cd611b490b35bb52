import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLES } from '#access/permissions.ts'
import { testApp } from '#testing/testApp.ts'
import { createIssuedBill } from '#testing/testBills.ts'
import { closeMonth, openMonth } from '#testing/testClosedMonth.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { BankRow } from './contract.ts'
import { findRows } from './queries.ts'

const { as, db } = await testApp(seedWorld)
const { customerId } = idsIn(db)
const chenxi = await customerId('杭州晨曦家居有限公司')
const hongyuan = await customerId('宏远数码')
const finance = as('finance')
const url = '/api/bank-rows'

let files = 0
/** Uploads a CSV file; columns of a row: day, amount, payer, memo, transaction number. */
async function upload(rows: string[][], who = finance) {
  files += 1
  const lines = [
    ['交易日期', '贷方发生额', '对方户名', '摘要', '交易流水号'],
    ...rows,
    ['合计', String(files)],
  ]
  const bytes = Buffer.from(lines.map((cells) => cells.join(',')).join('\r\n'))
  return who.upload(url, { name: `流水${files}.csv`, bytes })
}

const row = (txnNo: string, yuan: string, payer = '', memo = '') => ['2026-05-18', yuan, payer, memo, txnNo]
const find = async (txnNo: string): Promise<BankRow> =>
  (await finance.get(`${url}?keyword=${encodeURIComponent(txnNo)}`)).data.items[0]
const confirm = ({ id }: { id: number }, parts: object[], who = finance) =>
  who.post(`${url}/${id}/confirm`, { parts })
const part = (bill: { id: number }, amountCents: number) => ({ billId: bill.id, amountCents })
const readBill = async (id: number) => (await finance.get(`/api/customer-bills/${id}`)).data

test('a file is stored once and a row once across files; two equal payments on one day are two rows', async () => {
  const rows = [
    row('A-1', '10.00'),
    ['2026-05-18', '5.00', '王五', '货款', ''],
    ['2026-05-18', '5.00', '王五', '货款', ''],
  ]
  const bytes = Buffer.from(['交易日期,贷方发生额,对方户名,摘要,流水号', ...rows].join('\n'))
  const first = await finance.upload(url, { name: 'a.csv', bytes })
  assert.deepEqual([first.data.added, first.data.known, first.data.faults], [3, 0, []])
  const again = await finance.upload(url, { name: 'b.csv', bytes })
  assert.equal(again.body.errorCode, 'CONFLICT')
  assert.deepEqual(again.data.fields, { file: '这个文件已经上传过，没有重复登记。' })
  const longer = await upload([...rows, row('A-2', '7.00')])
  assert.deepEqual([longer.data.added, longer.data.known], [1, 3])
})

test('a GBK file is read; a file without a bank header is rejected', async () => {
  // 交易日期,收入\n2026-05-18,3.00 in GBK.
  const gbk = Buffer.from('bdbbd2d7c8d5c6da2cd5d5c8eb'.replace('d5d5c8eb', 'cad5c8eb'), 'hex')
  const bytes = Buffer.concat([gbk, Buffer.from('\n2026-05-18,3.00\n')])
  assert.equal((await finance.upload(url, { name: 'g.csv', bytes })).data.added, 1)
  const none = await finance.upload(url, { name: 'x.csv', bytes: Buffer.from('店铺,咨询人数\n晨曦,3') })
  assert.equal(none.status, 400)
  assert.match(none.body.errorMessage ?? '', /表头/)
})

test('a row gets a suggestion with reasons, and confirming it creates one receipt like a manual one', async () => {
  const bill = await createIssuedBill(finance, chenxi, 120_000)
  await upload([row('B-1', '1200.00', '杭州晨曦家居有限公司', `服务费${bill.code}`)])
  const found = await find('B-1')
  assert.deepEqual(
    [found.state, found.leftCents, (await readBill(bill.id)).receivedCents],
    ['open', 120_000, 0],
  )
  assert.deepEqual(found.suggestions[0]?.reasons, ['number', 'name', 'amount'])
  const booked = await confirm(found, [part(bill, 120_000)])
  assert.deepEqual(
    [booked.status, booked.data.state, booked.data.bookedOn[0].code],
    [200, 'booked', bill.code],
  )
  const { status, receipts } = await readBill(bill.id)
  assert.deepEqual(
    [status, receipts[0].txnNo, receipts[0].method, receipts[0].onDay, receipts[0].note],
    ['paid', 'B-1', 'bank', '2026-05-18', '杭州晨曦家居有限公司'],
  )
  assert.equal((await confirm(found, [part(bill, 120_000)])).body.errorCode, 'WRONG_STATE')
  const log = (await finance.get(`/api/audit-logs?entity=customer-bill&recordId=${bill.id}`)).data.items
  assert.equal(log[0].action, 'receive')
})

test('a row is split over bills of one customer exactly; a reversed part can be booked again', async () => {
  const [one, two] = [
    await createIssuedBill(finance, chenxi, 3_000),
    await createIssuedBill(finance, chenxi, 4_000),
  ]
  const foreign = await createIssuedBill(finance, hongyuan, 4_000)
  await upload([row('C-1', '60.00')])
  const found = await find('C-1')
  const refused = async (...parts: object[]) =>
    Object.values((await confirm(found, parts)).data.fields ?? {})[0]
  assert.match(String(await refused(part(one, 3_000), part(two, 2_999))), /合计应等于 ¥60.00；/)
  assert.equal(await refused(part(one, 3_000), part(two, 3_001)), '各账单的金额合计不能多于 ¥60.00。')
  assert.equal(await refused(part(one, 3_000), part(one, 3_000)), '同一张账单只能选一次。')
  assert.equal(await refused(part(one, 3_000), part(foreign, 3_000)), '一笔流水只能登记到同一位客户的账单。')
  assert.equal(await refused(part({ id: 999_999 }, 6_000)), '有账单不存在，或不在您可见的范围内。')
  assert.equal(await refused(part(one, 2_000), part(two, 4_000 + 0)), undefined)
  const receipts = [(await readBill(one.id)).receipts[0], (await readBill(two.id)).receipts[0]]
  assert.deepEqual(
    receipts.map(({ txnNo, amountCents }) => [txnNo, amountCents]),
    [
      ['C-1', 2_000],
      ['C-1-2', 4_000],
    ],
  )
  await finance.post(`/api/customer-bills/${two.id}/receipts/${receipts[1].id}/reverse`, {
    onDay: '2026-05-19',
    reason: '认错',
  })
  const again = await find('C-1')
  assert.deepEqual([again.state, again.leftCents], ['open', 4_000])
  assert.equal((await confirm(again, [part(foreign, 4_000)])).status, 200)
  assert.equal((await readBill(foreign.id)).receipts[0].txnNo, 'C-1-2')
})

test('an amount above the debt and a transaction number already in use are rejected without a write', async () => {
  const bill = await createIssuedBill(finance, chenxi, 5_000)
  await upload([row('D-1', '60.00'), row('D-2', '10.00')])
  assert.equal((await confirm(await find('D-1'), [part(bill, 6_000)])).status, 400)
  const byHand = { onDay: '2026-05-19', amountCents: 1_000, method: 'bank', txnNo: 'D-2' }
  await finance.post(`/api/customer-bills/${bill.id}/receipts`, byHand)
  const noted = await find('D-2')
  assert.equal(noted.notedOn?.code, bill.code)
  assert.equal((await confirm(noted, [part(bill, 1_000)])).body.errorCode, 'CONFLICT')
  assert.equal((await readBill(bill.id)).receivedCents, 1_000)
})

test('the rest of an overpayment stays open until it is booked on a later bill or marked as unrelated', async () => {
  const bill = await createIssuedBill(finance, hongyuan, 5_000)
  await upload([row('R-1', '80.00', '宏远数码')])
  const found = await find('R-1')
  const [best] = found.suggestions
  assert.ok(best?.reasons.includes('over') && best.parts.some(({ billId }) => billId === bill.id))
  const rest = (await as('admin').get(`${url}/${found.id}/bills?customerId=${hongyuan}`)).data
  assert.ok(rest.some(({ billId }: { billId: number }) => billId === bill.id))
  const send = (more: object) => finance.post(`${url}/${found.id}/confirm`, more)
  assert.equal((await send({ parts: [part(bill, 5_000)] })).status, 400, 'not without saying so')
  const booked = await send({ parts: [part(bill, 5_000)], keepRest: true })
  assert.deepEqual([booked.data.state, booked.data.leftCents], ['open', 3_000])
  assert.equal((await readBill(bill.id)).status, 'paid')
  const later = await createIssuedBill(finance, hongyuan, 2_000)
  const second = await send({ parts: [part(later, 2_000)], keepRest: true })
  assert.equal(second.data.leftCents, 1_000)
  assert.deepEqual(
    [(await readBill(bill.id)).receipts[0].txnNo, (await readBill(later.id)).receipts[0].txnNo],
    ['R-1', 'R-1-2'],
  )
  const aside = await finance.post(`${url}/${found.id}/unrelated`, { reason: '多付，已退回' })
  assert.deepEqual(
    [aside.data.state, aside.data.bookedOn.length, aside.data.leftCents],
    ['unrelated', 2, 1_000],
  )
  assert.equal((await finance.post(`${url}/${found.id}/open`, {})).data.state, 'open')
  const none = await send({ parts: [part(bill, 1_000)], keepRest: true })
  assert.equal(none.body.errorCode, 'WRONG_STATE', 'a bill that is paid takes no more')
})

test('a row that belongs to no bill is marked as unrelated with a reason, and the mark can be removed', async () => {
  await upload([row('E-1', '60.00')])
  const { id } = await find('E-1')
  assert.equal((await finance.post(`${url}/${id}/unrelated`, { reason: '' })).status, 400)
  const aside = await finance.post(`${url}/${id}/unrelated`, { reason: '利息' })
  assert.deepEqual([aside.data.state, aside.data.unrelatedByName], ['unrelated', '郑敏'])
  const bill = await createIssuedBill(finance, chenxi, 6_000)
  assert.equal((await confirm({ id }, [part(bill, 6_000)])).body.errorCode, 'WRONG_STATE')
  assert.equal((await finance.post(`${url}/${id}/open`, {})).data.state, 'open')
  assert.equal((await finance.post(`${url}/${id}/open`, {})).body.errorCode, 'WRONG_STATE')
})

test('a batch confirms each row separately', async () => {
  const bill = await createIssuedBill(finance, chenxi, 5_000)
  await upload([row('F-1', '30.00'), row('F-2', '30.00'), row('F-3', '20.00')])
  const ids = await Promise.all(['F-1', 'F-2', 'F-3'].map(async (no) => (await find(no)).id))
  const rows = ids.map((id, at) => ({ id, parts: [part(bill, at === 2 ? 2_000 : 3_000)] }))
  const { results } = (await finance.post(`${url}/confirm`, { rows })).data
  assert.deepEqual(
    results.map(({ problem }: { problem: string | null }) => problem),
    [null, '最多还可登记 ¥20.00。', null],
  )
  assert.equal((await readBill(bill.id)).status, 'paid')
})

test('fifty concurrent confirmations of one row create one receipt', async () => {
  const bill = await createIssuedBill(finance, chenxi, 100_000)
  await upload([row('G-1', '10.00')])
  const found = await find('G-1')
  const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(found, [part(bill, 1_000)])))
  assert.deepEqual(answers.map(({ status }) => status).filter((status) => status === 200).length, 1)
  assert.equal((await readBill(bill.id)).receivedCents, 1_000)
})

test('another company neither sees nor books the rows; a user without permission gets 403', async () => {
  await upload([row('H-1', '10.00')])
  const { id } = await find('H-1')
  assert.deepEqual((await as('admin2').get(`${url}?keyword=H-1`)).data.items, [])
  // The query's own condition, without the second barrier.
  const totalFor = async (companyCode: string) => {
    const actor = { id: 0, role: ROLES.finance, parentId: null, companyCode }
    return (await findRows(db, actor, { current: 1, pageSize: 20, keyword: 'H-1' })).total
  }
  assert.deepEqual([await totalFor('001'), await totalFor('002')], [1, 0])
  const elsewhere = await as('admin2').get(`${url}?companyCode=001`)
  assert.deepEqual([elsewhere.status, elsewhere.body.errorCode], [403, 'FORBIDDEN'])
  assert.equal((await as('admin2').get(`${url}/${id}/bills?customerId=${chenxi}`)).status, 404)
  assert.equal((await as('admin2').post(`${url}/${id}/unrelated`, { reason: '无' })).status, 404)
  assert.equal((await confirm({ id }, [part({ id: 1 }, 1_000)], as('admin2'))).status, 404)
  for (const who of ['sales', 'head', 'agent']) assert.equal((await as(who).get(url)).status, 403, who)
  assert.equal((await upload([row('H-1', '10.00')], as('admin2'))).data.added, 1, 'its own rows are its own')
})

test('a row of a closed month is booked on a day in an open month, and the receipt keeps the day of the bank', async () => {
  const bill = await createIssuedBill(finance, hongyuan, 50_000)
  await upload([['2026-04-28', '500.00', '宏远数码', '', 'L-1'], row('L-2', '1.00')])
  await closeMonth(db)
  const late = await find('L-1')
  assert.deepEqual([late.monthClosed, (await find('L-2')).monthClosed], [true, false])
  const book = (onDay?: string, id = late.id) =>
    finance.post(`${url}/${id}/confirm`, { parts: [part(bill, 50_000)], ...(onDay && { onDay }) })
  assert.equal((await book()).body.errorCode, 'PERIOD_CLOSED')
  assert.equal((await book('2026-04-29')).body.errorCode, 'PERIOD_CLOSED')
  assert.deepEqual(Object.keys((await book('2026-04-27')).data.fields), ['onDay'])
  assert.deepEqual(Object.keys((await book('2026-05-20')).data.fields), ['onDay'])
  const booked = await book('2026-05-19')
  assert.equal(booked.status, 200, booked.body.errorMessage)
  assert.equal(booked.data.bookedOn[0].onDay, '2026-05-19')
  const [receipt] = (await readBill(bill.id)).receipts
  assert.deepEqual([receipt.onDay, receipt.cameOn], ['2026-05-19', '2026-04-28'])
})

test('a row of a reopened month is booked on the day of the bank', async () => {
  const bill = await createIssuedBill(finance, hongyuan, 2_000)
  await upload([['2026-04-27', '20.00', '宏远数码', '', 'L-3']])
  assert.equal((await find('L-3')).monthClosed, true)
  await openMonth(db)
  const found = await find('L-3')
  assert.equal(found.monthClosed, false)
  assert.equal((await confirm(found, [part(bill, 2_000)])).status, 200)
  const [receipt] = (await readBill(bill.id)).receipts
  assert.deepEqual([receipt.onDay, receipt.cameOn], ['2026-04-27', null])
})

test('a row of an open month cannot be booked on another day', async () => {
  const bill = await createIssuedBill(finance, hongyuan, 100)
  const found = await find('L-2')
  const moved = await finance.post(`${url}/${found.id}/confirm`, {
    parts: [part(bill, 100)],
    onDay: '2026-05-19',
  })
  assert.deepEqual(moved.data.fields, { onDay: '流水所在的月份没有结账，按银行日期 2026-05-18 登记。' })
  await confirm(found, [part(bill, 100)])
  const [receipt] = (await readBill(bill.id)).receipts
  assert.deepEqual([receipt.onDay, receipt.cameOn], ['2026-05-18', null])
})
