import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { ROLES } from '#access/permissions.ts'
import { settingsAddress as settings } from '#app/browser/settingsTabs.ts'
import { bankReceipts } from '#billing/bank-receipts/contract.ts'
import { customerBills } from '#billing/customer-bills/contract.ts'
import { customers } from '#clients/customers/contract.ts'
import { churnRecords } from '#clients/retention/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { modelNames } from '#clients/stores/rules.ts'
import { monthlyFinancials } from '#finance/monthly-financials/contract.ts'
import { payroll } from '#finance/payroll/contract.ts'
import { claims } from '#finance/reimbursement-bills/contract.ts'
import { monthBefore, monthOf, today } from '#kit/calendar.ts'
import type { Client } from '#kit/client.ts'
import { worklogs } from '#operations/worklogs/contract.ts'
import { staff } from '#people/staff/contract.ts'
import { customerReports } from '#reporting/reports/customers/contract.ts'
import { workerReports } from '#reporting/reports/workers/contract.ts'
import { warnings } from '#reporting/warnings/contract.ts'
import { typeDay } from './hands.ts'
import { pddFile } from './platformFiles.ts'
import type { Say } from './readFailures.ts'

/** A place that sends reads: an address, and the steps that open a drawer, dialog, picker or panel there. */
export interface Place {
  path: string
  /** The reads that are made to fail here, as contract paths; each read has only one place. */
  reads: readonly string[]
  /** The last step sends the reads of the place; earlier steps wait for what they need. */
  open?: (page: Page, say: Say) => Promise<void>
  /** Changes of the server's responses, by path, for data that the demo lacks. */
  changes?: Record<string, (data: never) => unknown>
  /**
   * A button that downloads a file cannot show a failure in place: the message that it shows if the server sends none.
   */
  states?: string
}

/** The name of a button: Ant Design inserts a space between two Chinese characters. */
const named = (name: string) =>
  new RegExp(`^${[...name].map((sign) => sign.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s?')}$`)
const button = (page: Page | Locator, name: string) =>
  page
    .getByRole('button', { name: /^\p{Script=Han}{2}$/u.test(name) ? named(name) : name, exact: true })
    .first()
const press = (name: string) => (page: Page, say: Say) => button(page, say(name)).click()

/** The action of the first row that has it: the toolbar may have a button with the same name. */
const rowLink = (page: Page, name: string) =>
  page
    .locator('.row-link')
    .and(page.getByRole('button', { name, exact: true }))
    .first()
const pressInRow = (name: string) => (page: Page, say: Say) => rowLink(page, say(name)).click()

/** Clicks an action of a record's page, as a button or in the menu 更多. */
async function act(page: Page, say: Say, name: string): Promise<void> {
  const more = button(page, say('更多'))
  await button(page, say(name)).or(more).first().waitFor()
  if (await button(page, say(name)).isVisible()) return button(page, say(name)).click()
  await more.click()
  await page.getByRole('menuitem', { name: say(name), exact: true }).click()
}

/** Opens a select and chooses its first option, or the one with this title. */
async function chooseOption(page: Page, select: Locator, title?: string): Promise<void> {
  await select.click()
  const entries = page
    .locator('.ant-select-dropdown')
    .filter({ visible: true })
    .locator('.ant-select-item-option')
  await (title ? entries.and(page.getByTitle(title, { exact: true })) : entries).first().click()
}

/** Fills in the dialog for new terms until its consequences can be computed. */
async function addTerms(page: Page, say: Say): Promise<void> {
  await button(page, say('新的计费方式')).click()
  await enterFee(page, say)
}

/** Fills in a fixed monthly fee in the topmost dialog. */
async function enterFee(page: Page, say: Say): Promise<void> {
  const window = page.getByRole('dialog').last()
  await chooseOption(page, window.getByRole('combobox', { name: say('计费方式') }), say(modelNames.fixed))
  await window.getByRole('textbox', { name: say('月费'), exact: true }).fill('5000')
}

/** The amount field of the topmost dialog. */
const amountIn = (page: Page) => page.getByRole('dialog').last().locator('input[inputmode="decimal"]').first()

/** Selects the first row of a list and clicks an action for the selection. */
async function actOnSelection(page: Page, say: Say, name: string): Promise<void> {
  await page.locator('.list-table .ant-table-row').getByRole('checkbox').first().check()
  await button(page.getByRole('region', { name: say('批量操作') }), say(name)).click()
}

const claimPages = '/reimbursement-bill-management'
/** The list of nick claims. */
const NICKS = '/store-worklog/imports?view=nicks'

