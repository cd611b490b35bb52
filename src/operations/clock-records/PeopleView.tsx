import { App, Button } from 'antd'
import { useState } from 'react'
import { formatCount } from '#kit/format.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { StaffPicker } from '#people/staff/ui/StaffPicker.tsx'
import { type ClockPerson, clock } from './contract.ts'
import { sourceNames } from './rules.ts'

/** 人员对应: who the people of the files are; unknown ones first, each to be bound once. */
export function PeopleView({ onImport }: { onImport: () => void }) {
  return (
    <ListPage
      endpoint={clock.people}
      name={t('文件里的人')}
      heading={{
        title: t('人员对应'),
        hint: t('账号或工号对应一次就记住；没有账号时，只有不重名的姓名能自动认出'),
      }}
      columns={columns()}
      filters={[]}
      exportable={false}
      empty={{
        text: t('还没有导入过打卡'),
        hint: t('导入以后，文件里的账号在这里对应到员工。'),
        action: { label: t('导入打卡'), onClick: onImport },
      }}
    />
  )
}

const columns = (): Column<ClockPerson>[] => [
  { key: 'name', title: t('文件里的姓名'), width: 128, pinned: true, phone: 'name' },
  { key: 'key', title: t('账号或工号'), width: 144, phone: 'note' },
  {
    key: 'source',
    title: t('来源'),
    width: 96,
    phone: 'note',
    from: { field: 'source', names: sourceNames },
  },
  { key: 'days', title: t('天数'), type: 'count', width: 72 },
  { key: 'lastOn', title: t('最近一天'), type: 'day', width: 112 },
  {
    key: 'state',
    title: t('状态'),
    width: 96,
    phone: 'status',
    render: ({ staffId, bound }) => <State known={staffId !== null} bound={bound} />,
  },
  {
    key: 'staffName',
    title: t('员工'),
    width: 296,
    phone: 'remark',
    render: (row) => <Bind key={`${row.id} ${row.staffId}`} person={row} />,
  },
]

function State({ known, bound }: { known: boolean; bound: boolean }) {
  if (!known) return <StatusTag tone="orange" label={t('待对应')} />
  return bound ? (
    <StatusTag tone="green" label={t('已对应')} />
  ) : (
    <StatusTag tone="blue" label={t('自动认出')} />
  )
}

/** Chooses the member of staff; a known person is changed on request. */
function Bind({ person }: { person: ClockPerson }) {
  const { source, key, name, staffId, staffName } = person
  const [editing, setEditing] = useState(staffId === null)
  const [chosen, choose] = useState<number>()
  const { message } = App.useApp()
  const bind = useAction(clock.bind, {
    onSuccess: ({ written }) =>
      void message.success(t('已对应“{name}”，写入 {n} 天打卡', { name, n: formatCount(written) })),
  })
  if (!editing) {
    return (
      <span className="clock-bound">
        {staffName}
        <Button type="link" size="small" onClick={() => setEditing(true)}>
          {t('改')}
        </Button>
      </span>
    )
  }
  return (
    <span className="clock-bind">
      <StaffPicker
        purpose="agent"
        value={chosen}
        onChange={choose}
        placeholder={staffName ?? t('选择客服')}
        aria-label={t('{name}是谁', { name })}
      />
      <Button
        disabled={!chosen}
        loading={bind.isPending}
        onClick={() => chosen && bind.mutate({ source, key, staffId: chosen })}
      >
        {t('对应')}
      </Button>
    </span>
  )
}
