import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { type Bill, customerBills } from '#billing/customer-bills/contract.ts'
import { customerBillSteps } from '#billing/customer-bills/contractSteps.ts'
import { rerates } from '#billing/rerates/contract.ts'
import { agentAccounts } from '#clients/stores/nicks/contract.ts'
import { storeTerms } from '#clients/stores/terms/contract.ts'
import { lastDayOf, monthBefore, monthOf, today } from '#kit/calendar.ts'
import type { Client } from '#kit/client.ts'
import { companyBooks } from '#people/books/contract.ts'
import { staff } from '#people/staff/contract.ts'
import { clientOf } from './support/api.ts'
import { readRows } from './support/consequences.ts'
import { pick, typeDay } from './support/hands.ts'
import { journey } from './support/journey.ts'
import { type DeskFile, pddFile } from './support/platformFiles.ts'
import { assertAccessible, assertFits } from './support/screens.ts'
import { endService, servedSince } from './support/stores.ts'

const RERATES = '/customer-bill-management/rerates'
const lastMonth = monthBefore(monthOf(today(() => new Date())))

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Opens the import of platform files and selects a file. */
async function upload(page: Page, file: DeskFile): Promise<Locator> {
  await page.getByRole('button', { name: '导入平台数据' }).first().click()
  const drawer = page.getByRole('dialog', { name: '导入平台数据' })
  await drawer.getByText('把平台导出的文件拖到这里').waitFor()
  await page.getByLabel('选择平台导出的文件').setInputFiles([file])
  return drawer
}

/** The address of a store's months with one status. */
const listOf = (store: string, status: string) =>
  `${RERATES}?status=${status}&keyword=${encodeURIComponent(store)}`

/** The row of a store. */
const rowOf = (page: Page, store: string) => page.getByRole('row').filter({ hasText: store })

/** Drafts an adjustment from the list; returns the consequences in its dialog. */
async function adjust(page: Page, store: string): Promise<Record<string, string>> {
  await rowOf(page, store).getByRole('button', { name: '出调整' }).click()
  const window = page.getByRole('dialog', { name: '出调整 1 项' })
  const rows = await readRows(window)
  await window.getByRole('button', { name: '出调整' }).click()
  await page.getByText('已生成调整草稿').waitFor()
  return rows
}

/** Waits for an adjustment draft with the given amount on the customer's page. */
async function findDraft(page: Page, customerId: number, month: string, money: string): Promise<void> {
  await page.goto(`/customer-management/${customerId}?tab=bills`)
  const draft = page
    .getByRole('row')
    .filter({ hasText: `${month} 调整` })
    .filter({ hasText: money })
  await draft.getByText('草稿', { exact: true }).waitFor()
}

/** Voids the adjustment drafts of a store, to clean up. */
async function rejectAdjustments(finance: Client, storeId: number): Promise<void> {
  const query = { storeId: [storeId], status: ['draft' as const], kind: ['adjustment' as const] }
  const { items } = await finance.call(customerBills.list, query)
  for (const { id, version } of items) {
    await finance.call(customerBillSteps.void, { id, version, reason: '测试后还原' })
  }
}

/** A pdd store whose bill of a closed month has an included volume, with one of its nicks. */
async function billedByVolume(admin: Client, month: string) {
  const query = { month: [month], kind: ['service' as const], companyCode: ['001'], pageSize: 100 }
  const { items } = await admin.call(customerBills.list, query)
  const isOfStore = ({ storeId, platform, status }: Bill) =>
    storeId !== null && platform === 'pdd' && status !== 'void' && status !== 'draft'
  for (const bill of items.filter(isOfStore)) {
    const id = bill.storeId ?? 0
    const { items: terms } = await admin.call(storeTerms.list, { id })
    const [first] = terms
    if (terms.length !== 1 || first?.pricing.model !== 'included' || first.fromOn > `${month}-01`) continue
    const { items: nicks } = await admin.call(agentAccounts.list, { storeId: [id], pageSize: 1 })
    const { customerId, customerName, storeName } = bill
    if (nicks[0]) {
      const { includedDaily } = first.pricing
      return { id, name: storeName ?? '', customerId, customerName, includedDaily, nick: nicks[0].nick }
    }
  }
  return assert.fail(`no store of ${month} has buyers included`)
}