/** Opens a row's record and clicks 撤销 there. */
async function undoInWindow(page: Page, say: Say): Promise<void> {
  await rowLink(page, say('查看')).click()
  await button(page.getByRole('dialog'), say('撤销')).click()
}

/** Makes all rows of a list, or a record, undoable. */
const undoableRows = (answer: { items: object[] }) => ({
  ...answer,
  items: answer.items.map((item) => ({ ...item, undoable: true })),
})
/** A set-up from files, which the demo lacks. */
const oneSetup = () => ({
  items: [
    {
      id: 1,
      version: 1,
      status: 'done',
      customers: 1,
      stores: 2,
      nicks: 3,
      files: 2,
      storeDays: 2,
      createdAt: '2026-01-05T01:00:00.000Z',
      createdByName: '林知远',
      undoable: true,
      whyNot: null,
    },
  ],
  total: 1,
})
const undoable = (answer: object) => ({ ...answer, undoable: true })

/** A completed record import with a failed row. */
const withFaults = (answer: object & { counts?: object }) => ({
  ...answer,
  state: 'done',
  counts: { ...answer.counts, failed: 1 },
})

const MERGE = {
  id: 1,
  mergedName: '晨曦家居',
  mergedCode: 'KH-1',
  mergedAt: '2026-01-01T00:00:00.000Z',
  mergedByName: '管理员',
  moved: {},
  undoableUntil: '2030-01-01T00:00:00.000Z',
  undoable: true,
  undoneAt: null,
  undoneByName: null,
}

/** A figure check, which a new demo does not have. */
const FIGURE_CHECK = {
  id: 1,
  companyCode: 'C-001',
  checkedAt: '2026-01-01T00:00:00.000Z',
  askedByName: null,
  months: ['2025-12'],
  compared: 1,
  changed: 0,
  tookMs: 1,
  mended: 0,
}

/** A file in a list of files; the test reads its content. */
const FILE = { id: '0'.repeat(32), name: '回单.png', type: 'image/png', bytes: 1 }

function first<T>(items: readonly T[], what: string): T {
  return items[0] ?? assert.fail(`the demo has no ${what}`)
}

