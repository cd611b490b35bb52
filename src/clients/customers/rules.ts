import { type Actor, can } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { AuditLine, Changes, Via } from '#kit/audit.ts'
import {
  addDays,
  addMonths,
  type Day,
  daysBetween,
  lastDayOf,
  monthOf,
  monthsBetween,
} from '#kit/calendar.ts'
import type { Conflicts } from '#kit/conflicts.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { maskMobile, maskText } from '#kit/fields.ts'
import { word } from '#kit/text.ts'
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

export const statusTones = { trial: 'blue', active: 'green', paused: 'orange', churned: 'grey' } as const

export const conflicts: Conflicts = {
  customer_name_key: { field: 'name', message: '已有同名客户，请核对后换一个名称。' },
}

const USCC_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const USCC_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** Whether a 统一社会信用代码 has 18 characters of the alphabet and the right check character (GB 32100-2015). */
export function isValidUscc(code: string): boolean {
  const values = [...code].map((character) => USCC_ALPHABET.indexOf(character))
  if (values.length !== 18 || values.includes(-1)) return false
  const sum = USCC_WEIGHTS.reduce((total, weight, index) => total + weight * (values[index] ?? 0), 0)
  return values[17] === (31 - (sum % 31)) % 31
}

/** Returns warnings as sentences. A wrong check digit does not block a write: some genuine codes fail it. */
export function warningsOf(customer: { uscc: string | null }): string[] {
  if (!customer.uscc || isValidUscc(customer.uscc)) return []
  return ['统一社会信用代码的位数或校验码不符，已照原样保存，请与营业执照核对。']
}

/** The fields that differ between a stored row (`Kept`) and its API format. */
type ApiFields = Pick<Customer, 'mobile' | 'wechat' | 'createdAt' | 'updatedAt'>
interface StoredCustomer {
  mobile: string | null
  wechat: string | null
  createdAt: Date
  updatedAt: Date
}

