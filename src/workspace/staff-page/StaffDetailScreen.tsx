import { useState } from 'react'
import { useParams } from 'react-router'
import type { Actor } from '#access/can.ts'
import { can, seesPay } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { DetailPage } from '#kit/ui/DetailPage.tsx'
import type { DetailTab } from '#kit/ui/detail/declare.tsx'
import { Facts } from '#kit/ui/Facts.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { Maybe } from '#kit/ui/list/declare.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { RecentLog, RecordLog } from '#kit/ui/RecordLog.tsx'
import { useNeighbours } from '#kit/ui/trail.tsx'
import { useAccessExplanation } from '#kit/ui/useAccessExplanation.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import type { Staff } from '#people/staff/contract.ts'
import { staff } from '#people/staff/contract.ts'
import type { StaffFormProps } from '#people/staff/ui/StaffForm.tsx'
import { StaffStatusTag } from '#people/staff/ui/StaffStatusTag.tsx'
import { identityFacts, payFacts } from '#people/staff/ui/staffFacts.tsx'
import { staffLog } from '#people/staff/ui/staffLog.tsx'
import { usePasswordReset } from '#people/staff/ui/usePasswordReset.tsx'
import { useStaffSteps } from '#people/staff/ui/useStaffSteps.tsx'
import { StaffNicks } from './StaffNicks.tsx'
import { StaffPay } from './StaffPay.tsx'
import { StaffStores } from './StaffStores.tsx'
import { useSignInActions } from './useSignInActions.tsx'

const StaffForm = lazyWindow<'StaffForm', StaffFormProps>(
  () => import('#people/staff/ui/StaffForm.tsx'),
  'StaffForm',
  ({ person }) => person !== null,
)

/** The page of a staff member: data, stores, nicks, pay and log. */
export function StaffDetailScreen() {
  const id = Number(useParams().id)
  const user = useUser()
  const [editing, setEditing] = useState(false)
  const position = useNeighbours(staff.list, id)
  const { data: person, isLoading, error, refetch } = useCall(staff.get, { id }, { messagePlace: 'inPage' })
  const { resetAction, show, dialog } = usePasswordReset()
  const steps = useStaffSteps(show)
  const { whyAction, whyDialog } = useAccessExplanation('staff', id, person?.companyCode)
  const signInActions = useSignInActions(person)
  return (
    <>
      <Watermark />
      <DetailPage
        title={person?.name}
        status={person && <StaffStatusTag status={person.status} />}
        code={person?.username}
        loading={isLoading}
        error={error}
        onRetry={() => void refetch()}
        actions={
          person && [
            resetAction(person),
            ...signInActions,
            ...steps.actions(person),
            whyAction,
            { key: 'edit', label: t('编辑'), icon: 'edit', primary: true, onClick: () => setEditing(true) },
          ]
        }
        position={position}
        tabs={person ? tabsOf(person, user) : []}
        aside={person && <Aside person={person} />}
      />
      <StaffForm person={editing && person ? person : null} onClose={() => setEditing(false)} />
      {dialog}
      {steps.dialog}
      {whyDialog}
    </>
  )
}

/** Stores and nicks for agents only; pay only for admins and finance; the log for all users. */
function tabsOf(person: Staff, user: Actor): Maybe<DetailTab>[] {
  const serves = person.role === ROLES.agent
  return [
    serves && {
      key: 'stores',
      label: t('负责店铺'),
      count: person.storeCount,
      children: <StaffStores id={person.id} />,
    },
    serves && { key: 'nicks', label: t('平台昵称'), children: <StaffNicks id={person.id} /> },
    can(user, 'canChargeCustomer') && {
      key: 'pay',
      label: t('薪酬'),
      children: <StaffPay person={person} />,
    },
    {
      key: 'log',
      label: t('操作日志'),
      children: <RecordLog {...staffLog(person)} />,
    },
  ]
}

function Aside({ person }: { person: Staff }) {
  const user = useUser()
  const companies = useCompanyChoices()
  return (
    <>
      <Panel title={t('资料')}>
        <Facts items={identityFacts(person, user, companies)} />
      </Panel>
      {seesPay(user) && (
        <Panel title={t('薪资与收款')}>
          <Facts items={payFacts(person)} />
        </Panel>
      )}
      <RecentLog {...staffLog(person)} />
    </>
  )
}
