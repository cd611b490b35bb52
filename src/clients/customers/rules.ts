import type { Actor } from '#access/can.ts'
import { can } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { AuditLine, Changes, Via } from '#kit/audit.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays } from '#kit/calendar.ts'
import type { Conflicts } from '#kit/conflicts.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { maskMobile, maskText } from '#kit/fields.ts'
import type { ContractDue, Customer, Likeness, Owing, TransferProblem } from './contract.ts'

export const typeNames = { company: '企业', sole_trader: '个体工商户', person: '个人' } as const
export const sourceNames = {
  referral: '转介绍',
  visit: '上门拜访',
  online: '线上咨询',
  event: '展会活动',
  other: '其他',
} as const
export const statusNames = { trial: '试用', active: '合作中', paused: '暂停', churned: '已流失' } as const

/** How a state is coloured, wherever a customer is shown. */
export const statusTones = { trial: 'blue', active: 'green', paused: 'orange', churned: 'grey' } as const

export const conflicts: Conflicts = {
  customer_name_key: { field: 'name', message: '已有同名客户，请核对后换一个名称。' },
}

const USCC_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const USCC_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** Whether a 统一社会信用代码 has 18 characters of the alphabet and the right check character (GB 32100-2015). */
export function usccHolds(code: string): boolean {
  const values = [...code].map((character) => USCC_ALPHABET.indexOf(character))
  if (values.length !== 18 || values.includes(-1)) return false
  const sum = USCC_WEIGHTS.reduce((total, weight, index) => total + weight * (values[index] ?? 0), 0)
  return values[17] === (31 - (sum % 31)) % 31
}

/** What is doubtful about a customer, in sentences. A wrong check digit stops nobody: genuine codes fail it. */
export function warningsOf(customer: { uscc: string | null }): string[] {
  if (!customer.uscc || usccHolds(customer.uscc)) return []
  return ['统一社会信用代码的位数或校验码不符，已照原样保存，请与营业执照核对。']
}

/** In what a kept row and what leaves of it differ. */
type Shown = Pick<Customer, 'type' | 'source' | 'status' | 'mobile' | 'wechat' | 'createdAt' | 'updatedAt'>
interface Kept {
  type: string
  source: string | null
  status: string
  mobile: string | null
  wechat: string | null
  createdAt: Date
  updatedAt: Date
}

