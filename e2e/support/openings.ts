import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { settingsOf } from '#app/browser/settingsTabs.ts'
import { bankReceipts } from '#billing/bank-receipts/contract.ts'
import { customerBills } from '#billing/customer-bills/contract.ts'
import { customers } from '#clients/customers/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { monthlyFinancials } from '#finance/monthly-financials/contract.ts'
import { payroll } from '#finance/payroll/contract.ts'
import { claims } from '#finance/reimbursement-bills/contract.ts'
import type { Client } from '#kit/client.ts'
import { worklogs } from '#operations/worklogs/contract.ts'
import { customerReports } from '#reporting/reports/customers/contract.ts'
import { workerReports } from '#reporting/reports/workers/contract.ts'
import type { Say } from './readFailures.ts'

/** Where reads happen: an address, and what a user does there to open a drawer, a window, a picker or a panel. */
export interface Place {
  path: string
  /** Ends with the step that sends the reads of the place; earlier steps wait for what they need. */
  open?: (page: Page, say: Say) => Promise<void>
  /** Data that the demo has not got: by path, what becomes of the server's answer. */
  changes?: Record<string, (data: never) => unknown>
  /** A button that saves a file has no place for a failure: it states this instead if the server sends no message. */
  states?: string
}

type SettingsKey = ReturnType<typeof settingsOf>[number]['key']

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).first()
const press = (name: string) => (page: Page, say: Say) => button(page, say(name)).click()

/** The act of the first row that offers it: the toolbar may have a button of the same name. */
const rowLink = (page: Page, name: string) =>
  page
    .locator('.row-link')
    .and(page.getByRole('button', { name, exact: true }))
    .first()
const pressInRow = (name: string) => (page: Page, say: Say) => rowLink(page, say(name)).click()

/** An act of a record's page, wherever the page has room for it. */
async function act(page: Page, say: Say, name: string): Promise<void> {
  const more = button(page, say('更多'))
  await button(page, say(name)).or(more).first().waitFor()
  if (await button(page, say(name)).isVisible()) return button(page, say(name)).click()
  await more.click()
  await page.getByRole('menuitem', { name: say(name), exact: true }).click()
}

/** Opens a select and takes its first entry, or the one of this title. */
async function take(page: Page, select: Locator, title?: string): Promise<void> {
  await select.click()
  const entries = page
    .locator('.ant-select-dropdown')
    .filter({ visible: true })
    .locator('.ant-select-item-option')
  await (title ? entries.and(page.getByTitle(title, { exact: true })) : entries).first().click()
}

const settings = (key: SettingsKey) => `/account/settings?tab=${key}`

/** A photo that a list of files names; its content is what is read. */
const FILE = { id: '0'.repeat(32), name: '回单.png', type: 'image/png', bytes: 1 }

function first<T>(items: readonly T[], what: string): T {
  return items[0] ?? assert.fail(`the demo has no ${what}`)
}

/** People, customers and stores. */
export async function recordPlaces(client: Client): Promise<Place[]> {
  const [customer, other] = (await client.call(customers.list, { status: ['active'], pageSize: 2 })).items
  assert.ok(customer && other)
  const store = first((await client.call(stores.list, { status: ['serving'], pageSize: 1 })).items, 'store')
  const [ofCustomer, ofStore] = [`/customer-management/${customer.id}`, `/store-management/${store.id}`]
  return [
    ...['volume', 'contact', 'churn'].map((tab) => ({ path: `${ofCustomer}?tab=${tab}` })),
    { path: `${ofCustomer}?merge=${other.id}` },
    { path: ofCustomer, open: press('预警阈值') },
    ...['agents', 'nicks', 'churn', 'terms'].map((tab) => ({ path: `${ofStore}?tab=${tab}` })),
    { path: ofStore, open: (page, say) => act(page, say, '停止服务') },
    {
      path: ofStore,
      open: async (page, say) => {
        await act(page, say, '谁能看到')
        await take(page, page.getByRole('combobox', { name: say('员工') }))
      },
    },
  ]
}

/** Figures, their files, work logs, reports and warnings. */
export async function figurePlaces(client: Client): Promise<Place[]> {
  const customer = first((await client.call(customerReports.dailyCustomerCustomers, {})).items, 'customer')
  const agent = first((await client.call(workerReports.dailyWorkerAgents, {})).items, 'agent')
  const log = first((await client.call(worklogs.list, { pageSize: 1 })).items, 'log')
  const files = '/store-worklog/imports'
  const past = `${files}?view=past`
  const questions = '/store-worklog/figures'
  const reports = ['store', 'customer', 'worker'].map((of) => `/daily-${of}-report`)
  return [
    ...[...reports, '/daily-store-response-rate-report'].flatMap((path) => [
      { path: `${path}?view=days` },
      {
        path,
        open: (page: Page, say: Say) =>
          take(page, page.getByRole('combobox', { name: say('显示方式') }), say('按星期')),
      },
    ]),
    ...reports.map((path) => ({ path, open: pressInRow('怎么来的') })),
    { path: `/daily-customer-report?customer=${customer.customerId}` },
    { path: `/daily-worker-report?agent=${agent.staffId}` },
    ...['differences', 'pending', 'corrections'].map((view) => ({ path: `${questions}?view=${view}` })),
    { path: questions, open: pressInRow('更正') },
    {
      path: questions,
      open: async (page, say) => {
        await rowLink(page, say('答复')).click()
        await take(page, page.getByRole('dialog').getByRole('combobox').first(), say('已重新导入'))
      },
    },
    { path: files, open: pressInRow('查看') },
    {
      path: files,
      changes: { '/api/imports/:id': (batch: object) => ({ ...batch, status: 'preview', problemTotal: 1 }) },
      open: async (page, say) => {
        await rowLink(page, say('查看')).click()
        await button(page, say('下载问题行')).click()
      },
      states: '问题行没有下载成功，请稍后重试。',
    },
    { path: past },
    { path: past, open: press('导入历史日数据') },
    { path: past, open: pressInRow('查看') },
    {
      path: past,
      changes: {
        '/api/figure-files': ({ items, total }: { items: { counts: object }[]; total: number }) => ({
          items: items.map((item) => ({ ...item, counts: { ...item.counts, error: 1 } })),
          total,
        }),
      },
      open: async (page, say) => {
        await rowLink(page, say('查看')).click()
        await button(page, say('下载没有采用的行')).click()
      },
      states: '文件没有下载成功，请稍后重试。',
    },
    { path: `/store-worklog?log=${log.id}` },
  ]
}

