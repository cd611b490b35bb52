import type { Actor } from '#access/can.ts'
import { hideCompany } from '#access/can.ts'
import { AppError, invalidField } from '#kit/errors.ts'

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