journey(
  'a late file for a closed month: an admin bills the difference, finance compares both prices and withdraws it',
  async ({ page, base, signIn }) => {
    const [admin, finance] = [await clientOf(base, 'admin'), await clientOf(base, 'finance')]
    const { openFrom } = await admin.call(companyBooks.get, { code: '001' })
    const [month, open] = [monthBefore(monthOf(openFrom)), monthOf(openFrom)]
    const store = await billedByVolume(admin, month)
    const day = `${month}-20`
    // More on one day than the whole month includes.
    const buyers = store.includedDaily * 31 + 3_000 + (Date.now() % 1_000)
    const file = pddFile(store.name, day, [[store.nick, buyers]])
    try {
      await signIn('admin', '/store-worklog/imports')
      const drawer = await upload(page, file)
      await drawer.getByRole('button', { name: '只算差额' }).click()
      const window = page.getByRole('dialog', { name: '只算差额' })
      const rows = await readRows(window)
      assert.deepEqual([rows.已结账的店日, rows.调整草稿], ['1', '1'])
      const money = rows.合计?.match(/¥[\d,.]+/)?.[0] ?? assert.fail(JSON.stringify(rows))
      await assertAccessible(page, 'the window before a late file is billed')
      await window.getByRole('button', { name: '只算差额' }).click()
      await page.getByText(`${month} 已结账，数字不再改；差额 ${money} 记在 ${open}。`).waitFor()

      await signIn('finance', listOf(store.name, 'adjusted'))
      await rowOf(page, store.name).getByRole('button', { name: '查看' }).click()
      const opened = page.getByRole('dialog', { name: '已出账与现算' })
      const [before, now] = ['出账时', '现算'].map((name) =>
        opened.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) }),
      )
      const overage = now?.getByRole('listitem').filter({ hasText: '超量费' })
      assert.equal(await before?.getByText('超量费').count(), 0)
      await overage?.getByText(money, { exact: true }).waitFor()
      // The daily figures at the time of issue are not stored for seeded bills.
      await opened.getByText(/无法逐日比较/).waitFor()
      await opened.getByText(`${file.name}，1 天`).waitFor()
      await assertAccessible(page, 'both prices of a month')
      await assertFits(page, 'both prices of a month')
      await findDraft(page, store.customerId, open, money)

      // The file belonged to another store: withdraw its adjustment.
      await page.goto(listOf(store.name, 'adjusted'))
      await rowOf(page, store.name).getByRole('button', { name: '查看' }).click()
      await opened.getByRole('button', { name: /^撤\s?回$/ }).click()
      const withdrawDialog = page.getByRole('dialog', { name: `撤回 ${file.name}` })
      await withdrawDialog.getByLabel('原因').fill('文件是别家店的')
      await withdrawDialog.getByRole('button', { name: /^撤\s?回$/ }).click()
      await withdrawDialog.waitFor({ state: 'hidden' })
      await page.goto(listOf(store.name, 'pending'))
      const back = await adjust(page, store.name)
      assert.match(back.合计 ?? '', new RegExp(`-${escaped(money)}`))
      await findDraft(page, store.customerId, open, `-${money}`)
    } finally {
      const { items } = await finance.call(rerates.list, { storeId: [store.id], month: [month] })
      for (const { id } of items) {
        const { late } = await finance.call(rerates.get, { id })
        for (const { batchId } of late)
          await finance.call(rerates.dropLate, { batchId, reason: '测试后还原' })
      }
      await rejectAdjustments(finance, store.id)
    }
  },
)

