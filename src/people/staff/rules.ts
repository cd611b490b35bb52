import { type Actor, hideRoleUpdate, seesPay } from '#access/can.ts'
import { type Permission, ROLES } from '#access/permissions.ts'
import type { Conflicts } from '#kit/conflicts.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { maskCard, maskMobile } from '#kit/fields.ts'
import { word } from '#kit/text.ts'
import type { OptionPurpose } from './options/contract.ts'
import { payFields } from './pay/fields.ts'
import type * as queries from './queries.ts'

/** Names of the roles. Role 2 is a head (组长) without a parent and an agent (客服) with one. */
export const roleNames: Record<number, string> = { 1: '管理员', 2: '客服', 3: '商务', 4: '财务' }

/** The name of a person's effective role. */
export function roleName(role: number, parentId: number | null): string {
  return role === ROLES.agent && parentId === null ? '组长' : (roleNames[role] ?? '未知')
}

export const statusNames = { active: '在职', disabled: '停用', left: '离职' } as const

export const conflicts: Conflicts = {
  staff_username_key: { field: 'username', message: '该用户名已被使用，请换一个。' },
  // Mobiles are unique across companies; the message must not reveal whose mobile it is.
  staff_mobile_key: { field: 'mobile', message: '该手机号已登记在另一位在职员工名下。' },
  staff_employee_no_key: { field: 'employeeNo', message: '该工号已被使用。' },
}

/** Pay and payee fields, which role 2 neither sees nor sets. */
const PAY: readonly string[] = [...payFields, 'payeeBank', 'payeeCard']

/** Throws FORBIDDEN for a pay field that is hidden from the actor. */
export function assertMaySee(actor: Actor, field: string): void {
  if (PAY.includes(field) && !seesPay(actor)) {
    throw new AppError('FORBIDDEN', '薪资与收款信息只对管理员和财务可见。')
  }
}

/** Throws FORBIDDEN if a head sends a field that heads may not set, including the parent: the team is implied. */
export function assertMaySet(actor: Actor, sent: object): void {
  if (!hideRoleUpdate(actor)) return
  const refused = ['role', 'parentId', 'companyCode', ...PAY].filter((field) => Object.hasOwn(sent, field))
  if (refused.length > 0) {
    throw new AppError('FORBIDDEN', '组长只能管理本组成员的基本资料，不能设置角色、上级、公司或薪资。')
  }
}

/** The facts about a parent that `assertHierarchy` checks. */
export interface ParentFacts {
  id: number
  role: number
  parentId: number | null
  companyCode: string
  status: string
}

/** Throws INVALID unless the hierarchy holds: only agents have a parent, who is an active head of the same company. */
export function assertHierarchy(
  person: { id?: number; role: number; parentId: number | null; companyCode: string; memberCount?: number },
  parent: ParentFacts | undefined,
): void {
  const hasMembers = (person.memberCount ?? 0) > 0
  if (hasMembers && (person.parentId !== null || person.role !== ROLES.agent)) {
    throw invalidField('parentId', '此人名下还有组员，请先把组员转给其他组长。')
  }
  if (person.parentId === null) return
  if (person.role !== ROLES.agent) throw invalidField('parentId', '只有客服才有所属组长。')
  const isHead = parent?.role === ROLES.agent && parent.parentId === null && parent.status === 'active'
  if (!isHead || parent.companyCode !== person.companyCode || parent.id === person.id) {
    throw invalidField('parentId', '请选择本公司在职的组长。')
  }
}

/** Default and minimum number of days for which mobile and payee of former staff are kept. */
export const RETENTION_DAYS = 180

type Step = 'disable' | 'enable' | 'leave' | 'return'
type Status = keyof typeof statusNames

const STEPS: Record<Step, { from: readonly Status[]; refusal: string }> = {
  disable: { from: ['active'], refusal: '此人现在是{status}状态，只有在职的员工才能停用。' },
  enable: { from: ['disabled'], refusal: '此人现在是{status}状态，只有停用的员工才能启用。' },
  leave: { from: ['active', 'disabled'], refusal: '此人已经离职，不需要再办理。' },
  return: { from: ['left'], refusal: '此人现在是{status}状态，只有离职的员工才能返岗。' },
}

/** Throws WRONG_STATE if the person's status does not allow the step. */
export function assertStep(step: Step, status: Status): void {
  const { from, refusal } = STEPS[step]
  if (from.includes(status)) return
  throw new AppError('WRONG_STATE', refusal, { values: { status: word(statusNames[status]) } })
}

/** Throws WRONG_STATE if users would disable or remove themselves. */
export function assertNotOneself(actor: Actor, id: number): void {
  if (actor.id === id) throw new AppError('WRONG_STATE', '您不能停用自己，也不能为自己办理离职。')
}

/** Throws WRONG_STATE if the company would have no active admin left; `others` counts its other active admins. */
export function assertAdminLeft(person: { role: number }, others: number): void {
  if (person.role === ROLES.admin && others === 0) {
    throw new AppError('WRONG_STATE', '此人是本公司最后一位在职的管理员，请先指定另一位管理员。')
  }
}

/** The permission that each purpose of the staff options requires. */
export const optionPermission: Record<OptionPurpose, Permission> = {
  parent: 'canManageUser',
  owner: 'canReadCustomer',
  leader: 'canReadStore',
  agent: 'canAssignStore',
  reviewer: 'canManageUser',
  anyone: 'canAdmin',
}

type Row = Awaited<ReturnType<typeof queries.getStaff>>

/** A row in API format, without the fields that are hidden from the actor. */
export function toStaff(actor: Actor, row: Row) {
  const { baseSalaryCents, seniorityPayCents, commissionRateBp, payeeBank, payeeCard, ...rest } = row
  const pay = {
    baseSalaryCents,
    seniorityPayCents,
    commissionRateBp,
    payeeBank,
    payeeCard: maskCard(payeeCard),
  }
  return {
    ...rest,
    mobile: maskMobile(row.mobile),
    erasedAt: row.erasedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(seesPay(actor) ? pay : {}),
  }
}
