import type { Actor } from '#access/can.ts'
import { HEADQUARTERS, hideCompany } from '#access/can.ts'
import type { Conflicts } from '#kit/conflicts.ts'
import { AppError, invalidField } from '#kit/errors.ts'

export const companyStatusNames = { active: '正常', disabled: '停用' } as const

export const conflicts: Conflicts = {
  company_pkey: { field: 'code', message: '该公司编号已被使用，请换一个。' },
  company_name_key: { field: 'name', message: '已有同名的公司，请换一个名称。' },
  staff_username_key: { field: 'adminUsername', message: '该用户名已被使用，请换一个。' },
  staff_mobile_key: { field: 'adminMobile', message: '该手机号已登记在另一位在职员工名下。' },
}

/** Throws FORBIDDEN unless the person administers the headquarters: companies are nobody else's business. */
export function assertHeadquarters(actor: Actor): void {
  if (hideCompany(actor)) throw new AppError('FORBIDDEN', '只有总部的管理员可以管理公司。')
}

/** Throws WRONG_STATE where a company cannot be closed, or need not be. */
export function assertMayDisable({ code, status }: { code: string; status: string }): void {
  if (code === HEADQUARTERS) throw new AppError('WRONG_STATE', '总部不能停用。')
  if (status === 'disabled') throw new AppError('WRONG_STATE', '这家公司已经停用。')
}

/** Throws WRONG_STATE where a company is open already. */
export function assertMayEnable({ status }: { status: string }): void {
  if (status === 'active') throw new AppError('WRONG_STATE', '这家公司没有停用。')
}

/** Throws FORBIDDEN where a list is filtered by company by somebody for whom that filter does not exist. */
export function assertCompanyFilter(actor: Actor, companyCodes: readonly string[] | undefined): void {
  if (companyCodes && hideCompany(actor)) {
    throw new AppError('FORBIDDEN', '只有总部的管理员可以按公司筛选。')
  }
}

/** The company that a new record belongs to; throws INVALID where a foreign one is sent by somebody of one company. */
export function companyOfNew(actor: Actor, sent: string | undefined): string {
  if (!sent || sent === actor.companyCode) return actor.companyCode
  if (hideCompany(actor)) throw invalidField('companyCode', '您只能在本公司新建。')
  return sent
}
