import { t } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import type { Assignment } from './assignments/contract.ts'
import { dutyNames } from './assignments/rules.ts'
import { spanFormatters } from './cellFormatters.ts'
import { spanColumns } from './SpanTag.tsx'

/** The columns of the assignments of a store; `shifts` maps codes to names. */
export function assignmentColumns(shifts: Record<string, string>): Column<Assignment>[] {
  return [
    { key: 'staffName', title: t('客服'), pinned: true, phone: 'name', width: 112 },
    { key: 'duty', title: t('职责'), phone: 'note', width: 72, from: { field: 'duty', names: dutyNames } },
    { key: 'shift', title: t('班次'), phone: 'note', width: 96, from: { field: 'shift', names: shifts } },
    {
      key: 'sharePercent',
      title: t('占比'),
      hint: t('此人分得的店铺工资比例'),
      width: 80,
      align: 'end',
      words: spanFormatters.share,
    },
    ...spanColumns<Assignment>(),
  ]
}
