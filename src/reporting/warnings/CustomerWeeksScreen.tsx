import { can, hideStoreSalary } from '#access/can.ts'
import { t } from '#kit/text.ts'
import { Change } from '#kit/ui/Change.tsx'
import { choicesOf } from '#kit/ui/choices.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { RecordLink } from '#kit/ui/trail.tsx'
import { type User, useUser } from '#kit/ui/user.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { warningFormatters } from './cellFormatters.ts'
import { RiskTag } from './WarningTags.tsx'
import { otherStores } from './warningColumns.tsx'
import { weekChoices } from './weekChoices.tsx'
import { type CustomerWeek, customerWeeks } from './weeksContract.ts'

/** 各客户一周: each customer's week with baseline and quota, highest churn score first. */
export function CustomerWeeksScreen() {
  const user = useUser()
  const companies = useCompanyChoices()
  return (
    <>
      <Watermark />
      <ListPage
        endpoint={customerWeeks.list}
        name={t('客户')}
        columns={columnsFor(user)}
        filters={[
          { key: 'keyword', label: t('客户'), control: 'text', placeholder: t('名称或编号') },
          { key: 'week', label: t('周'), control: 'select', options: weekChoices() },
          ...(companies.length > 0
            ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
            : []),
        ]}
        tabs={{
          key: 'risk',
          options: choicesOf({ high: '高风险', middle: '中风险', low: '低风险' }),
          counts: ({ riskCounts }) => ({
            ...riskCounts,
            all: Object.values(riskCounts).reduce((sum, count) => sum + count, 0),
          }),
        }}
        actions={[{ key: 'warnings', label: t('返回预警'), to: '/weekly-warning-customer-report' }]}
        rowKey={({ customerId }) => customerId}
        empty={{
          text: t('这一周还没有检查过'),
          hint: t('每周一 08:00 自动检查上一周，也可以在预警里检查。'),
        }}
      />
    </>
  )
}

function columnsFor(user: User): Column<CustomerWeek>[] {
  return [
    {
      key: 'customerName',
      title: t('客户'),
      pinned: true,
      phone: 'name',
      width: 168,
      sort: true,
      render: ({ customerId, customerName }) =>
        can(user, 'canReadCustomer') ? (
          <RecordLink to={`/customer-management/${customerId}`}>{customerName}</RecordLink>
        ) : (
          customerName
        ),
    },
    {
      key: 'score',
      title: t('流失风险'),
      width: 88,
      sort: true,
      phone: 'status',
      words: warningFormatters.risk,
      render: ({ risk, score }) => <RiskTag risk={risk} score={score} />,
    },
    {
      key: 'parts',
      title: t('理由'),
      width: 208,
      phone: 'remark',
      words: warningFormatters.reasons,
    },
    ...figures(),
    ...otherStores(user),
    ...(hideStoreSalary(user)
      ? []
      : [{ key: 'overageCents', title: t('超量金额'), type: 'money', width: 104 } as const]),
    {
      key: 'reported',
      title: t('数据'),
      width: 96,
      hidden: true,
      from: { field: 'reported', outOf: 'expected' },
    },
    { key: 'ownerName', title: t('负责商务'), width: 76 },
  ]
}

const figures = (): Column<CustomerWeek>[] => [
  { key: 'weekOn', title: t('周'), width: 116, phone: 'note', words: warningFormatters.week },
  { key: 'volume', title: t('当周咨询量'), type: 'count', width: 96, sort: true, phone: 'figure' },
  { key: 'baseline', title: t('基线'), type: 'count', width: 88, hidden: true },
  {
    key: 'changeBp',
    title: t('较基线'),
    type: 'rate',
    width: 84,
    sort: true,
    phone: 'figure',
    render: ({ changeBp }) => <Change bp={changeBp} />,
  },
  { key: 'useBp', title: t('包量使用'), type: 'rate', width: 92, sort: true },
]
