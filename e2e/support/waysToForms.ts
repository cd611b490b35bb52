import assert from 'node:assert/strict'
import { settingsAddress as settings } from '#app/browser/settingsTabs.ts'
import { customerBills } from '#billing/customer-bills/contract.ts'
import { customers } from '#clients/customers/contract.ts'
import { churnRecords } from '#clients/retention/contract.ts'
import { storeAssignments } from '#clients/stores/assignments/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { agentAccounts } from '#clients/stores/nicks/contract.ts'
import { monthlyFinancials } from '#finance/monthly-financials/contract.ts'
import { payroll } from '#finance/payroll/contract.ts'
import { claims } from '#finance/reimbursement-bills/contract.ts'
import { addDays, monthBefore, monthOf, today } from '#kit/calendar.ts'
import type { Client } from '#kit/client.ts'
import { worklogs } from '#operations/worklogs/contract.ts'
import { session } from '#people/sign-in/contract.ts'
import { staff } from '#people/staff/contract.ts'
import { warnings } from '#reporting/warnings/contract.ts'

/** The steps to open a form. */
export interface Way {
  /** The account; default admin. */
  as?: string
  /** The address; a name in braces is replaced by the id of that record in `RECORDS`. */
  at: string
  /** The controls to click in order, by name: buttons, links, tabs, checkboxes and menu entries. */
  press?: readonly (string | RegExp)[]
  /** The title of the dialog if the form has none; a form with neither is on the page. */
  window?: RegExp
  /** Changes the response of a read, for a state that the demo lacks. */
  shows?: readonly [read: RegExp, change: object | readonly object[]]
}

const lastMonth = monthBefore(monthOf(today(() => new Date())))
const ONE = { pageSize: 1 } as const
const first = ({ items }: { items: readonly { id: number }[] }) => items[0]?.id

/** Records of the demo, each read with the account that opens it. */
export const RECORDS: Record<string, (client: Client) => Promise<number | string | undefined>> = {
  'claim.draft': async (client) =>
    first(await client.call(claims.list, { ...ONE, status: ['draft'], mine: 'true' })),
  'claim.toDecide': async (client) => first(await client.call(claims.list, { ...ONE, status: ['toDecide'] })),
  'claim.toPay': async (client) => first(await client.call(claims.list, { ...ONE, status: ['toPay'] })),
  'churn.churned': async (client) =>
    first(await client.call(churnRecords.list, { ...ONE, status: ['churned'] })),
  'churn.retaining': async (client) =>
    first(await client.call(churnRecords.list, { ...ONE, status: ['retaining'] })),
  'customer.active': async (client) =>
    first(await client.call(customers.list, { ...ONE, status: ['active'] })),
  'customer.trial': async (client) => first(await client.call(customers.list, { ...ONE, status: ['trial'] })),
  'bill.draft': async (client) => first(await client.call(customerBills.list, { ...ONE, status: ['draft'] })),
  'bill.objected': async (client) =>
    first(await client.call(customerBills.list, { ...ONE, statement: ['objected'] })),
  'bill.open': async (client) =>
    first(await client.call(customerBills.list, { ...ONE, status: ['open'], kind: ['service'] })),
  'bill.paid': async (client) =>
    first(await client.call(customerBills.list, { ...ONE, status: ['paid'], kind: ['service'] })),
  'log.submitted': async (client) =>
    first(await client.call(worklogs.list, { ...ONE, status: ['toReview'] })),
  'month.closed': async (client) => {
    const months = { from: `${Number(lastMonth.slice(0, 4)) - 1}${lastMonth.slice(4)}`, to: lastMonth }
    const { items } = await client.call(monthlyFinancials.list, { ...months, companyCode: '001' })
    return items.findLast(({ status }) => status === 'closed')?.month
  },
  'pay.corrected': async (client) =>
    (await client.call(payroll.list, { ...ONE, month: lastMonth, only: 'corrected' })).items[0]?.staffId,
  'person.agent': async (client) =>
    first(await client.call(staff.list, { ...ONE, role: [2], status: ['active'] })),
  'store.paused': async (client) => first(await client.call(stores.list, { ...ONE, status: ['paused'] })),
  'store.pending': async (client) => first(await client.call(stores.list, { ...ONE, status: ['pending'] })),
  'store.ofMate': async (client) => {
    const { id } = await client.call(session.currentUser, {})
    const { items } = await client.call(agentAccounts.list, { pageSize: 100 })
    return items.find(({ staffId, toOn }) => staffId !== id && toOn === null)?.storeId
  },
  'store.serving': async (client) => {
    // The oldest one is of the demo; journeys add stores without a price.
    const on = today(() => new Date())
    const { items } = await client.call(storeAssignments.list, { ...ONE, on, sort: 'fromOn' })
    return items[0]?.storeId
  },
  'store.stopped': async (client) => first(await client.call(stores.list, { ...ONE, status: ['stopped'] })),
  warning: async (client) => first(await client.call(warnings.list, { ...ONE, status: ['pending'] })),
}