/** Places for staff, customers and stores. */
export async function recordPlaces(client: Client): Promise<Place[]> {
  const [customer, other] = (await client.call(customers.list, { status: ['active'], pageSize: 2 })).items
  assert.ok(customer && other)
  // A store of the demo: stores created by other tests have no terms.
  const served = { keyword: '晨曦家居旗舰店', status: ['serving' as const], pageSize: 1 }
  const store = first((await client.call(stores.list, served)).items, 'store')
  const pending = first(
    (await client.call(stores.list, { status: ['pending'], pageSize: 1 })).items,
    'pending store',
  )
  const retaining = first(
    (await client.call(churnRecords.list, { subject: 'customer', status: ['retaining'], pageSize: 1 })).items,
    'customer that wants to leave',
  )
  const agent = first((await client.call(staff.list, { keyword: 'zhouxiaohe', pageSize: 1 })).items, 'agent')
  const [ofCustomer, ofStore] = [`/customer-management/${customer.id}`, `/store-management/${store.id}`]
  const ofChurn = `/customer-lost-record/${retaining.id}`
  const ofAgent = `/user-management/${agent.id}`
  return [
    {
      path: '/user-management',
      reads: ['/api/staff', '/api/staff/teams', '/api/staff/options', '/api/companies'],
    },
    {
      path: ofAgent,
      reads: ['/api/staff/:id', '/api/staff/:id/sign-in', '/api/audit-logs'],
    },
    { path: `${ofAgent}?tab=pay`, reads: ['/api/staff/:id/pay'] },
    { path: `${ofAgent}?tab=pay`, reads: ['/api/staff/:id/pay/consequences'], open: press('调薪') },
    {
      path: `${ofAgent}?tab=pay`,
      reads: ['/api/staff/:id/pay/:payId/correct/consequences'],
      open: press('更正'),
    },
    { path: `${ofAgent}/leave`, reads: ['/api/staff/:id/handover'] },
    { path: settings('books'), reads: ['/api/companies/:code/books'] },
    { path: settings('profile'), reads: ['/api/companies/:code/profile'] },
    { path: '/customer-management', reads: ['/api/customers'] },
    { path: '/customer-management/follow-ups', reads: ['/api/follow-ups'] },
    {
      path: ofCustomer,
      reads: [
        '/api/customers/:id',
        '/api/customers/:id/churn-risk',
        '/api/customers/:id/owners',
        '/api/customers/:id/merges',
      ],
    },
    { path: `${ofCustomer}?tab=volume`, reads: ['/api/customers/:id/volumes'] },
    {
      path: `${ofCustomer}?tab=contact`,
      reads: ['/api/customers/:customerId/colleagues', '/api/customers/:id/notes'],
    },
    {
      path: `${ofCustomer}?merge=${other.id}`,
      reads: ['/api/customers/options', '/api/customers/:id/merge'],
    },
    { path: ofCustomer, reads: ['/api/customers/:id/warning-thresholds'], open: press('预警阈值') },
    { path: '/customer-lost-record', reads: ['/api/churn-records', '/api/churn-records/overview'] },
    { path: ofChurn, reads: ['/api/churn-records/:id'] },
    {
      path: ofChurn,
      reads: ['/api/churn-records/:id/confirm/consequences'],
      open: (page, say) => act(page, say, '确认流失'),
    },
    { path: '/store-management', reads: ['/api/stores'] },
    { path: ofStore, reads: ['/api/stores/:id'] },
    { path: `${ofStore}?tab=agents`, reads: ['/api/store-assignments'] },
    {
      path: `${ofStore}?tab=nicks`,
      reads: ['/api/agent-accounts', '/api/agent-accounts/unmatched', '/api/agent-accounts/claims'],
    },
    { path: `${ofStore}?tab=terms`, reads: ['/api/stores/:id/terms'] },
    {
      path: `${ofStore}?tab=terms`,
      reads: ['/api/stores/:id/terms/consequences'],
      open: (page, say) => addTerms(page, say),
    },
    {
      path: `${ofStore}?tab=terms`,
      reads: ['/api/stores/:id/terms/:termsId/correct/consequences'],
      open: press('更正'),
    },
    {
      path: '/store-management',
      reads: ['/api/stores/terms/consequences'],
      open: async (page, say) => {
        await actOnSelection(page, say, '设置计费')
        await enterFee(page, say)
      },
    },
    {
      path: `/store-management/${pending.id}`,
      reads: ['/api/stores/:id/go-live/consequences'],
      open: press('上线'),
    },
    {
      path: ofStore,
      reads: ['/api/stores/:id/stop/consequences'],
      open: (page, say) => act(page, say, '停止服务'),
    },
    {
      path: ofStore,
      reads: ['/api/access-explanations'],
      open: async (page, say) => {
        await act(page, say, '谁能看到')
        await chooseOption(page, page.getByRole('combobox', { name: say('员工') }))
      },
    },
    {
      path: NICKS,
      reads: ['/api/agent-accounts/claims/:id/confirm/consequences'],
      open: press('确认'),
    },
    {
      path: NICKS,
      reads: ['/api/agent-accounts/claims/:id/undo/consequences'],
      changes: {
        '/api/agent-accounts/claims': ({ items, total }: { items: object[]; total: number }) => ({
          items: items.map((item) => ({ ...item, mayUndo: true })),
          total,
        }),
      },
      open: press('撤销'),
    },
    {
      path: NICKS,
      reads: ['/api/agent-accounts/claims/consequences'],
      changes: { '/api/currentUser': (user: object) => ({ ...user, role: ROLES.agent, parentId: 1 }) },
      open: press('认领'),
    },
    {
      // Only users who may not add what a picker lacks read who can.
      path: '/daily-customer-report',
      reads: ['/api/staff/contacts'],
      changes: {
        '/api/currentUser': (user: object) => ({ ...user, role: ROLES.sales }),
        '/api/staff/options': () => [],
      },
      open: (page, say) => page.getByRole('combobox', { name: say('组长') }).click(),
    },
  ]
}

