import assert from 'node:assert/strict'
import { customerBills } from '#billing/customer-bills/contract.ts'
import { rerates } from '#billing/rerates/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { storeTerms } from '#clients/stores/terms/contract.ts'
import { monthlyFinancials } from '#finance/monthly-financials/contract.ts'
import { addDays, monthBefore, monthOf, today } from '#kit/calendar.ts'
import type { Client } from '#kit/client.ts'
import { clientOf, until } from './support/api.ts'
import { readRows } from './support/consequences.ts'
import { pick, press, typeDay } from './support/hands.ts'
import { journey } from './support/journey.ts'
import { pddFile } from './support/platformFiles.ts'
import { assertAccessible, assertFits, watchLoading } from './support/screens.ts'

const now = today(() => new Date())
const month = monthOf(now)
const RERATES = '/customer-bill-management/rerates'

/** The company's last closed month. */
async function lastClosed(admin: Client): Promise<string> {
  const { items } = await admin.call(monthlyFinancials.list, {})
  const closed = items.findLast(({ status }) => status === 'closed')
  assert.ok(closed, 'the demo has a closed month')
  return closed.month
}

/** A store of 拼多多 that pays for what is over its quota, and has an issued bill of a month. */
async function chargedByVolume(admin: Client, of: string) {
  const found = await admin.call(stores.list, { platform: ['pdd'], companyCode: ['001'], pageSize: 100 })
  for (const store of found.items) {
    const { items } = await admin.call(storeTerms.list, { id: store.id })
    const isCharged = items.some(
      ({ fromOn, pricing }) => pricing.model === 'included' && fromOn <= `${of}-01`,
    )
    if (!isCharged) continue
    const bills = { storeId: [store.id], month: [of], kind: ['service' as const], pageSize: 1 }
    const [bill] = (await admin.call(customerBills.list, bills)).items
    if (bill && bill.status !== 'draft' && bill.status !== 'void') return store
  }
  assert.fail('the demo has no such store')
}

journey(
  'a file comes for a day of a closed month: nothing is written, the difference becomes a draft, and the customer’s page has it',
  async ({ page, base, signIn }) => {
    const admin = await clientOf(base, 'admin')
    const closed = await lastClosed(admin)
    const store = await chargedByVolume(admin, closed)
    const loaded = watchLoading(page)
    await signIn('admin', '/store-worklog/imports')
    await press(page, '导入平台数据')
    const drawer = page.getByRole('dialog', { name: '导入平台数据' })
    const file = pddFile(store.name, `${closed}-10`, [['迟到的客服', 60_000]])
    await page.getByLabel('选择平台导出的文件').setInputFiles(file)
    await drawer.getByText('已结账', { exact: true }).first().waitFor()
    await drawer.getByRole('button', { name: '只算差额' }).click()
    const window = page.getByRole('dialog', { name: '只算差额' })
    const rows = await readRows(window)
    assert.match(Object.values(rows).join(' '), /¥[\d,]+\.\d\d/)
    await window.getByRole('button', { name: '只算差额' }).click()
    await window.waitFor({ state: 'hidden' })
    await page.getByText(/已结账，数字不再改；差额 ¥.* 记在 \d{4}-\d\d。/).waitFor()

    const { items } = await admin.call(rerates.list, { storeId: [store.id], month: [closed], pageSize: 1 })
    const [row] = items
    assert.ok(row && row.state === 'adjusted' && row.differenceCents === 0, JSON.stringify(row))
    const [draft] = row.adjustments
    assert.ok(draft && draft.status === 'draft' && draft.totalCents > 0, JSON.stringify(row))

    await page.goto(`${RERATES}?status=adjusted&storeId=${store.id}`)
    const line = page.getByRole('row').filter({ hasText: store.name })
    await line.getByText('已出调整').waitFor()
    await line.getByRole('button', { name: '查看' }).click()
    const opened = page.getByRole('dialog', { name: '已出账与现算' })
    await opened.getByText(`${file.name}，1 天`).waitFor()
    await opened.getByRole('link', { name: store.customerName }).click()
    await loaded()
    await page.getByText('调整').first().waitFor()
    const amount = (draft.totalCents / 100).toLocaleString('en', { minimumFractionDigits: 2 })
    await page.getByRole('row').filter({ hasText: '调整' }).getByText(`¥${amount}`).first().waitFor()
  },
)

/** A store in service that asks for a fixed fee, with an issued bill of last month, and what it pays. */
async function fixedStore(admin: Client, of: string) {
  const bills = { month: [of], kind: ['service' as const], status: ['open' as const], companyCode: ['001'] }
  const { items } = await admin.call(customerBills.list, { ...bills, pageSize: 100 })
  for (const bill of items) {
    if (bill.storeId === null) continue
    const timeline = (await admin.call(storeTerms.list, { id: bill.storeId })).items
    const last = timeline.at(-1)
    const isPlain = timeline.length === 1 && last?.pricing.model === 'fixed' && last.fromOn < `${of}-01`
    if (isPlain && last.pricing.model === 'fixed') return { bill, monthlyCents: last.pricing.monthlyCents }
  }
  assert.fail('the demo has no such store')
}