/** Converts a row to API format, with masked contacts. */
export function toCustomer<Row extends StoredCustomer>(row: Row): Omit<Row, keyof ApiFields> & ApiFields {
  return {
    ...row,
    mobile: maskMobile(row.mobile),
    wechat: maskText(row.wechat),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Converts a row to page format, with warnings. */
export function toCustomerPage<Row extends StoredCustomer & { uscc: string | null }>(row: Row) {
  return { ...toCustomer(row), warnings: warningsOf(row) }
}

/** Throws INVALID if the contract ends before it starts, or if a day is missing in status 合作中 or 暂停. */
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

/** A contract is renewed at the earliest this many days before its end. */
const RENEWAL_DAYS = 60

/** The dates of a contract; null if unknown. */
interface ContractDays {
  contractStartOn: Day | null
  contractEndOn: Day | null
}

/** Whether a customer's contract can be renewed: it has ended or ends within 60 days, and the customer has not churned. */
export function isRenewable(customer: { status: string } & ContractDays, today: Day): boolean {
  const { status, contractEndOn } = customer
  return status !== 'churned' && contractEndOn !== null && contractEndOn <= addDays(today, RENEWAL_DAYS)
}

/**
 * The dates of the next contract: it starts on the day after the present end and is as long as the present one, or one
 * year if the present start is unknown. A contract of whole months stays one of whole months.
 */
export function nextContract({ contractStartOn, contractEndOn }: ContractDays): ContractDays {
  if (!contractEndOn) return { contractStartOn: null, contractEndOn: null }
  const start = addDays(contractEndOn, 1)
  if (contractStartOn && contractStartOn.slice(8) !== start.slice(8))
    return {
      contractStartOn: start,
      contractEndOn: addDays(start, daysBetween(contractStartOn, contractEndOn)),
    }
  const months = contractStartOn ? monthsBetween(monthOf(contractStartOn), monthOf(start)) : 12
  return { contractStartOn: start, contractEndOn: addDays(sameDayAfter(start, months), -1) }
}

/** The same day of the month, a number of months later; the month's last day if it has no such day. */
function sameDayAfter(day: Day, months: number): Day {
  const month = addMonths(monthOf(day), months)
  const [same, last] = [`${month}-${day.slice(8)}`, lastDayOf(month)]
  return same < last ? same : last
}

/**
 * Throws WRONG_STATE if the customer is 已流失: the snapshot of its churn record cannot be deleted, so neither can the
 * customer.
 */
export function assertDeletable({ status }: { status: string }): void {
  if (status !== 'churned') return
  throw new AppError('WRONG_STATE', '已流失的客户有流失记录和快照，不能删除；登记有误的请在流失记录里召回。')
}

/** The fields of a person that `mayOwn` checks. */
export interface OwnerFacts {
  id: number
  role: number
  companyCode: string
  status: string
}

/** Throws FORBIDDEN if the new customer is out of the actor's own reach: sales may create only for themselves. */
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

/** The status before and after each step (domain.md). Churn and win-back are steps of the churn record. */
const STEPS = {
  sign: { from: 'trial', to: 'active', refusal: '只有试用中的客户可以签约，这位客户现在是“{status}”。' },
  pause: { from: 'active', to: 'paused', refusal: '只有合作中的客户可以暂停，这位客户现在是“{status}”。' },
  resume: { from: 'paused', to: 'active', refusal: '只有暂停的客户可以恢复，这位客户现在是“{status}”。' },
} as const satisfies Record<string, { from: Status; to: Status; refusal: string }>

export type CustomerStep = keyof typeof STEPS

/** Whether the step is possible in this status. */
export function canStep(step: CustomerStep, status: Status): boolean {
  return STEPS[step].from === status
}

/** Returns the status after a step; throws WRONG_STATE if the step is not possible in this status. */
export function nextStatus(step: CustomerStep, status: Status): Status {
  const { from, to, refusal } = STEPS[step]
  if (status === from) return to
  throw new AppError('WRONG_STATE', refusal, { values: { status: word(statusNames[status]) } })
}

export const dueNames: Record<ContractDue, string> = {
  expired: '已到期',
  today: '今天到期',
  week: '7 天内到期',
  month: '30 天内到期',
}

/** The range of contract end days for a reminder, both inclusive; `from` null is unlimited. */
export function daysOfDue(due: ContractDue, today: Day): { from: Day | null; to: Day } {
  if (due === 'expired') return { from: null, to: addDays(today, -1) }
  return { from: today, to: addDays(today, { today: 0, week: 7, month: 30 }[due]) }
}

export const owingNames: Record<Owing, string> = { owed: '有欠款', overdue: '有逾期' }

/** The day before which unpaid bills were due; null for any due day. */
export const owesBefore = (owing: Owing, today: Day): Day | null => (owing === 'overdue' ? today : null)

/** Throws FORBIDDEN if a user who may not see balances filters or sorts by them. */
export function assertMayFilterOwing(
  actor: Actor,
  { owing, sort }: { owing?: Owing | undefined; sort?: string | undefined },
): void {
  if ((owing || sortsByBalance(sort)) && !can(actor, 'canChargeCustomer')) {
    throw new AppError('FORBIDDEN', '只有可以收款的人能按欠款筛选和排序。')
  }
}

/** Whether a list is sorted by balance. */
export const sortsByBalance = (sort: string | undefined) => sort?.replace('-', '') === 'receivableCents'

export const transferProblems: Record<TransferProblem, string> = {
  notFound: '客户不存在，或不在您可以移交的范围内。',
  owner: '新的负责商务不是这位客户所在公司在职的商务或管理员。',
  same: '这位客户已经由此人负责。',
}

/** Why the customer cannot be transferred to that owner; null if it can. */
export function transferProblem(
  customer: { companyCode: string; ownerId: number } | undefined,
  owner: OwnerFacts | undefined,
): TransferProblem | null {
  if (!customer) return 'notFound'
  if (!mayOwn(owner, customer.companyCode)) return 'owner'
  return customer.ownerId === owner?.id ? 'same' : null
}

/** Builds an audit line of a customer. */
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
