import { useState } from 'react'
import { hideCompany } from '#access/can.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { audienceField, yearFilter } from './audience.tsx'
import { calendarFormatters } from './cellFormatters.ts'
import { type Holiday, holidays } from './contract.ts'
import { kindNames } from './rules.ts'

/** 节假日: lists the holidays and the weekend days worked for them. The roster and the reports show their names. */
export function HolidaysTab() {
  const [open, setOpen] = useState<Holiday | 'new' | null>(null)
  const remove = useAction(holidays.remove)
  return (
    <>
      <ListPage
        endpoint={holidays.list}
        name={t('节假日')}
        rowKey={({ id }) => id}
        heading={{
          title: t('节假日'),
          hint: t('2027 年的调休上班日国务院还没有公布，公布后请在这里补上'),
        }}
        columns={columns()}
        filters={[yearFilter()]}
        actions={[
          { key: 'new', icon: 'plus', primary: true, label: t('添加日子'), onClick: () => setOpen('new') },
        ]}
        rowActions={(row) => [
          row.mine && { key: 'edit', label: t('编辑'), onClick: () => setOpen(row) },
          row.mine && {
            key: 'remove',
            label: t('删除'),
            danger: true,
            confirm: t('{day} {name}会变回平常的一天。', { day: row.on, name: row.name }),
            onClick: () => remove.mutateAsync({ id: row.id }),
          },
        ]}
        empty={{ text: t('这一年还没有节假日'), hint: t('国务院公布放假安排后，在这里添加。') }}
      />
      <DayForms open={open} onClose={() => setOpen(null)} />
    </>
  )
}

function DayForms({ open, onClose }: { open: Holiday | 'new' | null; onClose: () => void }) {
  const user = useUser()
  const kind = { key: 'kind', kind: 'select', options: choicesOf(kindNames) } as const
  const edited = open === 'new' ? null : open
  return (
    <>
      <FormModal
        open={open === 'new'}
        onClose={onClose}
        title={t('添加节假日')}
        endpoint={holidays.create}
        defaults={{ kind: 'holiday', audience: hideCompany(user) ? 'company' : 'all' }}
        fields={[
          { key: 'name', placeholder: t('如：国庆节') },
          kind,
          { key: 'fromOn', kind: 'day' },
          { key: 'toOn', kind: 'day', placeholder: t('不填就是一天') },
          !hideCompany(user) && audienceField(),
        ]}
        doneText={t('已添加')}
      />
      <FormModal
        open={edited !== null}
        onClose={onClose}
        title={t('编辑 {day}', { day: edited?.on ?? '' })}
        endpoint={holidays.update}
        {...(edited && { record: edited })}
        fields={[{ key: 'name' }, kind]}
      />
    </>
  )
}

function columns(): Column<Holiday>[] {
  return [
    { key: 'on', title: t('日期'), type: 'day', pinned: true, phone: 'name', sort: true, width: 128 },
    { key: 'weekday', title: t('星期'), width: 88, phone: 'note', words: calendarFormatters.weekday },
    { key: 'name', title: t('名称'), phone: 'note', width: 160 },
    {
      key: 'kind',
      title: t('类型'),
      width: 104,
      phone: 'status',
      from: { field: 'kind', names: kindNames },
      render: ({ kind }) => (
        <StatusTag tone={kind === 'holiday' ? 'green' : 'orange'} label={t(kindNames[kind])} />
      ),
    },
    { key: 'audience', title: t('适用范围'), width: 112, words: calendarFormatters.audience },
    { key: 'updatedByName', title: t('更新人'), width: 96 },
  ]
}