/** Replaces the record names in a way's address by ids. */
export async function addressOf({ at }: Way, client: Client): Promise<string> {
  let address = at
  for (const [braced, name = ''] of at.matchAll(/\{([\w.]+)\}/g)) {
    const id = await RECORDS[name]?.(client)
    assert.ok(id !== undefined, `the demo has no ${name}`)
    address = address.replace(braced, String(id))
  }
  return address
}

const bills = '/customer-bill-management'
const claimPages = '/reimbursement-bill-management'
const customerPages = '/customer-management'
const storePages = '/store-management'
/** A week of which no day is over, so that every slot can be changed. */
const rosterByStore = `/store-worklog/roster?by=store&week=${addDays(
  today(() => new Date()),
  7,
)}`
const staffPages = '/user-management'
const logPages = '/store-worklog'
const months = '/monthly-financial-history'

const WEBHOOK = {
  id: 1,
  name: '运营群',
  kind: 'dingtalk',
  host: 'oapi.dingtalk.com',
  isSigned: true,
  subscriptions: 0,
  version: 1,
}
const SUBSCRIPTION = {
  id: 1,
  viewId: 1,
  viewName: '待上线',
  listName: '店铺',
  link: '/store-management',
  every: 'week',
  weekday: 1,
  hour: 9,
  webhookId: null,
  webhookName: null,
  nextAt: '2030-01-07T01:00:00.000Z',
  last: null,
  version: 1,
}
const HOLIDAY = { id: 1, on: '2030-10-01', weekday: 2, name: '国庆节', kind: 'holiday', audience: 'company' }
const PERIOD = {
  id: 1,
  name: '双11',
  fromOn: '2030-11-01',
  toOn: '2030-11-11',
  days: 11,
  audience: 'company',
}
const MINE = { mine: true, updatedByName: '管理员', version: 1 }
const TERMS = {
  id: 1,
  fromOn: '2030-01-01',
  toOn: null,
  pricing: { model: 'fixed', monthlyCents: 500_000 },
  storeSalaryCents: null,
  note: null,
  state: 'planned',
  createdByName: '管理员',
  createdAt: '2026-01-01T00:00:00.000Z',
  replacedAt: null,
  replacedByName: null,
  replacedReason: null,
}
const PLANNED = {
  id: 1,
  fromOn: '2030-01-01',
  toOn: null,
  state: 'planned',
  reason: '调薪',
  baseSalaryCents: 500_000,
  seniorityPayCents: null,
  seniorityPerYearCents: null,
  seniorityCapCents: null,
  kpiBaseCents: null,
  commissionRateBp: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdByName: '管理员',
  replacedAt: null,
  replacedByName: null,
  replacedReason: null,
}
const AT = '2026-01-01T00:00:00.000Z'
const DEVICE = { browser: 'Chrome 141', system: 'Windows', ip: '10.0.0.1', createdAt: AT, seenAt: AT }
const DEVICES = [
  { ...DEVICE, id: 1, autoLogin: false, current: true },
  { ...DEVICE, id: 2, autoLogin: true, current: false },
]
const SECOND_FACTOR = { since: '2026-01-01T00:00:00.000Z', recoveryCodesLeft: 8, required: false }