/** 6,000.00 a month with 100 users a day included, 0.80 for each above. */
const INCLUDED = { model: 'included', monthlyCents: 600_000, includedDaily: 100, overageCents: 80 } as const

/** Issues a store's bill of a month although its days have no figures. */
async function issueOf(finance: Client, storeId: number, month: string): Promise<Bill> {
  await finance.call(customerBills.propose, { month })
  const { items } = await finance.call(customerBills.list, { storeId: [storeId], month: [month] })
  const bill = items[0] ?? assert.fail('no draft')
  const why = bill.missing.length > 0 ? ({ missingReason: 'noData' } as const) : {}
  return finance.call(customerBillSteps.issue, { id: bill.id, version: bill.version, ...why })
}

/** An agent of company 002 who is not a head. */
async function agentOf(admin: Client): Promise<number> {
  const { items } = await admin.call(staff.list, { role: [2], status: ['active'], pageSize: 100 })
  return items.find(({ parentId }) => parentId !== null)?.id ?? assert.fail('nobody')
}

/** Reprices a month immediately. */
async function priceAgain(page: Page, month: string): Promise<void> {
  await page.getByRole('button', { name: /^重\s?算$/ }).click()
  const form = page.getByRole('dialog', { name: '重算已出账的月份' })
  await pick(form.getByLabel('服务月份'), month)
  await form.getByRole('button', { name: /^重\s?算$/ }).click()
  await page.getByText(/^重算了 \d+ 家店铺/).waitFor()
}

journey(
  "after a late file finance reprices the month, adjusts the difference, and finds it on the customer's page",
  async ({ page, base, signIn }) => {
    const [admin, finance] = [await clientOf(base, 'admin2'), await clientOf(base, 'yinqing')]
    const store = await servedSince(admin, { called: '迟来茶具', month: lastMonth, pricing: INCLUDED })
    try {
      await issueOf(finance, store.id, lastMonth)
      const on = `${lastMonth}-10`
      const nick = `迟来客服${store.id}`
      await admin.call(agentAccounts.bind, {
        storeId: store.id,
        nick,
        staffId: await agentOf(admin),
        fromOn: on,
      })
      await signIn('admin2', '/store-worklog/imports')
      const included = 100 * Number(lastDayOf(lastMonth).slice(8))
      const drawer = await upload(page, pddFile(store.name, on, [[nick, included + 2_150]]))
      await drawer.getByRole('button', { name: '确认导入 1 个文件' }).click()
      await drawer.getByText('1 个文件已写入').waitFor()

      await signIn('yinqing', listOf(store.name, 'pending'))
      await priceAgain(page, lastMonth)
      const row = rowOf(page, store.name)
      await row.getByText('¥1,720.00').waitFor()
      await row.getByText('导入数据').waitFor()
      await row.getByRole('button', { name: '查看' }).click()
      const opened = page.getByRole('dialog', { name: '已出账与现算' })
      await opened.getByText('超量费 ¥0.80 × 2,150').waitFor()
      await opened.getByRole('row', { name: on }).getByText(/咨询/).waitFor()
      await page.keyboard.press('Escape')
      await opened.waitFor({ state: 'hidden' })
      const consequences = await adjust(page, store.name)
      assert.match(consequences.合计 ?? '', /¥1,720\.00/)
      await findDraft(page, store.customerId, lastMonth, '¥1,720.00')

      // The row is settled and links to its adjustment.
      await page.goto(listOf(store.name, 'adjusted'))
      await row.getByRole('link', { name: '草稿' }).click()
      await page.getByRole('heading', { name: `${store.name} ${lastMonth} 调整` }).waitFor()
      await page.getByRole('button', { name: /月超量补差 2,150 − 0/ }).waitFor()
    } finally {
      await endService(admin, store.id)
    }
  },
)

