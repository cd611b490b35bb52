import { type Actor, HEADQUARTERS, hideCompany } from '#access/can.ts'
import type { Conflicts } from '#kit/conflicts.ts'
import { AppError, invalidField } from '#kit/errors.ts'

export const companyStatusNames = { active: '正常', disabled: '停用' } as const

export const nameConflict: Conflicts = {
  company_name_key: { field: 'name', message: '已有同名的公司，请换一个名称。' },
}

export const conflicts: Conflicts = {
  company_pkey: { field: 'code', message: '该公司编号已被使用，请换一个。' },
  ...nameConflict,
  staff_username_key: { field: 'adminUsername', message: '该用户名已被使用，请换一个。' },
  staff_mobile_key: { field: 'adminMobile', message: '该手机号已登记在另一位在职员工名下。' },
}

/** Throws FORBIDDEN unless the actor is an admin of the headquarters. */
export function assertHeadquarters(actor: Actor): void {
  if (hideCompany(actor)) throw new AppError('FORBIDDEN', '只有总部的管理员可以管理公司。')
}

/** Throws WRONG_STATE for the headquarters and for a company that is already disabled. */
export function assertMayDisable({ code, status }: { code: string; status: string }): void {
  if (code === HEADQUARTERS) throw new AppError('WRONG_STATE', '总部不能停用。')
  if (status === 'disabled') throw new AppError('WRONG_STATE', '这家公司已经停用。')
}

/** Throws WRONG_STATE if the company is already active. */
export function assertMayEnable({ status }: { status: string }): void {
  if (status === 'active') throw new AppError('WRONG_STATE', '这家公司没有停用。')
}

/** Throws FORBIDDEN if an actor from whom companies are hidden filters by company. */
export function assertCompanyFilter(actor: Actor, companyCodes: readonly string[] | undefined): void {
  if (companyCodes && hideCompany(actor)) {
    throw new AppError('FORBIDDEN', '只有总部的管理员可以按公司筛选。')
  }
}

/** The company of a new record; throws INVALID if an actor limited to one company sends another. */
export function companyForNew(actor: Actor, requested: string | undefined): string {
  if (!requested || requested === actor.companyCode) return actor.companyCode
  if (hideCompany(actor)) throw invalidField('companyCode', '您只能在本公司新建。')
  return requested
}
