import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bill } from '#billing/customer-bills/contract.ts'
import type { StoreState } from '#db/tables.ts'
import { testApp } from '#testing/testApp.ts'
import { insertFigures, startService } from '#testing/testBills.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import { merchantAt } from './testMerchant.ts'

const { app, as, db, clock } = await testApp(seedWorld)
const ids = idsIn(db)
const finance = as('finance')
const [tmall, other] = [await ids.storeId('晨曦家居旗舰店'), await ids.storeId('宏远数码京东自营店')]
const included = { model: 'included', monthlyCents: 300_000, includedDaily: 100, overageCents: 50 } as const
await startService(db, tmall, included)
await startService(db, other, included)
await insertFigures(db, other, ['2026-04-01', '2026-04-30'], { consultUsers: 987_654 })
const pause = (status: StoreState['status'], fromOn: string) =>
  db
    .insertInto('storeState')
    .values({ companyCode: '001', storeId: tmall, status, fromOn, createdAt: clock.now })
    .execute()
await pause('paused', '2026-04-11')
await pause('serving', '2026-04-13')
await insertFigures(db, tmall, ['2026-04-01', '2026-04-10'], { consultUsers: 130 })
await insertFigures(db, tmall, ['2026-04-11', '2026-04-12'], { consultUsers: 17 })
await insertFigures(db, tmall, ['2026-04-13', '2026-04-29'], { consultUsers: 120 })
await as('admin').patch('/api/statement-rules', { isOn: true, version: 0 })

/** Proposes the store's bill for April and issues it. */
async function billed(): Promise<Bill> {
  await finance.post('/api/customer-bills/propose', { month: '2026-04' })
  const [draft] = (await finance.get(`/api/customer-bills?storeId=${tmall}&month=2026-04`)).data.items
  const issue = { version: draft.version, missingReason: 'noData' }
  return (await finance.post(`/api/customer-bills/${draft.id}/issue`, issue)).data
}

async function pageOf({ id }: { id: number }): Promise<string> {
  const { path, code } = (await finance.post(`/api/customer-bills/${id}/statement`)).data
  const browser = merchantAt(app, path)
  await browser.enter(code)
  return (await browser.openPage()).body
}

const plainText = (text: string) => text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const openedIn = (page: string) =>
  [...page.matchAll(/<details class="days">.*?<\/details>/gs)].map(([one]) => plainText(one))
const bill = await billed()

test('a line lists its days with counted and excluded figures, reasons and a total equal to the line', async () => {
  const page = await pageOf(bill)
  assert.match(plainText(page), /说明 04-30 无平台数据，未计超量/)
  const [monthly, overage, none] = openedIn(page)
  assert.equal(none, undefined)
  assert.match(monthly ?? '', /¥3,000\.00 × 28\/30 天 = ¥2,800\.00/)
  assert.match(monthly ?? '', /04-10 计入 130 ¥100\.00 04-11 暂停期 17 /)
  assert.match(monthly ?? '', /计入 28 天 3,340 ¥2,800\.00 本行金额 ¥2,800\.00 不计入 2 天，咨询量 34/)
  // 10 × 130 + 17 × 120 − 28 × 100 = 540 at ¥0.50.
  assert.match(overage ?? '', /\(咨询 3,340 − 包量 2,800\) × ¥0\.50 = ¥270\.00/)
  assert.match(
    overage ?? '',
    /04-29 计入 120 100 04-30 缺数据 — 100 计入 28 天 3,340 2,800 本行金额 ¥270\.00/,
  )
})

test('corrections after the bill was issued are shown as a difference between the days and the line', async () => {
  await db
    .updateTable('storeDaily')
    .set({ consultUsers: 150 })
    .where('storeId', '=', tmall)
    .where('onDay', '=', '2026-04-01')
    .execute()
  const [, overage] = openedIn(await pageOf(bill))
  assert.match(overage ?? '', /计入 28 天 3,360 2,800 出账后数据或计费方式有更正 -¥10\.00 本行金额 ¥270\.00/)
})

test('the page contains no data of other stores, files or staff, and no scripts or external resources', async () => {
  const page = await pageOf(bill)
  for (const word of ['宏远', '987,654', '导入', '.xlsx', '郑敏', '林知远'])
    assert.ok(!page.includes(word), word)
  assert.doesNotMatch(page, /<script|<link|<img|src=|https?:| on\w+=/i)
})

test('a line with free text lists no days; payments of a refund are not labelled as reversals', async () => {
  const { data: draft } = await finance.post('/api/customer-bills', {
    customerId: bill.customerId,
    kind: 'extra',
    month: '2026-05',
    storeId: tmall,
    lines: [{ label: '大促支援', qty: 1, priceCents: 50_000, taxRateBp: 600 }],
  })
  const extra = (await finance.post(`/api/customer-bills/${draft.id}/issue`, { version: draft.version })).data
  assert.deepEqual(openedIn(await pageOf(extra)), [])
  const receipt = { onDay: '2026-05-19', method: 'bank' }
  const paid = await finance.post(`/api/customer-bills/${extra.id}/receipts`, {
    ...receipt,
    amountCents: 50_000,
  })
  const refund = await finance.post(`/api/customer-bills/${extra.id}/refund`, {
    version: paid.data.version,
    amountCents: 20_000,
    reason: '协商',
  })
  const payout = { ...receipt, amountCents: 20_000 }
  const out = (await finance.post(`/api/customer-bills/${refund.data.id}/receipts`, payout)).data
  const page = plainText(await pageOf(out))
  assert.match(page, /应退 ¥200\.00 已退 ¥200\.00 未退 ¥0\.00/)
  assert.match(page, new RegExp(`相关账单 ${extra.code}`))
  assert.ok(!page.includes('冲销'))
  const reverse = { onDay: '2026-05-19', reason: '退票' }
  await finance.post(`/api/customer-bills/${out.id}/receipts/${out.receipts[0].id}/reverse`, reverse)
  assert.equal(plainText(await pageOf(out)).split('冲销').length - 1, 1)
})