/** A row as it may leave: contacts masked. */
export function presented<Row extends Kept>(row: Row): Omit<Row, keyof Shown> & Shown {
  return {
    ...row,
    type: row.type as Customer['type'],
    source: row.source as Customer['source'],
    status: row.status as Customer['status'],
    mobile: maskMobile(row.mobile),
    wechat: maskText(row.wechat),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** A row as its page shows it, with what is doubtful about it. */
export function presentedPage<Row extends Kept & { uscc: string | null }>(row: Row) {
  return { ...presented(row), warnings: warningsOf(row) }
}

/** Throws INVALID unless the contract ends after it begins, and has both days where the customer has signed. */
export function assertContract(customer: {
  status: string
  contractStartOn?: string | null | undefined
  contractEndOn?: string | null | undefined
}): void {
  const { status, contractStartOn, contractEndOn } = customer
  const hasSigned = status === 'active' || status === 'paused'
  if (hasSigned && !contractStartOn) {
    throw invalidField('contractStartOn', '合作中和暂停的客户需要合同开始日期。')
  }
  if (hasSigned && !contractEndOn) {
    throw invalidField('contractEndOn', '合作中和暂停的客户需要合同结束日期。')
  }
  if (contractStartOn && contractEndOn && contractEndOn < contractStartOn) {
    throw invalidField('contractEndOn', '合同结束日期不能早于开始日期。')
  }
}

/** Throws WRONG_STATE where a customer's loss is on record: its snapshot is never changed, so neither can go. */
export function assertDeletable({ status }: { status: string }): void {
  if (status !== 'churned') return
  throw new AppError('WRONG_STATE', '已流失的客户有流失记录和快照，不能删除；登记有误的请在流失记录里召回。')
}

/** A person as the owner of a customer to be. */
export interface OwnerFacts {
  id: number
  role: number
  companyCode: string
  status: string
}

/** Throws FORBIDDEN where the new customer would be out of the writer's own reach: sales create for themselves only. */
export function assertMayOwn(actor: Actor, customer: { companyCode: string; ownerId: number }): void {
  if (!can(actor, 'canUpdateCustomer', customer)) {
    throw new AppError('FORBIDDEN', '您只能新建由自己负责的客户，请把负责商务改为自己。')
  }
}

/** Whether this is an active sales person or admin of the company. */
export function mayOwn(owner: OwnerFacts | undefined, companyCode: string): boolean {
  const isSeller = owner?.role === ROLES.sales || owner?.role === ROLES.admin
  return isSeller && owner.status === 'active' && owner.companyCode === companyCode
}

/** Throws INVALID unless the owner is an active sales person or admin of the customer's company. */
export function assertOwner(owner: OwnerFacts | undefined, companyCode: string): void {
  if (!mayOwn(owner, companyCode)) {
    throw invalidField('ownerId', '请选择本公司在职的商务或管理员作为负责商务。')
  }
}

type Status = Customer['status']

/** From which state a step leads to which (domain.md); churn and win-back are the churn record's. */
const STEPS = {
  sign: { from: 'trial', to: 'active', refusal: '只有试用中的客户可以签约，这位客户现在是“{status}”。' },
  pause: { from: 'active', to: 'paused', refusal: '只有合作中的客户可以暂停，这位客户现在是“{status}”。' },
  resume: { from: 'paused', to: 'active', refusal: '只有暂停的客户可以恢复，这位客户现在是“{status}”。' },
} as const satisfies Record<string, { from: Status; to: Status; refusal: string }>

export type CustomerStep = keyof typeof STEPS

/** Whether the step leads on from this state. */
export function canStep(step: CustomerStep, status: Status): boolean {
  return STEPS[step].from === status
}

/** The state after a step; throws WRONG_STATE where it does not lead on from this one. */
export function nextStatus(step: CustomerStep, status: string): Status {
  const { from, to, refusal } = STEPS[step]
  if (status === from) return to
  throw new AppError('WRONG_STATE', refusal, { params: { status: statusNames[status as Status] } })
}

export const dueNames: Record<ContractDue, string> = {
  expired: '已到期',
  today: '今天到期',
  week: '7 天内到期',
  month: '30 天内到期',
}

/** The last days of a contract for which a reminder holds, both included. A customer that left is not reminded of. */
export function daysOfDue(due: ContractDue, today: Day): { from: Day | null; to: Day } {
  if (due === 'expired') return { from: null, to: addDays(today, -1) }
  return { from: today, to: addDays(today, { today: 0, week: 7, month: 30 }[due]) }
}

export const owingNames: Record<Owing, string> = { owed: '有欠款', overdue: '有逾期' }

/** Before which day a bill was due that is asked for; null: whenever. */
export const owesBefore = (owing: Owing, today: Day): Day | null => (owing === 'overdue' ? today : null)

/** Throws FORBIDDEN where a list is narrowed or ordered by what is owed, by somebody who may not see it. */
export function assertOwingAsked(
  actor: Actor,
  { owing, sort }: { owing?: Owing | undefined; sort?: string | undefined },
): void {
  if ((owing || isByOwed(sort)) && !can(actor, 'canChargeCustomer')) {
    throw new AppError('FORBIDDEN', '只有可以收款的人能按欠款筛选和排序。')
  }
}

/** Whether a list is ordered by what is owed. */
export const isByOwed = (sort: string | undefined) => sort?.replace('-', '') === 'receivableCents'

export const transferProblems: Record<TransferProblem, string> = {
  notFound: '客户不存在，或不在您可以移交的范围内。',
  owner: '新的负责商务不是这位客户所在公司在职的商务或管理员。',
  same: '这位客户已经由此人负责。',
}

/** What stands in the way of giving a customer to that owner; null where nothing does. */
export function transferProblem(
  customer: { companyCode: string; ownerId: number } | undefined,
  owner: OwnerFacts | undefined,
): TransferProblem | null {
  if (!customer) return 'notFound'
  if (!mayOwn(owner, customer.companyCode)) return 'owner'
  return customer.ownerId === owner?.id ? 'same' : null
}

/** A line of a customer's log. */
export function auditLine(
  action: string,
  row: { id: number; companyCode: string },
  changes: Changes,
  via: Via = 'form',
): AuditLine {
  return { action, entity: 'customer', recordId: row.id, changes, via, companyCode: row.companyCode }
}

export const likenessNames: Record<Likeness, string> = {
  name: '名称相近',
  mobile: '手机号相同',
  uscc: '统一社会信用代码相同',
  wechat: '微信号相同',
}
