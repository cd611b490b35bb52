import { useState } from 'react'
import { hideCompany } from '#access/can.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { audienceField, yearFilter } from './audience.tsx'
import { calendarFormatters } from './cellFormatters.ts'
import { type PromotionPeriod, promotionPeriods } from './contract.ts'

/** 促销周: weeks that are excluded from volume warnings and from comparisons with later weeks. */
export function PromotionsTab() {
  const [open, setOpen] = useState<PromotionPeriod | 'new' | null>(null)
  const remove = useAction(promotionPeriods.remove)
  return (
    <>
      <ListPage
        endpoint={promotionPeriods.list}
        name={t('促销周')}
        rowKey={({ id }) => id}
        heading={{ title: t('促销周'), hint: t('含有这些日子的周不预警，也不作以后各周的比较') }}
        columns={columns()}
        filters={[yearFilter()]}
        actions={[
          { key: 'new', icon: 'plus', primary: true, label: t('添加促销'), onClick: () => setOpen('new') },
        ]}
        rowActions={(row) => [
          row.mine && { key: 'edit', label: t('编辑'), onClick: () => setOpen(row) },
          row.mine && {
            key: 'remove',
            label: t('删除'),
            danger: true,
            confirm: t('{name}的这几周会重新参加预警和比较。', { name: row.name }),
            onClick: () => remove.mutateAsync({ id: row.id }),
          },
        ]}
        empty={{ text: t('这一年还没有促销周'), hint: t('添加 618、双11 等大促，它们的周不会触发预警。') }}
      />
      <PeriodForms open={open} onClose={() => setOpen(null)} />
    </>
  )
}

function PeriodForms({ open, onClose }: { open: PromotionPeriod | 'new' | null; onClose: () => void }) {
  const user = useUser()
  const edited = open === 'new' ? null : open
  const days = [
    { key: 'fromOn', kind: 'day', notClearable: true },
    { key: 'toOn', kind: 'day', notClearable: true },
  ] as const
  return (
    <>
      <FormModal
        open={open === 'new'}
        onClose={onClose}
        title={t('添加促销')}
        endpoint={promotionPeriods.create}
        defaults={{ audience: hideCompany(user) ? 'company' : 'all' }}
        fields={[{ key: 'name', placeholder: t('如：双11') }, ...days, !hideCompany(user) && audienceField()]}
        doneText={t('已添加')}
      />
      <FormModal
        open={edited !== null}
        onClose={onClose}
        title={t('编辑{name}', { name: edited?.name ?? '' })}
        endpoint={promotionPeriods.update}
        {...(edited && { record: edited })}
        fields={[{ key: 'name' }, ...days]}
      />
    </>
  )
}

function columns(): Column<PromotionPeriod>[] {
  return [
    { key: 'name', title: t('名称'), pinned: true, phone: 'name', width: 160 },
    { key: 'fromOn', title: t('开始日期'), type: 'day', sort: true, phone: 'note', width: 128 },
    { key: 'toOn', title: t('结束日期'), type: 'day', phone: 'note', width: 128 },
    {
      key: 'days',
      title: t('天数'),
      type: 'count',
      width: 80,
      phone: 'figure',
      words: calendarFormatters.days,
    },
    { key: 'audience', title: t('适用范围'), width: 112, words: calendarFormatters.audience },
    { key: 'updatedByName', title: t('更新人'), width: 96 },
  ]
}