/** Places for figures, imports, work logs, reports and warnings. */
export async function figurePlaces(client: Client): Promise<Place[]> {
  const customer = first((await client.call(customerReports.dailyCustomerCustomers, {})).items, 'customer')
  const agent = first((await client.call(workerReports.dailyWorkerAgents, {})).items, 'agent')
  const warning = first((await client.call(warnings.list, { pageSize: 1 })).items, 'warning')
  const log = first((await client.call(worklogs.list, { pageSize: 1 })).items, 'log')
  const files = '/store-worklog/imports'
  const past = `${files}?view=past`
  const questions = '/store-worklog/figures'
  const clock = '/store-worklog/clock'
  return [
    ...dailyPlaces('store', 'stores'),
    ...dailyPlaces('store-response-rate', 'stores'),
    ...dailyPlaces('customer', 'customers'),
    ...dailyPlaces('worker', 'agents'),
    { path: '/daily-store-report', reads: ['/api/stores/options'] },
    { path: '/daily-store-report', reads: ['/api/figures/explain'], open: pressInRow('怎么来的') },
    {
      path: '/daily-customer-report',
      reads: ['/api/figures/explain-customer'],
      open: pressInRow('怎么来的'),
    },
    { path: '/daily-worker-report', reads: ['/api/figures/explain-agent'], open: pressInRow('怎么来的') },
    {
      path: `/daily-customer-report?customer=${customer.customerId}`,
      reads: ['/api/reports/daily-customer/rows'],
    },
    { path: `/daily-worker-report?agent=${agent.staffId}`, reads: ['/api/reports/daily-worker/rows'] },
    { path: '/weekly-warning-customer-report', reads: ['/api/warnings', '/api/warnings/overview'] },
    { path: `/weekly-warning-customer-report?warning=${warning.id}`, reads: ['/api/warnings/:id'] },
    {
      path: '/weekly-warning-customer-report/customers',
      reads: ['/api/reports/weekly-warning-customer'],
    },
    { path: '/store-worklog', reads: ['/api/worklogs'] },
    { path: `/store-worklog?log=${log.id}`, reads: ['/api/worklogs/:id'] },
    { path: '/store-worklog/mine', reads: ['/api/worklogs/day'] },
    { path: '/store-worklog/calendar', reads: ['/api/worklogs/calendar'] },
    { path: '/store-worklog/roster?by=store', reads: ['/api/duty/stores', '/api/duty/attention'] },
    {
      path: '/store-worklog/roster?by=store',
      reads: ['/api/duty/needs'],
      open: async (page, say) => {
        await page.locator('.duty-menu').first().click()
        await page.getByRole('menuitem', { name: say('每班要几个人') }).click()
      },
    },
    { path: '/store-worklog/roster?by=person', reads: ['/api/duty/people', '/api/duty/today'] },
    {
      path: '/store-worklog/roster?by=person&edit=1',
      reads: ['/api/rosters', '/api/store-assignments/loads'],
    },
    { path: '/store-worklog/leaves?status=', reads: ['/api/leaves'] },
    {
      path: '/store-worklog/leaves?status=requested',
      reads: ['/api/leaves/:id', '/api/leaves/:id/open-posts'],
      open: async (page) => page.locator('.leave-open').first().click(),
    },
    {
      path: '/store-worklog/leaves?status=requested',
      reads: ['/api/leave-attachments/:id'],
      changes: { '/api/leaves/:id': (leave: object) => ({ ...leave, attachments: [FILE] }) },
      open: async (page) => page.locator('.leave-open').first().click(),
    },
    {
      path: '/store-worklog/leaves?status=',
      reads: ['/api/leaves/length'],
      open: async (page, say) => {
        await button(page, say('登记请假')).click()
        const form = page.getByRole('dialog')
        for (const label of ['开始日期', '结束日期']) {
          await typeDay(
            form.getByLabel(say(label)),
            today(() => new Date()),
          )
        }
      },
    },
    { path: clock, reads: ['/api/clock/days'] },
    { path: `${clock}?view=people`, reads: ['/api/clock/people'] },
    { path: `${clock}?view=files`, reads: ['/api/clock/files'] },
    { path: `${clock}?view=files`, reads: ['/api/clock/files/:id'], open: pressInRow('查看') },
    {
      path: `${clock}?view=files`,
      reads: ['/api/clock/files/:id/rows'],
      changes: {
        '/api/clock/files/:id': (file: { counts: object }) => ({
          ...file,
          status: 'preview',
          counts: { ...file.counts, create: 1 },
        }),
      },
      open: pressInRow('查看'),
    },
    {
      path: `${clock}?view=files&status=committed`,
      reads: ['/api/clock/files/:id/undo/consequences'],
      open: pressInRow('撤销'),
    },
    { path: questions, reads: ['/api/figure-questions'] },
    { path: `${questions}?view=differences`, reads: ['/api/figures/differences'] },
    { path: `${questions}?view=pending`, reads: ['/api/figures/pending'] },
    { path: `${questions}?view=corrections`, reads: ['/api/figure-corrections'] },
    {
      path: questions,
      reads: ['/api/figure-questions/:questionId/figures', '/api/figures/day'],
      open: pressInRow('更正'),
    },
    {
      path: questions,
      reads: ['/api/figure-questions/:questionId/imports'],
      open: async (page, say) => {
        await rowLink(page, say('答复')).click()
        await chooseOption(page, page.getByRole('dialog').getByRole('combobox').first(), say('已重新导入'))
      },
    },
    { path: files, reads: ['/api/imports'] },
    {
      path: files,
      reads: ['/api/imports/setup'],
      open: async (page, say) => {
        await button(page, say('导入平台数据')).click()
        const day = today(() => new Date())
        const unknown = ['没有登记的第一家店', '没有登记的第二家店'].map((name) =>
          pddFile(name, day, [['小新', 9]]),
        )
        const renamed = unknown.map((file, at) => ({ ...file, name: `${at}_${file.name}` }))
        await page.getByLabel(say('选择平台导出的文件')).setInputFiles(renamed)
      },
    },
    { path: `${files}?view=setups`, reads: ['/api/imports/setups'] },
    {
      path: `${files}?view=setups`,
      reads: ['/api/imports/setup/:id/undo/consequences'],
      changes: { '/api/imports/setups': oneSetup },
      open: pressInRow('撤销'),
    },
    { path: files, reads: ['/api/imports/:id'], open: pressInRow('查看') },
    {
      path: files,
      reads: ['/api/imports/:id/undo/consequences'],
      changes: { '/api/imports': undoableRows },
      open: pressInRow('撤销'),
    },
    {
      path: files,
      reads: ['/api/imports/:id/problems'],
      changes: { '/api/imports/:id': (batch: object) => ({ ...batch, status: 'preview', problemTotal: 1 }) },
      open: async (page, say) => {
        await rowLink(page, say('查看')).click()
        await button(page, say('下载问题行')).click()
      },
      states: '问题行没有下载成功，请稍后重试。',
    },
    { path: past, reads: ['/api/figure-files'] },
    { path: past, reads: ['/api/figure-files/stores'], open: press('导入历史日数据') },
    {
      path: past,
      reads: ['/api/figure-files/:id', '/api/figure-files/:id/rows'],
      open: pressInRow('查看'),
    },
    {
      path: past,
      reads: ['/api/figure-files/:id/undo/consequences'],
      changes: { '/api/figure-files': undoableRows },
      open: pressInRow('撤销'),
    },
    {
      path: past,
      reads: ['/api/figure-files/:id/faults'],
      changes: {
        '/api/figure-files/:id': (file: { counts: object }) => ({
          ...file,
          counts: { ...file.counts, error: 1 },
        }),
      },
      open: async (page, say) => {
        await rowLink(page, say('查看')).click()
        await button(page, say('下载没有采用的行')).click()
      },
      states: '文件没有下载成功，请稍后重试。',
    },
  ]
}