journey(
  'a price that was agreed in the middle of an open month is entered later: the window tells, the issued bill is listed, and finance adjusts it',
  async ({ page, base, signIn }) => {
    const admin = await clientOf(base, 'admin')
    const last = monthBefore(month)
    const { bill, monthlyCents } = await fixedStore(admin, last)
    const storeId = bill.storeId ?? 0
    const fromOn = `${last}-16`
    await signIn('admin', `/store-management/${storeId}?tab=terms`)
    await page.getByRole('button', { name: '新的计费方式' }).click()
    const window = page.getByRole('dialog', { name: '新的计费方式' })
    await typeDay(window.getByLabel('生效日期'), fromOn)
    await pick(window.getByRole('combobox', { name: '计费方式' }), '固定月费')
    await window.getByRole('textbox', { name: '月费', exact: true }).fill(String(monthlyCents / 100 + 3_100))
    const rows = await readRows(window)
    assert.ok(rows.涉及已出账的账单, JSON.stringify(rows))
    const reason = window.getByLabel('原因')
    await reason.fill('月中谈妥，合同后补')
    await window.getByRole('button', { name: /^确\s?定$/ }).click()
    await window.waitFor({ state: 'hidden' })

    // A job does so within a minute; finance need not wait for it.
    await admin.call(rerates.run, { month: last })
    const pending = await admin.call(rerates.list, { storeId: [storeId], status: ['pending'], pageSize: 1 })
    const [row] = pending.items
    assert.ok(row && row.differenceCents > 100_000, JSON.stringify(row))

    await signIn('finance', `${RERATES}?status=pending&storeId=${storeId}`)
    const line = page.getByRole('row').filter({ hasText: bill.storeName ?? '' })
    await line.getByText('待处理').waitFor()
    await assertFits(page, 'bills that no longer match')
    await assertAccessible(page, 'bills that no longer match')
    await line.getByRole('button', { name: '查看' }).click()
    const opened = page.getByRole('dialog', { name: '已出账与现算' })
    await opened.getByText('计费方式变更').first().waitFor()
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'hidden' })
    await line.getByRole('button', { name: '出调整' }).click()
    const settling = page.getByRole('dialog', { name: '出调整 1 项' })
    await readRows(settling)
    await settling.getByRole('button', { name: '出调整' }).click()
    await settling.waitFor({ state: 'hidden' })
    await until(
      () => admin.call(rerates.get, { id: row.id }),
      ({ state, differenceCents, adjustments }) =>
        state === 'adjusted' && differenceCents === 0 && adjustments[0]?.totalCents === row.differenceCents,
      'the difference is a draft',
    )
  },
)

journey(
  'sales cannot enter a price from a day that is over: the sentence says who can',
  async ({ page, base, signIn }) => {
    const own = await clientOf(base, 'sales')
    const { items } = await own.call(stores.list, { status: ['serving'], pageSize: 1 })
    const [store] = items
    assert.ok(store)
    await signIn('sales', `/store-management/${store.id}?tab=terms`)
    await page.getByRole('button', { name: '新的计费方式' }).click()
    const window = page.getByRole('dialog', { name: '新的计费方式' })
    await typeDay(window.getByLabel('生效日期'), addDays(now, -1))
    await pick(window.getByRole('combobox', { name: '计费方式' }), '固定月费')
    await window.getByRole('textbox', { name: '月费', exact: true }).fill('5000')
    await window.getByRole('button', { name: /^确\s?定$/ }).click()
    await page.getByText('过去日期的价格变更请由管理员或财务录入。').first().waitFor()
  },
  { expected: [/400 \(Bad Request\)|403 \(Forbidden\)|409 \(Conflict\)/] },
)

journey(
  'a closing is blocked by stores without a bill, and by accounts that do not tie: the list names them and leads there',
  async ({ page, signIn }) => {
    const loaded = watchLoading(page)
    await signIn('admin', '/monthly-financial-history')
    const list = page.getByRole('list', { name: '结账清单' })
    await list.waitFor()
    await loaded()
    const missing = list.getByRole('listitem').filter({ hasText: /家店铺还没有账单/ })
    const count = Number(/(\d+) 家店铺还没有账单/.exec(await missing.innerText())?.[1])
    assert.ok(count > 0)
    assert.equal(await page.getByRole('button', { name: /^结\s?账$/ }).isDisabled(), true)
    await missing.getByRole('link', { name: '去提出' }).click()
    await page.getByText(new RegExp(`总共 ${count} 条`)).waitFor()

    // Accounts that do not tie cannot be made by the program: the answer is changed on its way.
    await page.route('**/api/monthly-financials/*/checklist*', async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      const items = answer.data.items.map((check: { item: string }) =>
        check.item === 'ties' ? { ...check, done: false, count: 1, examples: ['杭州某某有限公司'] } : check,
      )
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, items } } })
    })
    await page.goto('/monthly-financial-history')
    const ties = list.getByRole('listitem').filter({ hasText: '应收、预收、收入或押金有 1 处对不上' })
    await ties.getByText('杭州某某有限公司').waitFor()
    assert.equal(await ties.getByRole('button', { name: '豁免' }).count(), 0, 'it cannot be waived')
    assert.equal(await page.getByRole('button', { name: /^结\s?账$/ }).isDisabled(), true)
    await ties.getByRole('link', { name: '去核对' }).click()
    await page.getByRole('heading', { level: 1, name: '应收核对' }).waitFor()
  },
)
