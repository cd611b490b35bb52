import { Form, Input } from 'antd'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import type { ControlProps, Field, FormPart } from '#kit/ui/form/declare.tsx'
import type { Choice } from '#kit/ui/list/declare.tsx'
import { control } from '#kit/ui/recordFields.tsx'
import { StaffPicker } from '#people/staff/ui/StaffPicker.tsx'
import { customerFields } from './fields.ts'
import { statusNames } from './rules.ts'
import { SimilarCustomers } from './ui/SimilarCustomers.tsx'

/** The form fields that identify a customer. */
export function identityFields(exceptId?: number): Field<'name' | 'type' | 'uscc' | 'source'>[] {
  return [
    {
      key: 'name',
      kind: 'custom',
      wide: true,
      render: (control) => <NameWithSimilar {...control} exceptId={exceptId} />,
    },
    control(customerFields, 'type'),
    control(customerFields, 'source'),
    control(customerFields, 'uscc', { wide: true, placeholder: t('18 位，字母大写') }),
  ]
}

/** The name, with similar existing customers below it. */
function NameWithSimilar({ exceptId, value, onChange, ...rest }: ControlProps & { exceptId?: number }) {
  return (
    <>
      <Input
        {...rest}
        autoComplete="off"
        placeholder={t('与营业执照一致的全称')}
        value={(value as string | undefined) ?? ''}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <SimilarCustomers exceptId={exceptId} />
    </>
  )
}

/** The initial status of a new customer. */
export function initialStatusField(): Field<'status'> {
  const { trial, active, paused } = statusNames
  const options = choicesOf({ trial, active, paused })
  return { key: 'status', kind: 'select', options, hint: t('合作中和暂停的客户需要填写合同起止日期') }
}

/** Only for an admin of the headquarters. */
export function companyField(options: Choice<string>[]): Field<'companyCode'> {
  return { key: 'companyCode', kind: 'select', options }
}

/** The owner of a new customer. A transfer changes it later. */
export function ownerField(): Field<'ownerId'> {
  return { key: 'ownerId', kind: 'custom', render: (control) => <OwnerOfChosenCompany {...control} /> }
}

function OwnerOfChosenCompany({ value, ...rest }: ControlProps) {
  const companyCode = Form.useWatch<string | undefined>('companyCode')
  const id = value as number | undefined
  return <StaffPicker {...rest} purpose="owner" companyCode={companyCode} value={id} />
}

type Later =
  | 'contact'
  | 'mobile'
  | 'wechat'
  | 'contractNo'
  | 'contractStartOn'
  | 'contractEndOn'
  | 'tags'
  | 'remark'

/** The form fields for contact, contract and other data. */
export function contactAndContractFields(): FormPart<Later>[] {
  return [
    { section: t('联系方式') },
    control(customerFields, 'contact', { wide: true }),
    control(customerFields, 'mobile', { placeholder: t('11 位手机号') }),
    control(customerFields, 'wechat'),
    { section: t('合同') },
    control(customerFields, 'contractNo', { wide: true }),
    control(customerFields, 'contractStartOn'),
    control(customerFields, 'contractEndOn'),
    { section: t('其他') },
    control(customerFields, 'tags', { wide: true, hint: t('每个标签最多 16 个字，最多 10 个') }),
    control(customerFields, 'remark'),
  ]
}