/** The places of a daily report: rows, overview, days and weekdays. */
function dailyPlaces(of: string, rows: string): Place[] {
  const [path, reads] = [`/daily-${of}-report`, `/api/reports/daily-${of}`]
  return [
    { path, reads: [`${reads}/${rows}`, `${reads}/overview`] },
    { path: `${path}?view=days`, reads: [reads] },
    {
      path,
      reads: [`${reads}/weekdays`],
      open: (page, say) =>
        chooseOption(page, page.getByRole('combobox', { name: say('显示方式') }), say('按星期')),
    },
  ]
}

/** A paid bill of a customer with another open bill. */
async function findMovable(client: Client): Promise<{ id: number }> {
  const owed = await client.call(customerBills.list, { status: ['open', 'partial'], pageSize: 100 })
  const debtors = [...new Set(owed.items.map(({ customerId }) => customerId))]
  const paid = { customerId: debtors, status: ['paid' as const], pageSize: 1 }
  return first(
    (await client.call(customerBills.list, paid)).items,
    'paid bill of a customer that owes another',
  )
}

/** Places for bills, receipts, claims and months. */
export async function moneyPlaces(client: Client): Promise<Place[]> {
  // A service bill, since a refund cannot be refunded.
  const paid = { status: ['paid' as const], kind: ['service' as const], pageSize: 1 }
  const bill = first((await client.call(customerBills.list, paid)).items, 'paid bill')
  const [line] = (await client.call(customerBills.get, { id: bill.id })).lines
  const row = first(
    (await client.call(bankReceipts.list, { pageSize: 50 })).items.filter(
      (one) => one.suggestions.length > 0,
    ),
    'row of a bank with a proposal',
  )
  const claim = first((await client.call(claims.list, { status: ['paid'], pageSize: 1 })).items, 'paid claim')
  const toPay = first(
    (await client.call(claims.list, { status: ['toPay'], pageSize: 1 })).items,
    'claim to pay',
  )
  const { items: allMonths } = await client.call(monthlyFinancials.list, {})
  const closed = first(
    allMonths.filter(({ status }) => status === 'closed'),
    'closed month',
  )
  const person = first((await client.call(payroll.list, { month: closed.month, pageSize: 1 })).items, 'pay')
  const draft = first(
    (await client.call(customerBills.list, { status: ['draft'], pageSize: 1 })).items,
    'draft',
  )
  const owing = first(
    (await client.call(customerBills.list, { status: ['open'], kind: ['service'], pageSize: 1 })).items,
    'bill that is owed',
  )
  // A bill with a receipt, of a customer with another open bill.
  const movable = await findMovable(client)
  const latest = allMonths.findLast(({ status }) => status === 'closed')?.month
  // A past month that is open.
  const lastMonth = monthBefore(monthOf(today(() => new Date())))
  const bills = '/customer-bill-management'
  const months = '/monthly-financial-history'
  const receipts = `${bills}/${bill.id}?tab=receipts`
  const corrected = first(
    (await client.call(payroll.list, { month: lastMonth, only: 'corrected', pageSize: 1 })).items,
    'corrected pay',
  )
  const pay = `${months}/payroll?month=${lastMonth}&person=${corrected.staffId}`
  return [
    { path: bills, reads: ['/api/customer-bills'] },
    {
      path: `${bills}/${bill.id}`,
      reads: ['/api/customer-bills/:id', '/api/customer-bills/:id/statement'],
    },
    {
      path: `${bills}/${bill.id}?line=${line?.position}`,
      reads: ['/api/customer-bills/:id/lines/:position'],
    },
    { path: receipts, reads: ['/api/customer-bills/:id/vouchers'] },
    {
      path: receipts,
      reads: ['/api/customer-bills/:id/receipts/:receiptId/reverse/consequences'],
      open: press('冲销'),
    },
    {
      path: `${bills}/${movable.id}?tab=receipts`,
      reads: ['/api/customer-bills/:billId/move-targets'],
      open: press('改挂'),
    },
    {
      path: `${bills}/${movable.id}?tab=receipts`,
      reads: ['/api/customer-bills/:id/receipts/:receiptId/move/consequences'],
      open: async (page, say) => {
        await button(page, say('改挂')).click()
        await chooseOption(page, page.getByRole('dialog').getByRole('combobox'))
      },
    },
    {
      path: `${bills}/${bill.id}`,
      // The dialog suggests the full amount, so it requests the consequences as soon as it opens.
      reads: ['/api/customer-bills/:id/refund/consequences'],
      open: (page, say) => act(page, say, '退款'),
    },
    {
      path: `${bills}/${owing.id}`,
      reads: ['/api/customer-bills/:id/writeoff/consequences'],
      open: (page, say) => act(page, say, '核销'),
    },
    {
      path: `${bills}/${draft.id}`,
      reads: ['/api/customer-bills/:id/issue/consequences'],
      open: (page, say) => act(page, say, '出账'),
    },
    {
      path: `${bills}/${draft.id}`,
      reads: ['/api/customer-bills/:id/void/consequences'],
      open: (page, say) => act(page, say, '驳回'),
    },
    {
      path: `${bills}?status=draft`,
      reads: ['/api/customer-bills/issue/consequences'],
      open: (page, say) => actOnSelection(page, say, '出账'),
    },
    {
      path: receipts,
      reads: ['/api/bill-vouchers/:id'],
      changes: {
        '/api/customer-bills/:id/vouchers': (answer: { receipts: object[] }) => ({
          receipts: answer.receipts.map((receipt) => ({ ...receipt, files: [FILE] })),
        }),
      },
    },
    { path: `${bills}/rerates`, reads: ['/api/customer-bills/rerates'] },
    {
      path: `${bills}/rerates?status=pending`,
      reads: ['/api/customer-bills/rerates/:id'],
      open: pressInRow('查看'),
    },
    {
      path: `${bills}/rerates?status=pending`,
      reads: ['/api/customer-bills/rerates/adjust/consequences'],
      open: (page, say) => actOnSelection(page, say, '出调整'),
    },
    {
      path: `${bills}/rerates?status=pending`,
      reads: ['/api/customer-bills/rerates/waive/consequences'],
      open: (page, say) => actOnSelection(page, say, '豁免'),
    },
    {
      path: '/store-worklog/imports',
      reads: ['/api/customer-bills/rerates/late/consequences'],
      open: async (page, say) => {
        await button(page, say('导入平台数据')).click()
        const late = pddFile('暮色香氛官方店', `${closed.month}-10`, [['暮色香氛客服1', 100]])
        await page.getByLabel(say('选择平台导出的文件')).setInputFiles(late)
        await button(page, say('只算差额')).click()
      },
    },
    { path: `${bills}/ageing`, reads: ['/api/receivables'] },
    { path: `${bills}/ageing/ties`, reads: ['/api/receivables/roll'] },
    { path: `${bills}/ageing/ties?view=bridge`, reads: ['/api/receivables/bridge'] },
    { path: `${bills}/ageing/ties?view=deposits`, reads: ['/api/receivables/deposits'] },
    { path: `${bills}/ageing/ties?view=forecast`, reads: ['/api/receivables/forecast'] },
    { path: `${bills}/ageing/bills`, reads: ['/api/receivables/bills'] },
    {
      path: `/customer-management/${bill.customerId}?tab=statement`,
      reads: ['/api/receivables/customers/:id/statement'],
    },
    { path: `${bills}/bank`, reads: ['/api/bank-rows'] },
    {
      path: `${bills}/bank?${new URLSearchParams({ keyword: row.payer })}`,
      reads: ['/api/bank-rows/:id/bills'],
      open: pressInRow('登记收款'),
    },
    { path: claimPages, reads: ['/api/reimbursement-bills'] },
    {
      path: `${claimPages}/${claim.id}`,
      reads: [
        '/api/reimbursement-bills/:id',
        '/api/reimbursement-bills/:id/vouchers',
        '/api/attachments/:id',
      ],
    },
    {
      path: `${claimPages}?status=toDecide`,
      reads: ['/api/reimbursement-bills/approve/consequences'],
      // Which claims an admin can decide depends on the day.
      changes: {
        '/api/reimbursement-bills': (answer: object) => ({
          ...answer,
          items: [{ ...claim, mayDecide: true }],
          total: 1,
        }),
      },
      open: (page, say) => actOnSelection(page, say, '通过'),
    },
    {
      path: `${claimPages}?status=toPay`,
      reads: ['/api/reimbursement-bills/pay/consequences'],
      open: (page, say) => actOnSelection(page, say, '打款'),
    },
    { path: claimPages, reads: ['/api/reimbursement-stand-ins'], open: press('代审') },
    {
      path: claimPages,
      reads: ['/api/reimbursement-stand-ins/options'],
      open: async (page, say) => {
        await button(page, say('代审')).click()
        await button(page, say('请人代审')).click()
      },
    },
    {
      path: `${claimPages}/${toPay.id}`,
      reads: ['/api/reimbursement-payouts/:id/drop/consequences'],
      changes: {
        '/api/reimbursement-bills/:id': (answer: object) => ({
          ...answer,
          payout: { id: 1, code: 'FK-1', byName: '郑敏', at: '2026-01-01T00:00:00.000Z' },
        }),
      },
      open: (page, say) => act(page, say, '作废付款文件'),
    },
    {
      path: `${claimPages}/${claim.id}`,
      reads: ['/api/payout-vouchers/:id'],
      changes: {
        '/api/reimbursement-bills/:id/vouchers': (vouchers: object) => ({ ...vouchers, files: [FILE] }),
      },
    },
    {
      path: months,
      reads: [
        '/api/monthly-financials',
        '/api/monthly-financials/:month',
        '/api/monthly-financials/:month/parts',
        '/api/monthly-financials/:month/checklist',
      ],
    },
    {
      path: `${months}?month=${latest}`,
      reads: ['/api/monthly-financials/:month/differences'],
      open: press('快照与现在比较'),
    },
    {
      path: `${months}?month=${latest}`,
      reads: ['/api/monthly-financials/:month/reopen/consequences'],
      open: press('反结账'),
    },
    {
      path: `${months}?month=${lastMonth}`,
      reads: ['/api/monthly-financials/:month/close/consequences'],
      changes: {
        '/api/monthly-financials/:month/checklist': ({ items }: { items: object[] }) => ({
          items: items.map((item) => ({ ...item, done: true })),
        }),
      },
      open: press('结账'),
    },
    { path: `${months}/payroll`, reads: ['/api/reports/payroll'] },
    {
      path: `${months}/payroll?month=${closed.month}&person=${person.staffId}`,
      reads: ['/api/reports/payroll/:staffId'],
    },
    {
      path: pay,
      reads: ['/api/reports/payroll/corrections/consequences'],
      open: async (page, say) => {
        await button(page.getByRole('dialog'), say('更正金额')).click()
        await amountIn(page).fill('1')
      },
    },
    {
      path: pay,
      reads: ['/api/reports/payroll/corrections/:id/reverse/consequences'],
      open: (page, say) => button(page.getByRole('dialog'), say('撤销')).click(),
    },
  ]
}

