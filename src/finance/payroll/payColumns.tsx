import { Link } from 'react-router'
import { t } from '#kit/text.ts'
import { namesOf } from '#kit/ui/choices.tsx'
import type { Choice, Column } from '#kit/ui/list/declare.tsx'
import type { PayRow } from './contract.ts'

/**
 * Columns of the payroll list; `companies` is empty for users who see one company only; `linkTo` returns the link to a
 * person's month.
 */
export function payColumns(companies: Choice<string>[], linkTo: (id: number) => string): Column<PayRow>[] {
  return [
    {
      ...{ key: 'staffName', title: t('员工'), pinned: true, phone: 'name', width: 104, sort: true },
      render: ({ staffId, staffName }) => <Link to={linkTo(staffId)}>{staffName}</Link>,
    },
    { key: 'headName', title: t('组长'), phone: 'note', hidden: true, width: 88 },
    ...(companies.length > 0 ? [companyColumn(companies)] : []),
    ...personalColumns(),
    ...storeColumns(),
    { key: 'totalCents', title: t('合计'), type: 'money', sort: true, phone: 'figure', width: 104 },
    { key: 'changeCents', title: t('较上月'), type: 'money', sort: true, phone: 'figure', width: 104 },
  ]
}

const companyColumn = (companies: Choice<string>[]): Column<PayRow> => ({
  key: 'companyCode',
  title: t('公司'),
  hidden: true,
  width: 136,
  from: { field: 'companyCode', names: namesOf(companies) },
})

const personalColumns = (): Column<PayRow>[] => [
  {
    ...{ key: 'attendedDays', title: t('出勤'), align: 'end', phone: 'status', width: 88 },
    from: { field: 'attendedDays', outOf: 'owedDays' },
    hint: t('有已通过日志的天数 / 应出勤的天数，含更正；没有排班的按在职天数'),
  },
  { key: 'agreedBaseCents', title: t('底薪标准'), type: 'money', hidden: true, width: 112 },
  {
    ...{ key: 'baseCents', title: t('基本工资'), type: 'money', sort: true, width: 104 },
    hint: t('底薪标准 × 出勤；当月入职、离职的再乘在职天数 / 当月天数'),
  },
  { key: 'seniorityCents', title: t('工龄工资'), type: 'money', width: 88 },
]

const storeColumns = (): Column<PayRow>[] => [
  {
    ...{ key: 'storeCents', title: t('店铺工资'), type: 'money', sort: true, width: 104 },
    hint: t('Σ 每天的店铺工资 × 占比 / 当月天数，只算分配给本人且服务中的日子'),
  },
  { key: 'stores', title: t('店铺数'), type: 'count', hidden: true, width: 80 },
  {
    ...{ key: 'commissionCents', title: t('提成'), type: 'money', sort: true, width: 104 },
    hint: t('平台文件里本人的销售额 × 提成比例，按店铺'),
  },
  { key: 'correctionCents', title: t('更正合计'), type: 'money', sort: true, width: 96 },
]
