import { Button } from 'antd'
import { useState } from 'react'
import { can, reachOf } from '#access/can.ts'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { Action, Column, Filter, Maybe } from '#kit/ui/list/declare.tsx'
import { useOpenFromAddress } from '#kit/ui/useOpenFromAddress.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { staffOptions } from '#people/staff/options/contract.ts'
import { leaveFormatters } from './cellFormatters.ts'
import { type Leave, leaves } from './contract.ts'
import { leaveKindNames, leaveStatusNames } from './rules.ts'
import { LeaveDecision, LeaveTag } from './ui/LeaveDecision.tsx'
import type { LeaveRequestProps } from './ui/LeaveRequest.tsx'

const LeaveRequest = lazyWindow<'LeaveRequest', LeaveRequestProps>(
  () => import('./ui/LeaveRequest.tsx'),
  'LeaveRequest',
  ({ open }) => open,
)

/** 请假: the user's own leaves; for heads and admins those of their people, with the ones to decide first. */
export function LeavesScreen() {
  const user = useUser()
  const decides = can(user, 'canReviewWorklog')
  // Leaves are of agents and heads: an admin only enters those of others.
  const asks = reachOf(user, 'canReportWorklog') !== 'company' && !user.viewer
  const [form, setForm] = useState<'own' | 'member' | null>(null)
  const [shown, show] = useOpenNumber('leave')
  useOpenFromAddress('new', () => asks && setForm('own'))
  const begin = {
    ...(asks && { own: () => setForm('own') }),
    ...(decides && { member: () => setForm('member') }),
  }
  return (
    <>
      <ListPage
        endpoint={leaves.list}
        name={t('请假')}
        columns={leaveColumns((id) => show(id), decides)}
        filters={leaveFilters(decides)}
        initial={decides ? { status: 'toDecide' } : {}}
        sort="-fromOn"
        tabs={leaveTabs(decides)}
        actions={leaveActions(begin)}
        summary={() => <LeaveDecision leaveId={shown ?? null} onClose={() => show(undefined)} />}
        empty={emptyText(decides, begin.own)}
      />
      <LeaveRequest
        open={form !== null}
        forMember={form === 'member'}
        onClose={() => setForm(null)}
        onDone={({ id }) => show(id)}
      />
    </>
  )
}

interface Begin {
  /** Opens the form of an own request; absent if the user writes none. */
  own?: () => void
  /** Opens the form for a member of the user's team; absent if the user has none. */
  member?: () => void
}

const leaveActions = ({ own, member }: Begin): Maybe<Action>[] => [
  member && { key: 'enter', label: t('登记请假'), icon: 'plus', primary: !own, onClick: member },
  own && { key: 'new', label: t('申请请假'), icon: 'plus', primary: true, onClick: own },
]

const leaveTabs = (decides: boolean) => ({
  key: 'status' as const,
  options: choicesOf(decides ? { toDecide: '待我审批', ...leaveStatusNames } : leaveStatusNames),
  counts: ({ statusCounts: { toDecide = 0, ...counts } }: { statusCounts: Record<string, number> }) => ({
    ...counts,
    toDecide,
    all: Object.values(counts).reduce((sum, count) => sum + count, 0),
  }),
})

const emptyText = (decides: boolean, ask: (() => void) | undefined) => ({
  text: t('没有这样的请假'),
  hint: decides
    ? t('组员申请请假后，会出现在“待我审批”，审批时可以一并安排替班。')
    : t('有事不能上班时在这里申请，组长审批后排班和日志随之变化。'),
  ...(ask && { action: { label: t('申请请假'), onClick: ask } }),
})

function leaveFilters(decides: boolean): Filter<'staffId' | 'since' | 'until'>[] {
  return [
    ...(decides
      ? [
          {
            key: 'staffId',
            label: t('请假的人'),
            control: 'remote',
            options: staffOptions,
            query: { purpose: 'agent' },
          } as const,
        ]
      : []),
    { from: 'since', to: 'until', label: t('日期'), control: 'days' },
  ]
}

function leaveColumns(show: (id: number) => void, decides: boolean): Column<Leave>[] {
  const open = (leave: Leave, text: string) => (
    <Button type="link" className="leave-open" onClick={() => show(leave.id)}>
      {text}
    </Button>
  )
  return [
    ...(decides ? [personColumn(open)] : []),
    {
      key: 'fromOn',
      title: t('时间'),
      width: 232,
      sort: true,
      words: leaveFormatters.span,
      pinned: !decides,
      phone: decides ? 'note' : 'name',
      ...(!decides && {
        render: (leave: Leave) => open(leave, leaveFormatters.span.of(leave, t, '') as string),
      }),
    },
    {
      key: 'kind',
      title: t('请假类型'),
      width: 80,
      phone: 'note',
      from: { field: 'kind', names: leaveKindNames },
    },
    {
      key: 'halfDays',
      title: t('时长（天）'),
      align: 'end',
      width: 64,
      words: leaveFormatters.days,
      phone: 'figure',
    },
    { key: 'reason', title: t('原因'), width: 240, phone: 'remark' },
    { key: 'createdAt', title: t('申请时间'), type: 'instant', width: 168, sort: true },
    { key: 'decidedByName', title: t('审批人'), width: 88 },
    { key: 'decidedAt', title: t('审批时间'), type: 'instant', hidden: true, width: 168 },
    { key: 'decisionNote', title: t('不同意的原因'), hidden: true, width: 200 },
    {
      key: 'status',
      title: t('状态'),
      phone: 'status',
      width: 88,
      from: { field: 'status', names: leaveStatusNames },
      render: ({ status }) => <LeaveTag status={status} />,
    },
  ]
}

const personColumn = (open: (leave: Leave, text: string) => React.ReactNode): Column<Leave> => ({
  key: 'staffName',
  title: t('请假的人'),
  pinned: true,
  phone: 'name',
  width: 128,
  render: (leave) => open(leave, leave.staffName),
})
