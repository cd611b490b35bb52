import { ROLES } from '#access/permissions.ts'
import { type AuditLine, changesBetween } from '#kit/audit.ts'
import { type Day, daysBetween } from '#kit/calendar.ts'
import type { Conflicts } from '#kit/conflicts.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { choiceColumn, type ImportColumn } from '#kit/recordSheet.ts'

export const statusNames = {
  retaining: '挽留中',
  churned: '已流失',
  won_back: '已召回',
  cancelled: '已撤销',
} as const

export const statusTones = {
  retaining: 'orange',
  churned: 'red',
  won_back: 'green',
  cancelled: 'grey',
} as const

export const reasonNames = {
  service_quality: '服务质量',
  price: '价格',
  peak_capacity: '大促接待能力',
  category_fit: '类目不匹配',
  staff_turnover: '客服更换频繁',
  communication: '沟通不畅',
  closed_shop: '店铺关闭',
  in_house: '转为自营客服',
  season: '季节性停止',
  banned: '店铺被平台处罚',
  arrears: '欠费',
  other_vendor: '转至其他服务商',
  we_ended_it: '我方终止合作',
  other: '其他',
} as const

export const outcomeNames = { open: '待反馈', helped: '有效', failed: '无效' } as const
export const outcomeTones = { open: 'orange', helped: 'green', failed: 'grey' } as const

/** Upper bounds of the tenure classes, in days, inclusive. One more class has no upper bound. */
export const TENURE_BOUNDS = [90, 180, 365, 730]

const ALREADY_OPEN = '已有一条未结束的流失记录，请在那条记录上继续。'

export const conflicts: Conflicts = {
  churn_record_open_customer: { field: 'customerId', message: ALREADY_OPEN },
  churn_record_open_store: { field: 'storeId', message: ALREADY_OPEN },
}

/** The error if a record is already open; its data contains the id of that record. */
export function alreadyOpenError(recordId: number): AppError {
  return new AppError('CONFLICT', ALREADY_OPEN, { data: { recordId } })
}

/** The audit line for a change of a record. */
export function churnLine(
  action: string,
  before: Record<string, unknown>,
  after: Record<string, unknown> & { id: number; companyCode: string },
): AuditLine {
  const changes = changesBetween(before, after)
  return { action, entity: 'churn', recordId: after.id, changes, companyCode: after.companyCode }
}

const wrongState = (message: string) => new AppError('WRONG_STATE', message)

/** Throws WRONG_STATE unless the record is 挽留中; only then may it be edited. */
export function assertRetaining(record: { status: string }): void {
  if (record.status !== 'retaining') throw wrongState('这条流失记录已经处理过，不能再修改。')
}

/** Throws WRONG_STATE unless the record is 挽留中; only then can the loss be confirmed. */
export function assertConfirmable(record: { status: string }): void {
  if (record.status === 'retaining') return
  throw wrongState('只有挽留中的记录才能确认流失，这条记录已经处理过。')
}

/**
 * Throws WRONG_STATE unless the record is 挽留中 and the service has not stopped. A stopped service is resumed by a
 * win-back.
 */
export function assertCancellable(record: { status: string }, subject: { status: string }): void {
  assertRetaining(record)
  if (subject.status !== 'churned' && subject.status !== 'stopped') return
  throw wrongState('服务已经停止，不能撤销；请先确认流失，恢复合作时再召回。')
}

/** Throws WRONG_STATE unless the loss is confirmed and not won back. */
export function assertCanWinBack(record: { status: string }): void {
  if (record.status !== 'churned') throw wrongState('只有已流失的记录才能召回。')
}

/** Throws WRONG_STATE if the customer of the store is 已流失: it must be won back first. */
export function assertCustomerWonBack(customer: { status: string }): void {
  if (customer.status === 'churned') throw wrongState('该客户已流失，请先召回客户，再恢复它的店铺。')
}

/** Whether a store was ever in service, including trials. Only then can it be lost. */
export function wasServed(store: { status: string }): boolean {
  return store.status !== 'pending'
}

/** Throws WRONG_STATE if the store was never in service. */
export function assertServed(store: { status: string } | null): void {
  if (store && !wasServed(store)) throw wrongState('店铺还没有开始服务，不需要登记流失。')
}

/** Throws WRONG_STATE if the customer is already 已流失. */
export function assertNotLost(customer: { status: string }): void {
  if (customer.status === 'churned') throw wrongState('该客户已流失，不需要再登记流失风险。')
}

/** Returns the record to win the customer back with; throws WRONG_STATE if there is none. */
export function assertHasRecord<R>(record: R | undefined): R {
  if (record) return record
  throw wrongState('这位客户没有未结束的流失记录；请先在客户流失里补登一条并确认，再召回。')
}

/** Throws WRONG_STATE if the record is closed, so that no retention action can be added. */
export function assertCanAddAction(record: { status: string }): void {
  if (record.status === 'retaining' || record.status === 'churned') return
  throw wrongState('这条流失记录已经结束，不能再记措施。')
}

/** Throws INVALID if the day is after today. */
export function assertNotInFuture(field: string, day: Day | null | undefined, today: Day): void {
  if (day && day > today) throw invalidField(field, '日期不能晚于今天。')
}

/** Throws INVALID if the win-back is before the last day of service. */
export function assertAfterStop(wonBackOn: Day, stopOn: Day | null): void {
  if (stopOn && wonBackOn < stopOn) {
    throw invalidField('wonBackOn', '召回日期不能早于最后服务日 {stopOn}。', { stopOn })
  }
}

/** Returns the customer or store of a new record. Throws INVALID unless exactly one is given. */
export function subjectOf(input: { customerId?: number | undefined; storeId?: number | undefined }) {
  const { customerId, storeId } = input
  if (customerId !== undefined && storeId === undefined)
    return { subject: 'customer', subjectId: customerId } as const
  if (storeId !== undefined && customerId === undefined)
    return { subject: 'store', subjectId: storeId } as const
  throw invalidField('customerId', '请选择一位客户，或一家店铺。')
}

/** The fields of a person that `assertHandler` checks. */
export interface HandlerFacts {
  id: number
  role: number
  companyCode: string
  status: string
}

/** Throws INVALID unless the person is active in the company and is sales, finance or an admin. */
export function assertHandler(field: string, person: HandlerFacts | undefined, companyCode: string): void {
  const isOffice = person !== undefined && person.role !== ROLES.agent
  if (!isOffice || person.status !== 'active' || person.companyCode !== companyCode) {
    throw invalidField(field, '请选择本公司在职的商务、财务或管理员。')
  }
}

/** Throws INVALID if a retention action has an outcome but no result text. */
export function assertResult(action: { outcome: string; result?: string | null | undefined }): void {
  if (action.outcome !== 'open' && !action.result) throw invalidField('result', '请写明结果。')
}

/** Days served from the earliest of the given days to the last one, both inclusive; 0 if none is known. */
export function tenureDays(firstDays: readonly (Day | null)[], lastOn: Day): number {
  const first = firstDays.filter((day) => day !== null).sort()[0]
  return first === undefined || first > lastOn ? 0 : daysBetween(first, lastOn) + 1
}

/** The reason why a customer or a store was lost before the company began to use Houtai; read for new records only. */
export const churnReasonColumn: ImportColumn = {
  ...choiceColumn('churnReason', '流失原因', reasonNames, ''),
  newOnly: true,
}
