import { type Actor, hideCompany } from '#access/can.ts'
import { formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Fact } from '#kit/ui/Facts.tsx'
import type { Choice } from '#kit/ui/list/declare.tsx'
import { Money } from '#kit/ui/Money.tsx'
import { Rate } from '#kit/ui/Rate.tsx'
import { Revealable } from '#kit/ui/Revealable.tsx'
import { type Staff, staff } from '#people/staff/contract.ts'
import { roleName } from '#people/staff/rules.ts'

/** Role, team, contact and employment facts of a person. */
export function identityFacts(person: Staff, user: Actor, companies: Choice<string>[]): Fact[] {
  const company = companies.find(({ value }) => value === person.companyCode)?.label ?? person.companyCode
  return [
    { label: t('角色'), value: t(roleName(person.role, person.parentId)) },
    { label: t('所属组长'), value: person.parentName },
    ...(hideCompany(user) ? [] : [{ label: t('公司'), value: company }]),
    { label: t('手机号'), value: full(person, 'mobile', t('手机号')) },
    { label: t('工号'), value: person.employeeNo },
    { label: t('入职日期'), value: person.hiredOn },
    ...(person.leftOn ? [{ label: t('离职日期'), value: person.leftOn }] : []),
    ...(person.erasedAt ? [{ label: t('资料删除'), value: t('手机号和收款信息已按规定删除') }] : []),
    { label: t('创建时间'), value: formatInstant(person.createdAt) },
  ]
}

/** Pay and payee of a person. */
export function payFacts(person: Staff): Fact[] {
  return [
    { label: t('基本工资'), value: <Money cents={person.baseSalaryCents} /> },
    { label: t('工龄工资'), value: <Money cents={person.seniorityPayCents} /> },
    { label: t('提成比例'), value: <Rate bp={person.commissionRateBp} /> },
    { label: t('收款银行'), value: person.payeeBank },
    { label: t('收款卡号'), value: full(person, 'payeeCard', t('收款卡号')) },
  ]
}

/** A masked value that a person's manager can reveal. */
function full(person: Staff, field: 'mobile' | 'payeeCard', label: string) {
  return (
    <Revealable value={person[field]} label={label} endpoint={staff.reveal} id={person.id} field={field} />
  )
}
