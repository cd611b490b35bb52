import type * as z from 'zod'
import { t } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { figureFormatters } from './cellFormatters.ts'
import type { Correction, figures } from './contract.ts'
import type { Question } from './contractQuestions.ts'
import { endingNames, metricNames, outcomeNames, statusNames } from './rules.ts'

export type Difference = z.output<typeof figures.differences.output>['items'][number]
type Pending = z.output<typeof figures.pending.output>['items'][number]

export function questionColumns(): Column<Question>[] {
  return [
    { key: 'subjectName', title: t('店铺或客户'), pinned: true, phone: 'name', width: 168 },
    { key: 'metric', title: t('指标'), width: 80, from: { field: 'metric', names: metricNames } },
    { key: 'days', title: t('日期'), width: 176, words: figureFormatters.days, phone: 'note' },
    { key: 'question', title: t('哪里不对'), width: 160, phone: 'remark' },
    { key: 'createdByName', title: t('提出人'), width: 72 },
    { key: 'ownerName', title: t('核对人'), width: 72, words: figureFormatters.owner },
    {
      key: 'status',
      title: t('状态'),
      width: 88,
      phone: 'status',
      words: figureFormatters.answered,
      render: (row) => (
        <StatusTag
          tone={row.status === 'open' ? 'orange' : 'green'}
          label={t(row.outcome ? outcomeNames[row.outcome] : statusNames[row.status])}
        />
      ),
    },
    { key: 'answer', title: t('答复'), width: 160 },
    { key: 'createdAt', title: t('提出时间'), type: 'instant', hidden: true },
  ]
}

export function correctionColumns(): Column<Correction>[] {
  return [
    { key: 'storeName', title: t('店铺'), pinned: true, phone: 'name', width: 168 },
    { key: 'on', title: t('日期'), type: 'day', width: 104, phone: 'note' },
    { key: 'nick', title: t('昵称'), width: 120, words: figureFormatters.nick },
    { key: 'measure', title: t('更正的数'), width: 104, words: figureFormatters.measure },
    { key: 'oldValue', title: t('更正前'), type: 'count', width: 76 },
    { key: 'newValue', title: t('更正后'), type: 'count', width: 76, phone: 'figure' },
    { key: 'reason', title: t('原因'), width: 160, phone: 'remark' },
    { key: 'createdByName', title: t('更正人'), width: 72 },
    {
      key: 'endedWhy',
      title: t('状态'),
      width: 104,
      phone: 'status',
      words: figureFormatters.ended,
      render: (row) => (
        <StatusTag
          tone={row.endedWhy ? 'grey' : 'green'}
          label={t(row.endedWhy ? endingNames[row.endedWhy] : '在用')}
        />
      ),
    },
    { key: 'createdAt', title: t('更正时间'), type: 'instant', hidden: true },
  ]
}

export function differenceColumns(): Column<Difference>[] {
  return [
    { key: 'storeName', title: t('店铺'), pinned: true, phone: 'name', width: 200 },
    { key: 'on', title: t('日期'), type: 'day', sort: true, width: 112, phone: 'note' },
    { key: 'nick', title: t('昵称'), width: 180, words: figureFormatters.nick },
    {
      key: 'sides',
      title: t('填报 → 导入'),
      width: 320,
      phone: 'remark',
      words: figureFormatters.sides,
    },
  ]
}

export function pendingColumns(): Column<Pending>[] {
  return [
    { key: 'storeName', title: t('店铺'), pinned: true, phone: 'name', width: 200 },
    { key: 'on', title: t('日期'), type: 'day', sort: true, width: 112, phone: 'note' },
    {
      key: 'pending',
      title: t('平台还在统计的'),
      width: 280,
      phone: 'remark',
      words: figureFormatters.pending,
    },
    { key: 'nicks', title: t('昵称数'), type: 'count', width: 88, phone: 'figure' },
    { key: 'updatedAt', title: t('导入时间'), type: 'instant', width: 170 },
  ]
}
