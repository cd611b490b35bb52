import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findBalances } from '#clients/customers/queries.ts'
import { testApp } from '#testing/testApp.ts'
import { createDraft, createIssuedBill } from '#testing/testBills.ts'
import { rowsByLabel } from '#testing/testConsequences.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { BillPage } from './contract.ts'
import { statusNames } from './rules.ts'

const { as, db } = await testApp(seedWorld)
const NAME = '杭州晨曦家居有限公司'
const chenxi = await idsIn(db).customerId(NAME)
const hongyuan = await idsIn(db).customerId('宏远数码')
const finance = as('finance')
const DAY = '2026-05-19'

const url = (id: number, rest = '') => `/api/customer-bills/${id}${rest}`
const read = async (id: number): Promise<BillPage> => (await finance.get(url(id))).data
const readConsequences = async (path: string, who = finance) => {
  const answer = await who.get(path)
  assert.equal(answer.status, 200, answer.body.errorMessage)
  return rowsByLabel(answer.data)
}
const balance = async (id = chenxi) =>
  (await findBalances(db, [id])).get(id) ?? { receivableCents: 0, depositCents: 0 }
const receive = async (id: number, amountCents: number, more: object = {}): Promise<BillPage> => {
  const sent = { onDay: DAY, amountCents, method: 'bank', ...more }
  const answer = await finance.post(url(id, '/receipts'), sent)
  assert.equal(answer.status, 200, answer.body.errorMessage)
  return answer.data
}
const owed = ({ totalCents, receivedCents }: BillPage) => totalCents - receivedCents

/** Keeps the rows whose two values differ; consequences do not list unchanged values. */
const changed = (rows: Record<string, readonly [unknown, unknown]>) =>
  Object.fromEntries(
    Object.entries(rows)
      .filter(([, [from, to]]) => from !== to)
      .map(([k, [a, b]]) => [k, [a, b]]),
  )

test('issuing a draft: the preview matches the issued bill and writes nothing', async () => {
  const { id, version } = await createDraft(finance, chenxi, 12_345)
  const before = await balance()
  const shown = await readConsequences(url(id, '/issue/consequences?dueOn=2026-06-30'))
  assert.deepEqual([(await read(id)).status, (await read(id)).version], ['draft', version])
  const answer = await finance.post(url(id, '/issue'), { version, dueOn: '2026-06-30' })
  const bill: BillPage = answer.data
  assert.deepEqual(shown, {
    出账: 1,
    客户: 1,
    合计: bill.totalCents,
    最早到期日: bill.dueOn,
    编号: bill.code,
    [`${NAME}的应收`]: [before.receivableCents, (await balance()).receivableCents],
  })
})

test('issuing several drafts: the preview matches totals, customers, codes and refusals of the write', async () => {
  const drafts = [await createDraft(finance, chenxi, 100), await createDraft(finance, hongyuan, 2_000)]
  const done = await createIssuedBill(finance, chenxi, 5)
  const ids = [...drafts.map(({ id }) => id), done.id]
  const owing = (await balance()).receivableCents + (await balance(hongyuan)).receivableCents
  const query = ids.map((id) => `ids=${id}`).join('&')
  const shown = await readConsequences(`/api/customer-bills/issue/consequences?${query}`)
  const versions = await Promise.all(ids.map(async (id) => (await read(id)).version))
  const { results } = (await finance.post('/api/customer-bills/issue', { ids, versions })).data
  const codes = results.flatMap(({ code }: { code: string | null }) => code ?? []).sort()
  const bills = await Promise.all(drafts.map(({ id }) => read(id)))
  assert.deepEqual(shown, {
    出账: 2,
    客户: 2,
    合计: 2_100,
    不能出账: 1,
    最早到期日: bills[0]?.dueOn,
    编号: codes.join(' – '),
    这些客户的应收合计: [owing, owing + 2_100],
  })
  assert.equal((await readConsequences(`/api/customer-bills/issue/consequences?ids=${done.id}`)).不能出账, 1)
})

test('a draft that was changed after the preview is not issued; the others are', async () => {
  const [one, two] = [await createDraft(finance, chenxi, 100), await createDraft(finance, chenxi, 200)]
  await finance.patch(url(one.id), { version: one.version, note: '再看看' })
  const sent = { ids: [one.id, two.id], versions: [one.version, two.version] }
  const { results } = (await finance.post('/api/customer-bills/issue', sent)).data
  assert.deepEqual(
    results.map(({ problem }: { problem: string | null }) => problem),
    ['这张草稿在确认之后被改过，没有出账；请核对后再出账。', null],
  )
  assert.equal((await read(one.id)).status, 'draft')
})

