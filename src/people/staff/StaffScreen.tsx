import { useState } from 'react'
import { hideRoleUpdate } from '#access/can.ts'
import { t } from '#kit/text.ts'
import { choicesOf, statusTabs } from '#kit/ui/choices.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { Action, Choice, Filter } from '#kit/ui/list/declare.tsx'
import { useOpenFromAddress } from '#kit/ui/useOpenFromAddress.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { bulkEditAction } from '#platform/bulk-edits/ui/bulkEditAction.tsx'
import { useRecordImport } from '#platform/record-imports/ui/useRecordImport.tsx'
import { type Staff, staff } from './contract.ts'
import { staffOptions } from './options/contract.ts'
import { roleNames, statusNames } from './rules.ts'
import { staffColumns } from './staffColumns.tsx'
import { TeamTree } from './TeamTree.tsx'
import type { StaffFormProps } from './ui/StaffForm.tsx'
import { usePasswordReset } from './ui/usePasswordReset.tsx'
import { useStaffSteps } from './ui/useStaffSteps.tsx'
import './TeamTree.css'

const StaffForm = lazyWindow<'StaffForm', StaffFormProps>(
  () => import('./ui/StaffForm.tsx'),
  'StaffForm',
  ({ person }) => person !== null,
)

/** 员工管理: the company for an admin, the team for a head. */
export function StaffScreen() {
  const user = useUser()
  const companies = useCompanyChoices()
  const importing = useRecordImport('staff')
  const [editing, setEditing] = useState<Staff | 'new' | null>(null)
  const { resetAction, show, dialog } = usePasswordReset()
  const steps = useStaffSteps(show)
  useOpenFromAddress('new', () => setEditing('new'))
  // A head sees only one team, so the list needs no team tree.
  const byTeam = !hideRoleUpdate(user)
  return (
    <>
      <Watermark />
      <div className={byTeam ? 'by-team' : undefined}>
        {byTeam && <TeamTree companies={companies} />}
        <ListPage
          endpoint={staff.list}
          name={t('员工')}
          columns={staffColumns(user, companies)}
          filters={[
            { key: 'keyword', label: t('员工'), control: 'text', placeholder: t('姓名、用户名或工号') },
            ...(byTeam ? adminFilters(companies) : []),
          ]}
          tabs={statusTabs(statusNames)}
          actions={[newAction(byTeam, () => setEditing('new')), importing.action]}
          batch={() => [bulkEditAction('staff')]}
          rowActions={(row) => [
            { key: 'edit', label: t('编辑'), onClick: () => setEditing(row) },
            resetAction(row),
            ...steps.actions(row),
          ]}
        />
      </div>
      {importing.window}
      <StaffForm person={editing} onClose={() => setEditing(null)} onIssued={show} />
      {dialog}
      {steps.dialog}
    </>
  )
}

function newAction(anybody: boolean, onClick: () => void): Action {
  const label = anybody ? t('新建员工') : t('新建组员')
  return { key: 'new', label, icon: 'plus', primary: true, onClick }
}

function adminFilters(companies: Choice<string>[]): Filter<'role' | 'teamId' | 'companyCode'>[] {
  return [
    { key: 'role', label: t('角色'), control: 'multi', options: choicesOf(roleNames) },
    {
      key: 'teamId',
      label: t('小组'),
      control: 'remote',
      options: staffOptions,
      query: { purpose: 'parent' },
    },
    ...(companies.length > 0 ? [companyFilter(companies)] : []),
  ]
}

function companyFilter(options: Choice<string>[]): Filter<'companyCode'> {
  return { key: 'companyCode', label: t('公司'), control: 'multi', options }
}
