import { useCompanyChoices } from '#features/companies/CompanyPicker.tsx'
import { useOpenNumber } from '#features/reports/DaysDrawer.tsx'
import { dayColumn } from '#features/reports/dayColumn.tsx'
import { ReportViews, useReportView } from '#features/reports/ReportViews.tsx'
import { usePeriod, usualDays } from '#features/reports/reportDays.tsx'
import { customerFilters } from '#features/reports/reportFilters.tsx'
import { useCompare } from '#features/reports/useOverview.tsx'
import { courseColumn, sumColumn } from '#features/reports/volumeParts.tsx'
import { daysBetween } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { CustomerBars } from './CustomerBars.tsx'
import { CustomerDaysDrawer } from './CustomerDaysDrawer.tsx'
import { CustomerSummary } from './CustomerSummary.tsx'
import type { CustomerPeriod } from './contract.ts'
import { customerReports } from './contract.ts'
import { customerColumns, figureColumns } from './customerColumns.tsx'
import { customersOfAll, customersOfPage, daysOfAll, daysOfPage } from './customerTotals.tsx'
import '#features/reports/reports.css'

/** 客户日咨询量: what the stores of every customer were asked, together. */
export function DailyCustomerScreen() {
  const { from, to } = usePeriod()
  const [customer, open] = useOpenNumber('customer')
  const View = useReportView() === 'days' ? CustomerDays : Customers
  return (
    <>
      <View open={open} />
      {customer !== undefined && (
        <CustomerDaysDrawer customerId={customer} from={from} to={to} onClose={() => open(undefined)} />
      )}
    </>
  )
}

interface ViewProps {
  open: (customerId: number) => void
}

function useParts({ open }: ViewProps) {
  const user = useUser()
  const companies = useCompanyChoices()
  const only = [
    { value: 'missing', label: t('有店缺数据') },
    { value: 'falls', label: t('较 7 日均值跌 40% 以上') },
  ]
  return {
    filters: customerFilters(user, companies, only),
    initial: { ...usualDays() },
    actionsAt: 'title' as const,
    summary: ({ query }: { query: Record<string, unknown> }) => (
      <CustomerSummary query={query} onOpen={open} />
    ),
    heading: {
      title: t('客户明细'),
      hint: t('缺数据、大跌在前；红色：跌 40% 以上'),
      views: <ReportViews whole={t('客户明细')} />,
    },
    rowActions: (row: { customerId: number }) => [
      { key: 'days', label: t('明细'), onClick: () => open(row.customerId) },
    ],
    empty: {
      text: t('这段时间没有需要上报的店铺'),
      hint: t('客户名下有试单或服务中的店铺时，这里每位客户一行；请换一段日期或放宽筛选。'),
    },
    place: customerColumns(user, companies),
  }
}

/** A row a customer: the last day, and what the period adds up to. */
function Customers(props: ViewProps) {
  const { place, ...shared } = useParts(props)
  const { from, to, word } = usePeriod()
  const [compare] = useCompare()
  const days = daysBetween(from, to) + 1
  return (
    <ListPage
      endpoint={customerReports.dailyCustomerCustomers}
      name={t('客户日咨询量')}
      {...shared}
      columns={[
        ...place,
        ...figureColumns(t('{day}（人）', { day: word }), compare),
        ...(days > 1 ? [sumColumn(days), courseColumn<CustomerPeriod>((row) => row.customerName)] : []),
      ]}
      rowKey={(row) => row.customerId}
      pageTotals={customersOfPage}
      allTotals={customersOfAll}
      chart={({ items }) => <CustomerBars rows={items} onOpen={props.open} />}
    />
  )
}

/** A row a customer and day. */
function CustomerDays(props: ViewProps) {
  const { place, ...shared } = useParts(props)
  const [compare] = useCompare()
  return (
    <ListPage
      endpoint={customerReports.dailyCustomer}
      name={t('客户每日咨询量')}
      {...shared}
      columns={[
        ...place.slice(0, 1),
        dayColumn(true),
        ...place.slice(1),
        ...figureColumns(t('咨询量（人）'), compare),
      ]}
      rowKey={(row) => `${row.customerId} ${row.on}`}
      pageTotals={daysOfPage}
      allTotals={daysOfAll}
    />
  )
}