/** The way to each form, by the form's file and title; `enter.spec.ts` compares the names with the source. */
export const WAYS: Record<string, Way> = {
  'clients/stores/nicks/ClaimStep 不同意{name}认领“{nick}”': {
    as: 'head',
    at: '/store-worklog/imports?view=nicks',
    press: ['不同意'],
  },
  'billing/bank-receipts/BankScreen 标为无关': { at: `${bills}/bank?status=open`, press: ['无关'] },
  'billing/bank-receipts/BankScreen 登记收款 {money}': {
    at: `${bills}/bank?status=open`,
    press: ['登记收款'],
  },
  'billing/rerates/RunForm 重算已出账的月份': { at: `${bills}/rerates`, press: ['重算'] },
  'billing/rerates/SettleWindows 豁免 {n} 项': {
    at: `${bills}/rerates?status=pending`,
    press: [/^选择/, '豁免'],
  },
  'billing/rerates/RerateDrawer 撤回 {file}': {
    at: `${bills}/rerates?status=pending`,
    press: ['查看', '撤回'],
    shows: [
      /\/api\/customer-bills\/rerates\/\d+$/,
      { late: [{ batchId: 1, fileName: '飞鸽.csv', days: 1 }] },
    ],
  },
  'billing/rerates/ui/RerateRulePanel 已出账与现算的差额': { at: settings('books'), press: ['修改'] },
  'billing/customer-bills/IssueWindow FormModal': {
    at: `${bills}?status=draft&incomplete=yes`,
    press: [/^选择/, '出账'],
    window: /^出账/,
  },
  'billing/bill-statements/StatementAnswers 答复第 {n} 行的异议': {
    at: `${bills}/{bill.objected}`,
    press: ['答复'],
  },
  'platform/bulk-edits/ChooseFields SubmitForm': {
    at: storePages,
    press: [/^选择/, '批量修改'],
    window: /^批量修改/,
  },
  'people/shifts/ShiftForms 添加班次': { at: settings('shifts'), press: ['添加班次'] },
  'people/shifts/ShiftForms 从某天起改{name}': { at: settings('shifts'), press: ['修改'] },
  'people/shifts/ShiftForms 更正{name}': { at: settings('shifts'), press: ['更正'] },
  'people/shifts/ShiftForms 停用班次{name}': { at: settings('shifts'), press: ['更多操作', '停用'] },
  'operations/clock-records/rule/ClockRuleTab 修改出勤的算法': {
    at: settings('attendance'),
    press: ['修改'],
  },
  'operations/leaves/papers/RulesTab 修改不计薪的请假': { at: settings('leaves'), press: ['修改'] },
  'operations/leaves/ui/LeaveRequest 申请请假': {
    as: 'agent',
    at: '/store-worklog/leaves',
    press: ['申请请假'],
  },
  'operations/leaves/ui/LeaveActions 不同意{name}的请假': {
    as: 'head',
    at: '/store-worklog/leaves',
    press: ['方可', '不同意'],
  },
  'operations/calendar-days/HolidaysTab 添加节假日': { at: settings('holidays'), press: ['添加日子'] },
  'operations/calendar-days/HolidaysTab 编辑 {day}': {
    at: settings('holidays'),
    press: ['编辑'],
    shows: [/\/api\/holidays\?/, { items: [{ ...HOLIDAY, ...MINE }], total: 1 }],
  },
  'operations/calendar-days/PromotionsTab 添加促销': { at: settings('promotions'), press: ['添加促销'] },
  'operations/calendar-days/PromotionsTab 编辑{name}': {
    at: settings('promotions'),
    press: ['编辑'],
    shows: [/\/api\/promotion-periods\?/, { items: [{ ...PERIOD, ...MINE }], total: 1 }],
  },
  'clients/retention/ChurnForm 登记流失风险': { at: '/store-lost-record', press: ['登记流失风险'] },
  'clients/retention/ChurnForm 编辑流失记录': {
    at: '/customer-lost-record/{churn.retaining}',
    press: ['编辑'],
  },
  'clients/retention/RetentionActions 记一条措施': {
    at: '/customer-lost-record/{churn.retaining}',
    press: ['记一条措施'],
  },
  'clients/retention/RetentionActions 措施的结果': {
    at: '/customer-lost-record/{churn.retaining}',
    press: [/^(填写|修改)结果/],
  },
  'clients/retention/StepForms 撤销{name}的流失记录': {
    at: '/customer-lost-record/{churn.retaining}',
    press: ['撤销'],
  },
  'clients/retention/StepForms 确认{name}流失': {
    at: '/customer-lost-record/{churn.retaining}',
    press: ['确认流失'],
  },
  'clients/retention/StepForms 召回{name}': { at: '/customer-lost-record/{churn.churned}', press: ['召回'] },
  'people/companies/profile/ProfileTab FormBody': { at: settings('profile') },
  'people/companies/CompaniesTab 新建公司': { at: settings('companies'), press: ['新建公司'] },
  'billing/customer-bills/ui/BillForm 新建账单': { at: bills, press: ['新建账单'] },
  'billing/customer-bills/ui/BillForm 修改{name}': { at: `${bills}/{bill.draft}`, press: ['编辑'] },
  'billing/customer-bills/ui/BillStepForms 出账：{name}': { at: `${bills}/{bill.draft}`, press: ['出账'] },
  'billing/customer-bills/ui/BillStepForms 作废：{name}': { at: `${bills}/{bill.draft}`, press: ['驳回'] },
  'billing/customer-bills/ui/BillStepForms 登记发票：{name}': {
    at: `${bills}/{bill.open}`,
    press: ['登记发票'],
  },
  'billing/customer-bills/ui/BillStepForms 核销：{name}': { at: `${bills}/{bill.open}`, press: ['核销'] },
  'billing/customer-bills/ui/BillStepForms 退款：{name}': { at: `${bills}/{bill.paid}`, press: ['退款'] },
  'billing/customer-bills/ui/BillStepForms 冲销 {money}': {
    at: `${bills}/{bill.paid}?tab=receipts`,
    press: ['冲销'],
  },
  'billing/customer-bills/ui/Receipts 改挂：{name}': {
    at: `${bills}/{bill.paid}?tab=receipts`,
    press: ['改挂'],
  },
  'billing/customer-bills/ui/RedateForm 改期：{name}': { at: settings('books'), press: ['改期'] },
  'people/books/ui/BooksFromForm 修改启用月份': {
    at: settings('books'),
    press: ['修改启用月份'],
    shows: [/\/api\/companies\/\d+\/books$/, { locked: false }],
  },
  'billing/customer-bills/OpeningsScreen 登记期初': { at: `${bills}/openings`, press: ['登记期初'] },
  'billing/customer-bills/BillsScreen 生成账单': { at: bills, press: ['生成账单'] },
  'billing/customer-bills/ReceiveForm 登记收款：{name}': { at: `${bills}/{bill.open}`, press: ['登记收款'] },
  'billing/customer-bills/TrialDrawer Form': { at: bills, press: ['试算新价'], window: /^试算新价$/ },
  'workspace/customer-merges/ui/MergeDialog Form': {
    at: `${customerPages}/{customer.active}`,
    press: ['合并重复'],
    window: /^把重复的客户并入/,
  },
  'clients/customers/ui/CustomerForm 新建客户': { at: customerPages, press: ['新建客户'] },
  'clients/customers/ui/CustomerForm 编辑{name}': {
    at: `${customerPages}/{customer.active}`,
    press: ['编辑'],
  },
  'clients/customers/ui/RenewForm 续签{name}': { at: `${customerPages}/{customer.active}?renew=1` },
  'clients/customers/ui/StepForms 与{name}签约': { at: `${customerPages}/{customer.trial}`, press: ['签约'] },
  'clients/customers/ui/StepForms 暂停与{name}的合作': {
    at: `${customerPages}/{customer.active}`,
    press: ['暂停合作'],
  },
  'clients/customers/ui/TransferForm Form': {
    at: `${customerPages}/{customer.active}`,
    press: ['移交'],
    window: /^移交/,
  },
  'reporting/figures/AnswerWindow 答复{name}的疑问': {
    as: 'head',
    at: `${logPages}/figures?toAnswer=true`,
    press: ['答复'],
  },
  'reporting/figures/CorrectWindow 更正{name} {on} 的数': {
    at: '/daily-store-report?store=1',
    press: ['怎么来的', '更正这一天'],
  },
  'reporting/figures/FiguresScreen 标为已核对': {
    at: `${logPages}/figures?view=differences`,
    press: ['标为已核对'],
  },
  'reporting/figures/FigureExplanation {name}的这个数字不对': {
    at: '/daily-store-report',
    press: ['怎么来的', '这个数字不对'],
  },
  'clients/follow-ups/FollowUpForm 安排跟进': {
    at: `${customerPages}/{customer.active}`,
    press: ['跟进与备注', '安排跟进'],
  },
  'clients/follow-ups/FollowUpForm 修改跟进': {
    at: `${customerPages}/follow-ups?status=open`,
    press: ['修改'],
  },
  'operations/imports/aliases/AliasesTab 添加表头别名': { at: settings('aliases'), press: ['添加别名'] },
  'finance/monthly-financials/ClosedMonth 反结账 {month}': {
    at: `${months}?companyCode=001&month={month.closed}`,
    press: ['反结账'],
  },
  'finance/monthly-financials/ManualLines 增加手工项：{month}': {
    at: `${months}?companyCode=001`,
    press: ['增加'],
  },
  'finance/payroll/PayCorrections 撤销这条更正': {
    at: `${months}/payroll?person={pay.corrected}`,
    press: ['撤销'],
  },
  'finance/payroll/PayCorrections 更正{name} {month} 的金额': {
    at: `${months}/payroll?person={pay.corrected}`,
    press: ['更正金额'],
  },
  'finance/payroll/PayCorrections 更正{name} {month} 的出勤': {
    at: `${months}/payroll?person={pay.corrected}`,
    press: ['更正出勤'],
  },
  'finance/reimbursement-bills/ApproveForm': {
    as: 'finance',
    at: `${claimPages}/{claim.toDecide}`,
    press: ['通过'],
    window: /^通过/,
  },
  'finance/reimbursement-bills/ClaimForm Form': { as: 'sales', at: `${claimPages}/{claim.draft}/edit` },
  'finance/reimbursement-bills/ItemFields Form': {
    as: 'sales',
    at: `${claimPages}/{claim.draft}/edit`,
    press: ['没有票据，直接填写'],
  },
  'finance/reimbursement-bills/PayForm Form': {
    at: `${claimPages}/{claim.toPay}`,
    press: ['打款'],
    window: /打款，共/,
  },
  'finance/reimbursement-bills/RulesTab 修改报销审批金额': { at: settings('reimbursement'), press: ['修改'] },
  'finance/reimbursement-bills/StandInsPanel 请人代审': { at: claimPages, press: ['代审', '请人代审'] },
  'finance/reimbursement-bills/StepForms 作废付款文件 {code}': {
    at: `${claimPages}/{claim.toPay}`,
    press: ['作废付款文件'],
    shows: [
      /\/api\/reimbursement-bills\/\d+$/,
      { payout: { id: 1, code: 'FK-1', byName: '郑敏', at: '2026-01-01T00:00:00.000Z' } },
    ],
  },
  'finance/reimbursement-bills/StepForms 退回{name}的“{title}”': {
    as: 'finance',
    at: `${claimPages}/{claim.toDecide}`,
    press: ['退回修改'],
  },
  'finance/reimbursement-bills/StepForms 驳回{name}的“{title}”': {
    as: 'finance',
    at: `${claimPages}/{claim.toDecide}`,
    press: ['驳回'],
  },
  'platform/reveals/RevealLimitsTab 修改{name}的查看上限': { at: settings('reveals'), press: ['修改'] },
  'platform/saved-views/ViewForm FormModal': {
    at: storePages,
    press: ['视图', '管理视图', /^修改视图/],
    window: /^修改视图/,
  },
  'platform/saved-views/ViewForm 保存为视图': { at: storePages, press: ['视图', '保存为视图'] },
  'people/sign-in/DevicesPanel 让{name}下线': {
    at: settings('account'),
    press: [/^让.+下线$/],
    shows: [/\/sessions$/, DEVICES],
  },
  'people/sign-in/DevicesPanel 其他设备全部下线': {
    at: settings('account'),
    press: ['其他设备全部下线'],
    shows: [/\/sessions$/, DEVICES],
  },
  'people/sign-in/second-factor/SecondFactorPanel 重新生成恢复码': {
    at: settings('account'),
    press: ['重新生成恢复码'],
    shows: [/\/second-factor$/, SECOND_FACTOR],
  },
  'people/sign-in/second-factor/SecondFactorPanel 关闭两步验证': {
    at: settings('account'),
    press: ['关闭两步验证'],
    shows: [/\/second-factor$/, SECOND_FACTOR],
  },
  'people/sign-in/second-factor/SetUpPassword SubmitForm': {
    at: settings('account'),
    press: ['开启两步验证'],
    window: /^开启两步验证$/,
  },
  'people/sign-in/PasswordForm SubmitForm': { at: settings('account') },
  'workspace/offboarding/HandoverPanel': { at: `${staffPages}/{person.agent}/leave` },
  'workspace/offboarding/LeaveScreen 确认为{name}办理离职': {
    at: `${staffPages}/{person.agent}/leave`,
    press: ['办理离职'],
    shows: [/\/handover$/, { items: [] }],
  },
  'people/staff/RetentionTab': { at: settings('leavers') },
  'people/staff/ui/NewPeople FormBody': {
    as: 'admin3',
    at: '/welcome/setup',
    press: [/客服、组长、商务、财务的账号/],
  },
  'people/staff/ui/StaffForm 新建员工': { at: staffPages, press: ['新建员工'] },
  'people/staff/ui/StaffForm 编辑{name}': { at: `${staffPages}/{person.agent}`, press: ['编辑'] },
  'workspace/staff-page/PayForm 给{name}调薪': {
    at: `${staffPages}/{person.agent}?tab=pay`,
    press: ['调薪'],
  },
  'workspace/staff-page/PayForm 更正 {from} 起的薪酬': {
    at: `${staffPages}/{person.agent}?tab=pay`,
    press: ['更正'],
  },
  'workspace/staff-page/PayForm 撤回 {from} 起的薪酬': {
    at: `${staffPages}/{person.agent}?tab=pay`,
    press: ['撤回'],
    shows: [/\/api\/staff\/\d+\/pay$/, { items: [PLANNED] }],
  },
  'people/staff/ui/useStaffSteps 停用{name}': { at: `${staffPages}/{person.agent}`, press: ['停用'] },
  'people/staff/ui/useStaffSteps 启用{name}': {
    at: `${staffPages}/{person.agent}`,
    press: ['启用'],
    shows: [/\/api\/staff\/\d+$/, { status: 'disabled' }],
  },
  'people/staff/ui/useStaffSteps {name}返岗': {
    at: `${staffPages}/{person.agent}`,
    press: ['返岗'],
    shows: [/\/api\/staff\/\d+$/, { status: 'left' }],
  },
  'clients/stores/AssignmentForm 分配客服到{name}': {
    at: `${storePages}/{store.serving}?tab=agents`,
    press: ['分配客服'],
  },
  'clients/stores/ClaimForm 认领我的昵称': {
    as: 'agent',
    at: `${storePages}/{store.serving}?tab=nicks`,
    press: ['认领昵称'],
  },
  'clients/stores/TakeoverForm 认领{name}的昵称“{nick}”': {
    as: 'agent',
    at: `${storePages}/{store.ofMate}?tab=nicks`,
    press: ['认领'],
  },
  'clients/stores/BindForm 对应昵称': { at: `${storePages}/{store.serving}?tab=nicks`, press: ['对应昵称'] },
  'clients/stores/EndForm FormModal': {
    at: `${storePages}/{store.serving}?tab=agents`,
    press: ['结束'],
    window: /^结束.+的分配$/,
  },
  'clients/stores/LeaderForm Form': { at: storePages, press: [/^选择/, '更换组长'], window: /更换组长$/ },
  'clients/stores/TermsBatchForm 为 {n} 家店铺设置计费': { at: storePages, press: ['设置计费'] },
  'clients/stores/ui/StepForm {name}开始试单': { at: `${storePages}/{store.pending}`, press: ['开始试单'] },
  'clients/stores/ui/StepForm 暂停{name}的服务': { at: `${storePages}/{store.serving}`, press: ['暂停服务'] },
  'clients/stores/ui/StepForm 恢复{name}的服务': { at: `${storePages}/{store.paused}`, press: ['恢复服务'] },
  'clients/stores/ui/StepForm {name}重新服务': { at: `${storePages}/{store.stopped}`, press: ['重新服务'] },
  'clients/stores/ui/StepForm {name}上线': { at: `${storePages}/{store.pending}`, press: ['上线'] },
  'clients/stores/ui/StopForm 停止{name}的服务': { at: `${storePages}/{store.serving}`, press: ['停止服务'] },
  'clients/stores/ui/StoreForm 新建店铺': { at: storePages, press: ['新建店铺'] },
  'clients/stores/ui/StoreForm 编辑{name}': { at: `${storePages}/{store.serving}`, press: ['编辑'] },
  'workspace/store-page/TermsForm 更正 {from} 起的计费方式': {
    at: `${storePages}/{store.serving}?tab=terms`,
    press: ['更正'],
  },
  'workspace/store-page/TermsForm 撤回 {from} 起的计费方式': {
    at: `${storePages}/{store.serving}?tab=terms`,
    press: ['撤回'],
    shows: [/\/terms$/, { items: [TERMS] }],
  },
  'workspace/store-page/TermsForm 新的计费方式': {
    at: `${storePages}/{store.serving}?tab=terms`,
    press: ['新的计费方式'],
  },
  'clients/stores/ui/AssignmentDialogs 分配客服': {
    at: rosterByStore,
    press: [/的更多操作$/, '分配客服'],
  },
  'clients/stores/ui/AssignmentDialogs 调整{name}在{store}的分配': {
    at: rosterByStore,
    press: [/^(?!.*无人).* (早班|晚班)：/, '调整或转交'],
  },
  'clients/stores/ui/AssignmentDialogs 给{name}安排替班': {
    at: rosterByStore,
    press: [/^(?!.*无人).* (早班|晚班)：/, '安排替班'],
  },
  'operations/duty/ui/NeedsForm {name}每班要几个人': {
    at: rosterByStore,
    press: [/的更多操作$/, '每班要几个人'],
  },
  'platform/saved-views/subscriptions/ui/SubscribeDialog 订阅视图「{name}」': {
    at: storePages,
    press: ['视图', '服务中，按到期', /^视图：/, '订阅这个视图'],
  },
  'platform/saved-views/subscriptions/ui/SubscribeDialog 修改订阅「{name}」': {
    at: settings('subscriptions'),
    press: ['修改'],
    shows: [/\/api\/subscriptions$/, [SUBSCRIPTION]],
  },
  'reporting/warnings/ui/RiskPanel FormModal': {
    at: `${customerPages}/{customer.active}`,
    press: ['预警阈值'],
    window: /^这位客户的预警阈值$/,
  },
  'reporting/warnings/ThresholdsTab 修改预警阈值': { at: settings('thresholds'), press: ['修改'] },
  'reporting/warnings/WarningActionForm 补充说明': {
    at: '/weekly-warning-customer-report?warning={warning}',
    press: ['开始处理'],
  },
  'reporting/warnings/WarningActionForm 标为已解决': {
    at: '/weekly-warning-customer-report?warning={warning}',
    press: ['标为已解决'],
  },
  'reporting/warnings/WarningActionForm 忽略这条预警': {
    at: '/weekly-warning-customer-report?warning={warning}',
    press: ['忽略'],
  },
  'reporting/warnings/WarningActionForm 安排跟进': {
    at: '/weekly-warning-customer-report?warning={warning}',
    press: ['安排跟进'],
  },
  'reporting/warnings/WarningActionForm 登记{name}的流失风险': {
    at: '/weekly-warning-customer-report?warning={warning}',
    press: ['登记流失风险'],
  },
  'reporting/warnings/WarningsScreen 重新检查': {
    at: '/weekly-warning-customer-report',
    press: ['重新检查'],
  },
  'platform/webhooks/WebhooksTab 添加群机器人': { at: settings('webhooks'), press: ['添加群机器人'] },
  'platform/webhooks/WebhooksTab FormModal': {
    at: settings('webhooks'),
    press: ['修改'],
    window: /^修改群机器人/,
    shows: [/\/api\/webhooks$/, [WEBHOOK]],
  },
  'operations/worklogs/LogDrawer 退回{name} {day} 的日志': {
    as: 'head',
    at: `${logPages}?log={log.submitted}`,
    press: ['退回'],
  },
}

/** Forms that no test opens, with the reason. */
export const NOT_OPENED: Record<string, string> = {
  'app/browser/LanguageTab Form': 'it is not sent: choosing a language is what saves it',
  'people/sign-in/second-factor/SetUp SubmitForm':
    'it follows after the password: second-factor.spec.ts sends it',
}