/** Waives the store's pending differences, since other tests close the month. */
async function waive(finance: Client, storeId: number): Promise<void> {
  const { items } = await finance.call(rerates.list, { storeId: [storeId], status: ['pending'] })
  if (items.length === 0) return
  const chosen = { ids: items.map(({ id }) => id), versions: items.map(({ version }) => version) }
  const { results } = await finance.call(rerates.waive, { ...chosen, reason: '测试后还原' })
  assert.deepEqual(
    results.flatMap(({ problem }) => problem ?? []),
    [],
  )
}

const NINE_THOUSAND = { model: 'fixed', monthlyCents: 930_000 } as const

/** Opens the form for new terms and enters a price of ¥9,700 from a day on. */
async function agree(page: Page, fromOn: string): Promise<Locator> {
  await page.getByRole('button', { name: '新的计费方式' }).click()
  const form = page.getByRole('dialog', { name: '新的计费方式' })
  await typeDay(form.getByLabel('生效日期'), fromOn)
  await pick(form.getByLabel('计费方式'), '固定月费')
  await form.getByLabel('月费').fill('9700')
  return form
}

journey(
  'sales may not enter a price of a past day; finance does with a reason, the draft follows and the issued bill is listed',
  async ({ page, base, signIn }) => {
    const [sales, finance] = [await clientOf(base, 'hedong'), await clientOf(base, 'yinqing')]
    const earlier = monthBefore(lastMonth)
    const store = await servedSince(sales, { called: '补录陶瓷', month: earlier, pricing: NINE_THOUSAND })
    const fromOn = `${earlier}-16`
    try {
      await issueOf(finance, store.id, earlier)
      await finance.call(customerBills.propose, { month: lastMonth })

      await signIn('hedong', `/store-management/${store.id}?tab=terms`)
      const refused = await agree(page, fromOn)
      await refused.getByText('过去日期的价格变更请由管理员或财务录入。').first().waitFor()
      await refused.getByLabel('原因').fill('九月谈妥')
      await refused.getByRole('button', { name: /^确\s?定$/ }).click()
      await page.getByText('过去日期的价格变更请由管理员或财务录入。').first().waitFor()
      assert.equal(await refused.isVisible(), true)

      await signIn('yinqing', `/store-management/${store.id}?tab=terms`)
      const form = await agree(page, fromOn)
      await form.getByText('涉及已出账的账单').waitFor()
      const rows = await readRows(form)
      assert.equal(rows.生效日期, fromOn)
      assert.match(rows.草稿账单合计 ?? '', /9,300\.00.*9,700\.00/)
      assert.match(rows.涉及已出账的账单 ?? '', /^1/)
      await form.getByText(/合计 ¥9,300\.00，金额不变，差额列在“已出账与现算不符”/).waitFor()
      await assertAccessible(page, 'a price of a past day')
      await form.getByRole('button', { name: /^确\s?定$/ }).click()
      await form.getByText('请写明原因。').waitFor()
      await form.getByLabel('原因').fill('月中谈妥，合同回来后补录')
      await form.getByRole('button', { name: /^确\s?定$/ }).click()
      await form.waitFor({ state: 'hidden' })
      await page.getByText('¥9,700.00/月').first().waitFor()

      await page.goto(`/customer-bill-management?status=draft&keyword=${encodeURIComponent(store.name)}`)
      await rowOf(page, store.name).filter({ hasText: lastMonth }).getByText('¥9,700.00').first().waitFor()

      await page.goto(listOf(store.name, 'pending'))
      await priceAgain(page, earlier)
      const row = rowOf(page, store.name)
      await row.getByText('计费方式变更').waitFor()
      await row.getByRole('button', { name: '查看' }).click()
      const opened = page.getByRole('dialog', { name: '已出账与现算' })
      await opened.getByText(/^月费 ¥9,700\.00 × \d+\/\d+$/).waitFor()
    } finally {
      await waive(finance, store.id)
      await endService(finance, store.id)
    }
  },
  { expected: [/400 \(Bad Request\)|403 \(Forbidden\)/] },
)