/** Bills, receipts, claims and months. */
export async function moneyPlaces(client: Client): Promise<Place[]> {
  const bill = first((await client.call(customerBills.list, { status: ['paid'], pageSize: 1 })).items, 'bill')
  const [line] = (await client.call(customerBills.get, { id: bill.id })).lines
  const row = first(
    (await client.call(bankReceipts.list, { pageSize: 50 })).items.filter(
      (one) => one.suggestions.length > 0,
    ),
    'row of a bank with a proposal',
  )
  const claim = first((await client.call(claims.list, { status: ['paid'], pageSize: 1 })).items, 'paid claim')
  const { items: months } = await client.call(monthlyFinancials.list, {})
  const closed = first(
    months.filter(({ status }) => status === 'closed'),
    'closed month',
  )
  const person = first((await client.call(payroll.list, { month: closed.month, pageSize: 1 })).items, 'pay')
  const receipts = `/customer-bill-management/${bill.id}?tab=receipts`
  return [
    { path: `/customer-management/${bill.customerId}?tab=statement` },
    { path: `/customer-bill-management/${bill.id}?line=${line?.position}` },
    { path: receipts },
    {
      path: receipts,
      changes: {
        '/api/customer-bills/:id/vouchers': (answer: { receipts: object[] }) => ({
          receipts: answer.receipts.map((receipt) => ({ ...receipt, files: [FILE] })),
        }),
      },
    },
    {
      path: `/customer-bill-management/bank?${new URLSearchParams({ keyword: row.payer })}`,
      open: pressInRow('登记收款'),
    },
    { path: '/reimbursement-bill-management', open: press('代审') },
    {
      path: '/reimbursement-bill-management',
      open: async (page, say) => {
        await button(page, say('代审')).click()
        await button(page, say('请人代审')).click()
      },
    },
    { path: `/reimbursement-bill-management/${claim.id}` },
    {
      path: `/reimbursement-bill-management/${claim.id}`,
      changes: {
        '/api/reimbursement-bills/:id/vouchers': (vouchers: object) => ({ ...vouchers, files: [FILE] }),
      },
    },
    { path: `/monthly-financial-history?month=${closed.month}`, open: press('快照与现在比较') },
    {
      path: `/monthly-financial-history/payroll?month=${closed.month}&person=${person.staffId}`,
    },
  ]
}

/** The frame around every screen, and the settings. */
export async function framePlaces(client: Client, tabs: readonly SettingsKey[]): Promise<Place[]> {
  const store = first((await client.call(stores.list, { pageSize: 1 })).items, 'store')
  return [
    ...tabs.map((tab) => ({ path: settings(tab) })),
    { path: settings('log'), open: press('校验') },
    { path: settings('bulk-edits'), open: pressInRow('查看') },
    { path: settings('record-imports'), open: pressInRow('查看') },
    {
      path: '/customer-management',
      open: async (page, say) => {
        await act(page, say, '导入资料')
        await button(page, say('下载模板')).click()
      },
      states: '模板没有下载成功，请稍后重试。',
    },
    {
      path: settings('downloads'),
      open: (page, say) => button(page, say('下载{name}', { name: '客户.xlsx' })).click(),
      states: '文件没有下载成功，请稍后重试。',
    },
    {
      path: settings('figure-checks'),
      changes: {
        '/api/figure-checks': ({ items, total }: { items: object[]; total: number }) => ({
          items: items.map((item) => ({ ...item, found: 1 })),
          total,
        }),
      },
      open: pressInRow('查看'),
    },
    {
      path: '/welcome',
      open: (page, say) =>
        page
          .getByRole('button', { name: say('通知') })
          .first()
          .click(),
    },
    {
      path: '/welcome',
      open: async (page, say) => {
        await page.evaluate((key) => localStorage.setItem('palette-recent', key), `store:${store.id}`)
        await page
          .getByRole('button', { name: say('搜索') })
          .first()
          .click()
      },
    },
    {
      path: '/welcome',
      open: async (page, say) => {
        await page
          .getByRole('button', { name: say('搜索') })
          .first()
          .click()
        await page.getByRole('dialog').getByRole('combobox').fill('晨曦')
      },
    },
  ]
}