/** Places for the frame and the settings. */
export async function framePlaces(client: Client): Promise<Place[]> {
  const store = first((await client.call(stores.list, { pageSize: 1 })).items, 'store')
  const customer = first((await client.call(customers.list, { pageSize: 1 })).items, 'customer')
  return [
    {
      path: '/welcome',
      reads: ['/api/currentUser', '/api/preferences', '/api/saved-views', '/api/notices/unread', '/api/home'],
    },
    { path: '/welcome/setup', reads: ['/api/setup'] },
    { path: settings('account'), reads: ['/api/currentUser/second-factor', '/api/currentUser/sessions'] },
    { path: settings('notices'), reads: ['/api/notices/settings'] },
    { path: settings('subscriptions'), reads: ['/api/subscriptions'] },
    { path: settings('downloads'), reads: ['/api/exports/files'] },
    { path: settings('about'), reads: ['/api/health/live'] },
    { path: settings('record-imports'), reads: ['/api/record-imports'] },
    { path: settings('bulk-edits'), reads: ['/api/bulk-edits'] },
    { path: settings('aliases'), reads: ['/api/import-aliases'] },
    { path: settings('figure-checks'), reads: ['/api/figure-checks'] },
    { path: settings('thresholds'), reads: ['/api/warning-thresholds'] },
    { path: settings('shifts'), reads: ['/api/shifts', '/api/shifts/uses'] },
    { path: settings('attendance'), reads: ['/api/clock/rules'] },
    { path: settings('leaves'), reads: ['/api/leave-rules'] },
    { path: settings('holidays'), reads: ['/api/holidays'] },
    { path: settings('promotions'), reads: ['/api/promotion-periods'] },
    { path: settings('books'), reads: ['/api/outside-documents', '/api/rerate-rules'] },
    { path: settings('reimbursement'), reads: ['/api/reimbursement-rules'] },
    { path: settings('statements'), reads: ['/api/statement-rules'] },
    { path: settings('security'), reads: ['/api/sign-in-security', '/api/sign-in-security/addresses'] },
    { path: settings('sign-in-log'), reads: ['/api/sign-ins'] },
    { path: settings('sign-ins'), reads: ['/api/currentUser/sign-ins'] },
    { path: settings('reveals'), reads: ['/api/reveal-limits'] },
    { path: settings('leavers'), reads: ['/api/staff/retention'] },
    { path: settings('webhooks'), reads: ['/api/webhooks'] },
    { path: settings('system'), reads: ['/api/system/status', '/api/system/open-problems'] },
    { path: settings('system'), reads: ['/api/system/jobs/:name/runs'], open: press('每晚数据核对') },
    { path: settings('log'), reads: ['/api/audit-logs/verification'], open: press('校验') },
    { path: settings('subscriptions'), reads: ['/api/webhooks/options'], open: press('修改') },
    {
      path: settings('bulk-edits'),
      reads: ['/api/bulk-edits/:id', '/api/bulk-edits/:id/rows'],
      open: pressInRow('查看'),
    },
    {
      path: settings('bulk-edits'),
      reads: ['/api/bulk-edits/:id/undo/consequences'],
      changes: { '/api/bulk-edits/:id': undoable },
      open: undoInWindow,
    },
    {
      path: settings('record-imports'),
      reads: ['/api/record-imports/:id', '/api/record-imports/:id/rows'],
      // Another test may have imported a sheet without errors.
      changes: { '/api/record-imports/:id': withFaults },
      open: pressInRow('查看'),
    },
    {
      path: settings('record-imports'),
      reads: ['/api/record-imports/:id/undo/consequences'],
      changes: { '/api/record-imports/:id': undoable },
      open: undoInWindow,
    },
    {
      path: `/customer-management/${customer.id}`,
      reads: ['/api/customer-merges/:id/undo/consequences'],
      changes: { '/api/customers/:id/merges': () => ({ items: [MERGE] }) },
      open: press('撤销'),
    },
    {
      path: '/customer-management',
      reads: ['/api/record-imports/choices'],
      open: async (page, say) => {
        await act(page, say, '导入资料')
        await button(page, say('下载模板')).click()
      },
      states: '模板没有下载成功，请稍后重试。',
    },
    {
      path: '/customer-management',
      reads: ['/api/record-imports/existing'],
      open: async (page, say) => {
        await act(page, say, '导入资料')
        await button(page, say('下载现有资料')).click()
      },
      states: '现有资料没有下载成功，请稍后重试。',
    },
    {
      path: settings('downloads'),
      reads: ['/api/exports/files/:id/parts/:no'],
      open: (page, say) => button(page, say('下载{name}', { name: '客户.xlsx' })).click(),
      states: '文件没有下载成功，请稍后重试。',
    },
    {
      path: settings('figure-checks'),
      reads: ['/api/figure-checks/:id/findings'],
      changes: {
        '/api/figure-checks': ({ items: [newest] }: { items: object[] }) => ({
          items: [{ ...FIGURE_CHECK, ...newest, found: 1 }],
          total: 1,
        }),
      },
      open: pressInRow('查看'),
    },
    {
      path: '/welcome',
      reads: ['/api/notices'],
      open: (page, say) =>
        page
          .getByRole('button', { name: say('通知') })
          .first()
          .click(),
    },
    {
      path: '/welcome',
      reads: ['/api/search/recall'],
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
      reads: ['/api/search'],
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
