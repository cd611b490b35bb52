import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { type Actor, can, seesPay } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import { storeAssignments } from '#clients/stores/assignments/contract.ts'
import { agentAccounts } from '#clients/stores/nicks/contract.ts'
import { platformNames } from '#clients/stores/rules.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { DetailPage } from '#kit/ui/DetailPage.tsx'
import type { DetailTab } from '#kit/ui/detail/declare.tsx'
import { Facts } from '#kit/ui/Facts.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { Maybe } from '#kit/ui/list/declare.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { RecentLog, RecordLog } from '#kit/ui/RecordLog.tsx'
import { useNeighbours } from '#kit/ui/trail.tsx'
import { useAccessExplanation } from '#kit/ui/useAccessExplanation.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import { SignInRecords } from '#people/sign-in/ui/SignInRecords.tsx'
import { type Staff, staff } from '#people/staff/contract.ts'
import type { StaffFormProps } from '#people/staff/ui/StaffForm.tsx'
import { StaffStatusTag } from '#people/staff/ui/StaffStatusTag.tsx'
import { identityFacts, payFacts } from '#people/staff/ui/staffFacts.tsx'
import { staffLog } from '#people/staff/ui/staffLog.tsx'
import { usePasswordReset } from '#people/staff/ui/usePasswordReset.tsx'
import { useStaffSteps } from '#people/staff/ui/useStaffSteps.tsx'
import { StaffPay } from './StaffPay.tsx'
import { useSignInHelp } from './useSignInHelp.tsx'

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
  const signInHelp = useSignInHelp(person)
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
            ...signInHelp.actions,
            ...steps.actions(person),
            whyAction,
            { key: 'edit', label: t('编辑'), icon: 'edit', primary: true, onClick: () => setEditing(true) },
          ]
        }
        position={position}
        attention={signInHelp.attention}
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
    can(user, 'canAdmin') && {
      key: 'sign-ins',
      label: t('登录记录'),
      children: <SignInRecords staffId={person.id} />,
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

/** The nicks of a person, by store. */
function StaffNicks({ id }: { id: number }) {
  return (
    <ListPage
      endpoint={agentAccounts.list}
      name={t('平台昵称')}
      fixed={{ staffId: [id] }}
      exportable={false}
      heading={{ title: t('平台昵称'), hint: t('导入数据时按昵称认人') }}
      columns={[
        { key: 'nick', title: t('平台昵称'), pinned: true, phone: 'name', sort: true },
        {
          key: 'storeName',
          title: t('店铺'),
          phone: 'note',
          render: (row) => <Link to={`/store-management/${row.storeId}`}>{row.storeName}</Link>,
        },
        {
          key: 'platform',
          title: t('平台'),
          phone: 'note',
          width: 80,
          from: { field: 'platform', names: platformNames },
        },
        { key: 'fromOn', title: t('开始日期'), type: 'day', sort: true, width: 120 },
        { key: 'toOn', title: t('结束日期'), width: 112, from: { field: 'toOn', empty: '至今' } },
      ]}
      empty={{ text: t('还没有平台昵称'), hint: t('导入数据时遇到未知昵称，对应一次即可，之后自动认出。') }}
    />
  )
}

/** The current and former stores of a person, newest first. */
function StaffStores({ id }: { id: number }) {
  const { names } = useShifts()
  return (
    <ListPage
      endpoint={storeAssignments.list}
      name={t('店铺分配')}
      fixed={{ staffId: [id] }}
      exportable={false}
      heading={{ title: t('店铺分配'), hint: t('最新开始的在前') }}
      columns={[
        {
          key: 'storeName',
          title: t('店铺'),
          pinned: true,
          phone: 'name',
          render: (row) => <Link to={`/store-management/${row.storeId}`}>{row.storeName}</Link>,
        },
        {
          key: 'platform',
          title: t('平台'),
          phone: 'note',
          width: 80,
          from: { field: 'platform', names: platformNames },
        },
        {
          key: 'shift',
          title: t('班次'),
          phone: 'note',
          width: 72,
          from: { field: 'shift', names },
        },
        { key: 'fromOn', title: t('开始日期'), type: 'day', phone: 'note', sort: true, width: 120 },
        { key: 'toOn', title: t('结束日期'), width: 112, from: { field: 'toOn', empty: '至今' } },
      ]}
      empty={{ text: t('还没有分配店铺'), hint: t('在店铺页的“客服分配”里把店铺交给此人。') }}
    />
  )
}
