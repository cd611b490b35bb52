import { Form } from 'antd'
import { type Actor, hideRoleUpdate, seesPay } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import { t } from '#kit/text.ts'
import type { ControlProps, Field, FormPart } from '#kit/ui/form/declare.tsx'
import type { Choice } from '#kit/ui/list/declare.tsx'
import { staffOptions } from './options/contract.ts'
import type { PayField } from './pay/fields.ts'
import { roleNames } from './rules.ts'
import { StaffPicker } from './ui/StaffPicker.tsx'

/** The personal fields. */
export function basicFields(): Field<'name' | 'mobile' | 'employeeNo' | 'hiredOn'>[] {
  return [
    { key: 'name' },
    { key: 'mobile', kind: 'masked', placeholder: t('11 位手机号') },
    { key: 'employeeNo' },
    { key: 'hiredOn', kind: 'day' },
  ]
}

/** Only for admins of the headquarters. */
export function companyField(options: Choice<string>[]): Field<'companyCode'> {
  return { key: 'companyCode', kind: 'select', options, wide: true }
}

export function roleField(): Field<'role'> {
  const options = Object.entries(roleNames).map(([role, name]) => ({ value: Number(role), label: t(name) }))
  return { key: 'role', kind: 'select', options }
}

const headTexts = () => ({
  placeholder: t('不选即为组长'),
  hint: t('组员选所属组长；不选则此人自己是组长'),
  when: ({ role }: Record<string, unknown>) => role === ROLES.agent,
})

/** The head of a new person, from the company chosen in the form. */
export function newHeadField(): Field<'parentId'> {
  return {
    ...headTexts(),
    key: 'parentId',
    kind: 'custom',
    render: (control) => <HeadOfChosenCompany {...control} />,
  }
}

/** The head of an existing person, from the person's company. */
export function currentHeadField(companyCode: string): Field<'parentId'> {
  const query = { purpose: 'parent', companyCode }
  const source = { options: staffOptions, query, nameKey: 'parentName' }
  return { ...headTexts(), ...source, key: 'parentId', kind: 'picker' }
}

function HeadOfChosenCompany({ value, ...rest }: ControlProps) {
  const companyCode = Form.useWatch<string | undefined>('companyCode')
  return (
    <StaffPicker
      {...rest}
      purpose="parent"
      companyCode={companyCode}
      value={value as number | undefined}
      placeholder={headTexts().placeholder}
    />
  )
}

type PayKey = PayField | 'payeeBank' | 'payeeCard'

/** Pay and payee; empty for users who may not see and set them. */
export function payFormFields(user: Actor): FormPart<PayKey>[] {
  if (!seesPay(user) || hideRoleUpdate(user)) return []
  return [
    { section: t('薪资与收款') },
    { key: 'baseSalaryCents', kind: 'money', secret: true },
    { key: 'seniorityPayCents', kind: 'money', secret: true },
    { key: 'commissionRateBp', kind: 'percent', secret: true },
    {
      key: 'payFromOn',
      kind: 'day',
      hint: t('上面三项从这天起；不填：新员工从入职日期起，其他人从本月 1 日起'),
    },
    { key: 'payeeBank', secret: true },
    { key: 'payeeCard', kind: 'masked', placeholder: t('12–19 位数字'), wide: true },
  ]
}
