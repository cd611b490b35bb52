import { useState } from 'react'
import { hideRoleUpdate } from '#access/can.ts'
import { useCompanyChoices } from '#features/companies/CompanyPicker.tsx'
import { t } from '#kit/text.ts'
import { choicesOf, statusTabs } from '#kit/ui/choices.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Choice, Filter } from '#kit/ui/list/declare.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import type { Staff } from './contract.ts'
import { staff } from './contract.ts'
import { roleNames, statusNames } from './rules.ts'
import { StaffForm } from './StaffForm.tsx'
import { staffColumns } from './staffColumns.tsx'
import { usePasswordReset } from './usePasswordReset.tsx'

/** 员工管理: an admin's company, a head's own team. */
export function StaffScreen() {
  const user = useUser()
  const companies = useCompanyChoices()
  const [editing, setEditing] = useState<Staff | 'new' | null>(null)
  const { resetAction, show, dialog } = usePasswordReset()
  return (
    <>
      <Watermark />
      <ListPage
        endpoint={staff.list}
        name={t('员工')}
        columns={staffColumns(user, companies)}
        filters={[
          { key: 'keyword', label: t('员工'), control: 'text', placeholder: t('姓名、用户名或工号') },
          ...(hideRoleUpdate(user) ? [] : adminFilters(companies)),
        ]}
        tabs={statusTabs(statusNames)}
        actions={[
          {
            key: 'new',
            label: hideRoleUpdate(user) ? t('新建组员') : t('新建员工'),
            icon: 'plus',
            primary: true,
            onClick: () => setEditing('new'),
          },
        ]}
        batch={() => []}
        rowActions={(row) => [
          { key: 'edit', label: t('编辑'), onClick: () => setEditing(row) },
          resetAction(row),
        ]}
      />
      <StaffForm person={editing} onClose={() => setEditing(null)} onIssued={show} />
      {dialog}
    </>
  )
}

function adminFilters(companies: Choice<string>[]): Filter<'role' | 'parentId' | 'companyCode'>[] {
  return [
    { key: 'role', label: t('角色'), control: 'multi', options: choicesOf(roleNames) },
    {
      key: 'parentId',
      label: t('所属组长'),
      control: 'remote',
      options: staff.options,
      query: { purpose: 'parent' },
    },
    ...(companies.length > 0 ? [companyFilter(companies)] : []),
  ]
}

function companyFilter(options: Choice<string>[]): Filter<'companyCode'> {
  return { key: 'companyCode', label: t('公司'), control: 'multi', options }
}
