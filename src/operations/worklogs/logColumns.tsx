import { Button } from 'antd'
import { t } from '#kit/text.ts'
import { namesOf } from '#kit/ui/choices.tsx'
import type { Choice, Column } from '#kit/ui/list/declare.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import type { Shifts } from '#people/shifts/ui/useShifts.tsx'
import { worklogFormatters } from './cellFormatters.ts'
import type { Worklog } from './contract.ts'
import { statusNames, statusTones } from './rules.ts'

/** The columns of the review list; `companies` is empty for users who see a single company only. */
export function logColumns(
  show: (row: Worklog) => void,
  hasTeams: boolean,
  companies: Choice<string>[],
  shifts: Shifts,
): Column<Worklog>[] {
  return [
    authorColumn(show),
    { key: 'on', title: t('日期'), type: 'day', sort: true, width: 112, phone: 'note' },
    {
      key: 'shift',
      title: t('班次'),
      width: 88,
      phone: 'note',
      from: { field: 'shift', names: shifts.names },
      render: ({ shift, on, companyCode }) => shifts.nameOf(shift, on, companyCode),
    },
    ...(hasTeams ? [{ key: 'headName', title: t('组长'), width: 80 }] : []),
    ...(companies.length > 0 ? [companyColumn(companies)] : []),
    ...figureColumns(),
    ...words(),
    ...reviewColumns(),
  ]
}

const authorColumn = (show: (row: Worklog) => void): Column<Worklog> => ({
  key: 'staffName',
  title: t('客服'),
  pinned: true,
  phone: 'name',
  width: 96,
  render: (row) => (
    <Button type="link" className="log-open" onClick={() => show(row)}>
      {row.staffName}
    </Button>
  ),
})

const companyColumn = (companies: Choice<string>[]): Column<Worklog> => ({
  key: 'companyCode',
  title: t('公司'),
  hidden: true,
  width: 168,
  from: { field: 'companyCode', names: namesOf(companies) },
})

const figureColumns = (): Column<Worklog>[] => [
  { key: 'handledUsers', title: t('接待人数'), type: 'count', width: 88, phone: 'figure' },
  {
    key: 'lineCount',
    title: t('有数据'),
    hint: t('有数据的店铺昵称数和全部，数据来自平台文件或手工填写'),
    align: 'end',
    width: 80,
    words: worklogFormatters.filled,
  },
  {
    key: 'differingCount',
    title: t('差异'),
    hint: t('手工填写与平台文件不同的行数，以平台文件为准'),
    type: 'count',
    width: 84,
  },
  { key: 'hours', title: t('工时'), align: 'end', width: 64, words: worklogFormatters.hours },
]

const words = (): Column<Worklog>[] => [
  { key: 'summary', title: t('小结'), width: 240, phone: 'remark' },
  { key: 'problems', title: t('问题'), hidden: true, width: 200 },
  { key: 'suggestions', title: t('建议'), hidden: true, width: 200 },
  { key: 'handover', title: t('交接'), hidden: true, width: 200 },
  { key: 'reviewNote', title: t('退回原因'), hidden: true, width: 200 },
]

const reviewColumns = (): Column<Worklog>[] => [
  { key: 'submittedAt', title: t('提交时间'), type: 'instant', sort: true, width: 168 },
  { key: 'reviewedByName', title: t('审核人'), hidden: true, width: 88 },
  { key: 'reviewedAt', title: t('审核时间'), type: 'instant', hidden: true, width: 168 },
  {
    key: 'status',
    title: t('状态'),
    phone: 'status',
    width: 96,
    from: { field: 'status', names: statusNames },
    render: ({ status }) => <StatusTag tone={statusTones[status]} label={t(statusNames[status])} />,
  },
]
