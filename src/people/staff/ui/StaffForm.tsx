import { hideRoleUpdate, seesPay } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import { t } from '#kit/text.ts'
import { FormDrawer } from '#kit/ui/FormDrawer.tsx'
import type { IssuedPassword } from '#kit/ui/passwordTable.ts'
import { useUser } from '#kit/ui/user.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { type Staff, staff } from '#people/staff/contract.ts'
import {
  basicFields,
  companyField,
  currentHeadField,
  newHeadField,
  payFormFields,
  roleField,
} from '#people/staff/staffFields.tsx'

export interface StaffFormProps {
  /** The person to edit; `new` for a new one; null while the form is closed. */
  person: Staff | 'new' | null
  /** The name of a new person, if known. */
  name?: string
  /** The role of a new person; default agent. Heads create agents only. */
  role?: number
  /** Receives a new person. */
  onCreated?: (person: Staff) => void
  onClose: () => void
  /** Receives the one-time password of a new person. */
  onIssued?: (issued: IssuedPassword) => void
}

/** Creates or edits a person. Fields that the user may not set are left out. */
export function StaffForm({ person, onClose, ...rest }: StaffFormProps) {
  const record = person === 'new' ? null : person
  return (
    <>
      <NewPerson {...rest} open={person === 'new'} onClose={onClose} />
      <EditPerson record={record} onClose={onClose} />
    </>
  )
}

function NewPerson({
  open,
  name,
  role = ROLES.agent,
  ...rest
}: Omit<StaffFormProps, 'person'> & { open: boolean }) {
  const user = useUser()
  const companies = useCompanyChoices()
  const ofHead = hideRoleUpdate(user)
  return (
    <FormDrawer
      open={open}
      onClose={rest.onClose}
      columns={seesPay(user) ? 2 : 1}
      title={ofHead ? t('新建组员') : t('新建员工')}
      endpoint={staff.create}
      defaults={ofHead ? { name } : { name, role, companyCode: user.companyCode }}
      fields={[
        { section: t('账号') },
        { key: 'username', hint: t('登录时使用，建立后不能修改'), placeholder: t('字母或数字，至少 3 位') },
        ...basicFields(),
        !ofHead && { section: t('角色与小组') },
        companies.length > 0 && companyField(companies),
        !ofHead && roleField(),
        !ofHead && newHeadField(),
        ...payFormFields(user),
      ]}
      doneText={t('已新建')}
      onDone={({ staff: created, oneTimePassword }) => {
        rest.onIssued?.({ ...created, password: oneTimePassword })
        rest.onCreated?.(created)
      }}
    />
  )
}

function EditPerson({ record, onClose }: Pick<StaffFormProps, 'onClose'> & { record: Staff | null }) {
  const user = useUser()
  const ofHead = hideRoleUpdate(user)
  return (
    <FormDrawer
      open={record !== null}
      onClose={onClose}
      columns={seesPay(user) ? 2 : 1}
      title={t('编辑{name}', { name: record?.name ?? '' })}
      endpoint={staff.update}
      record={record ?? undefined}
      fields={[
        { section: t('基本资料') },
        ...basicFields(),
        !ofHead && { section: t('角色与小组') },
        !ofHead && roleField(),
        !ofHead && currentHeadField(record?.companyCode ?? user.companyCode),
        ...payFormFields(user),
      ]}
    />
  )
}