test('reversing a receipt: the preview matches the change, for any receipts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (amounts, isDeposit) => {
        const bill = await createIssuedBill(finance, chenxi, 1_200, isDeposit ? { kind: 'deposit' } : {})
        for (const cents of amounts) await receive(bill.id, cents)
        const [page, balanceBefore] = [await read(bill.id), await balance()]
        const receiptId = page.receipts.at(-1)?.id
        const shown = await readConsequences(
          url(bill.id, `/receipts/${receiptId}/reverse/consequences?onDay=${DAY}`),
        )
        const sent = { onDay: DAY, reason: '录错', version: page.version }
        const after: BillPage = (await finance.post(url(bill.id, `/receipts/${receiptId}/reverse`), sent))
          .data
        const now = await balance()
        assert.deepEqual(
          shown,
          changed({
            账单状态: [statusNames[page.status], statusNames[after.status]],
            账单未收: [owed(page), owed(after)],
            [`${NAME}的应收`]: [balanceBefore.receivableCents, now.receivableCents],
            [`${NAME}的押金余额`]: [balanceBefore.depositCents, now.depositCents],
          }),
        )
      },
    ),
    { numRuns: 12 },
  )
})

test('reversing a receipt of a bank row: the preview shows the row to book again; a stale version is rejected', async () => {
  const bill = await createIssuedBill(finance, chenxi, 7_000)
  const csv = '交易日期,贷方发生额,对方户名,摘要,交易流水号\r\n2026-05-18,70.00,晨曦,,BK-7'
  await finance.upload('/api/bank-rows', { name: '流水.csv', bytes: Buffer.from(csv) })
  const find = async () => (await finance.get('/api/bank-rows?keyword=BK-7')).data.items[0]
  const parts = [{ billId: bill.id, amountCents: 7_000 }]
  await finance.post(`/api/bank-rows/${(await find()).id}/confirm`, { parts })
  const page = await read(bill.id)
  const step = url(bill.id, `/receipts/${page.receipts[0]?.id}/reverse`)
  const shown = await readConsequences(`${step}/consequences?onDay=${DAY}`)
  assert.deepEqual(shown.银行流水回到待认领, [0, 7_000])
  const old = await finance.post(step, { onDay: DAY, reason: '录错', version: page.version - 1 })
  assert.equal(old.body.errorCode, 'STALE')
  assert.equal((await finance.post(step, { onDay: DAY, reason: '录错', version: page.version })).status, 200)
  assert.deepEqual([(await find()).state, (await find()).leftCents], ['open', 7_000])
})

test('voiding, rejecting and refunding: the preview matches the changes', async () => {
  const open = await createIssuedBill(finance, chenxi, 900)
  const before = await balance()
  const shown = await readConsequences(url(open.id, '/void/consequences'))
  await finance.post(url(open.id, '/void'), { version: open.version, reason: '重复' })
  assert.deepEqual(shown, {
    不再收付的金额: 900,
    账单状态: ['待收', '作废'],
    [`${NAME}的应收`]: [before.receivableCents, (await balance()).receivableCents],
  })
  const { id } = await createDraft(finance, chenxi, 800)
  assert.deepEqual(await readConsequences(url(id, '/void/consequences')), {
    不再出账的金额: 800,
    账单状态: ['草稿', '作废'],
  })
  const paid = await receive((await createIssuedBill(finance, chenxi, 1_000)).id, 1_000)
  const balanceBefore = await balance()
  const refund = await readConsequences(url(paid.id, '/refund/consequences?amountCents=400'))
  const sent = { version: paid.version, amountCents: 400, reason: '多收' }
  const made: BillPage = (await finance.post(url(paid.id, '/refund'), sent)).data
  assert.deepEqual(refund, {
    新的退款账单: made.totalCents,
    这张账单还可退: [1_000, (await read(paid.id)).refundableCents],
    [`${NAME}的应收`]: [balanceBefore.receivableCents, (await balance()).receivableCents],
  })
})

test('previews fail with the same errors as the steps, and respect scope and permission', async () => {
  const bill = await receive((await createIssuedBill(finance, chenxi, 100)).id, 50)
  const refused = await finance.get(url(bill.id, '/void/consequences'))
  assert.equal(refused.body.errorMessage, '只有没有收款的账单才能作废；已有收款的请先冲销，或办理退款。')
  assert.equal((await finance.get(url(bill.id, '/refund/consequences?amountCents=51'))).status, 400)
  assert.equal((await as('admin2').get(url(bill.id, '/void/consequences'))).status, 404)
  assert.equal((await as('sales').get(url(bill.id, '/void/consequences'))).status, 403)
})
