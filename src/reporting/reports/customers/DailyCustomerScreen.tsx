import { reachOf } from '#access/can.ts'
import type { Day } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import {
  byDay,
  DailyReport,
  listProps,
  type SummaryProps,
  useColumnOptions,
  type ViewProps,
} from '#reporting/reports/DailyReport.tsx'
import { daysAction, explainAction } from '#reporting/reports/reportActions.tsx'
import { customerFilters } from '#reporting/reports/reportFilters.tsx'
import type { SplitChoice } from '#reporting/reports/trendLines.tsx'
import { VolumeBars } from '#reporting/reports/VolumeBars.tsx'
import { type PanelTexts, VolumePanels } from '#reporting/reports/VolumePanels.tsx'
import { updatedColumn } from '#reporting/reports/volumeColumns.tsx'
import { sparklineColumn, sumColumn } from '#reporting/reports/volumeParts.tsx'
import { CustomerDaysDrawer } from './CustomerDaysDrawer.tsx'
import { type CustomerPeriod, customerReports } from './contract.ts'
import { customerBar, customerColumns, figureColumns } from './customerColumns.tsx'
import { customersOfAll, customersOfPage, daysOfAll, daysOfPage } from './totals.ts'

/** 客户日咨询量: the volume of each customer, summed over its stores. */
export function DailyCustomerScreen() {
  return <DailyReport opens="customer" subjects={Customers} days={CustomerDays} drawer={CustomerDaysDrawer} />
}

function useListProps(view: ViewProps) {
  const user = useUser()
  const companies = useCompanyChoices()
  const only = [
    { value: 'missing', label: t('有店缺数据') },
    { value: 'falls', label: t('较 7 日均值跌 40% 以上') },
  ]
  return {
    ...listProps(view, {
      title: t('客户明细'),
      hint: t('缺数据、大跌在前；红色：跌 40% 以上'),
      summary: CustomerSummary,
    }),
    filters: customerFilters(user, companies, only),
    rowActions: ({ customerId, on }: { customerId: number; on: Day }) => [
      daysAction(() => view.open(customerId)),
      explainAction(() => view.explain({ customerId }, on)),
    ],
    empty: {
      text: t('这段时间没有需要上报的店铺'),
      hint: t('客户名下有试单或服务中的店铺时，这里每位客户一行；请换一段日期或放宽筛选。'),
    },
    place: customerColumns(user, companies),
  }
}

/** A row per customer: the last day, and the period's sum. */
function Customers(props: ViewProps) {
  const { place, ...shared } = useListProps(props)
  const { days, word, compare } = useColumnOptions()
  return (
    <ListPage
      endpoint={customerReports.dailyCustomerCustomers}
      name={t('客户日咨询量')}
      {...shared}
      columns={[
        ...place,
        ...figureColumns(t('{day}（人）', { day: word }), compare),
        ...(days > 1 ? [sumColumn(days), sparklineColumn<CustomerPeriod>((row) => row.customerName)] : []),
      ]}
      rowKey={(row) => row.customerId}
      pageTotals={customersOfPage}
      allTotals={customersOfAll}
      chart={({ items }) => (
        <VolumeBars label={t('各客户咨询量')} rows={items} nameOf={customerBar} onOpen={props.open} />
      )}
    />
  )
}

/** A row per customer and day. */
function CustomerDays(props: ViewProps) {
  const { place, ...shared } = useListProps(props)
  const { compare } = useColumnOptions()
  return (
    <ListPage
      endpoint={customerReports.dailyCustomer}
      name={t('客户每日咨询量')}
      {...shared}
      columns={[...byDay(place), ...figureColumns(t('咨询量（人）'), compare), updatedColumn()]}
      rowKey={(row) => `${row.customerId} ${row.on}`}
      pageTotals={daysOfPage}
      allTotals={daysOfAll}
    />
  )
}

/** The figures, the trend and the top customers of 客户日咨询量. */
function CustomerSummary({ query, onOpen }: SummaryProps) {
  const seesOneOwner = reachOf(useUser(), 'canReadCustomer') === 'own'
  const splits: SplitChoice[] = [
    { value: 'total', label: t('合计') },
    { value: 'platform', label: t('按平台') },
    ...(seesOneOwner ? [] : [{ value: 'owner' as const, label: t('按商务') }]),
  ]
  const words: PanelTexts<CustomerPeriod> = {
    subject: 'stores',
    module: t('客户日咨询量'),
    label: t('每日咨询量'),
    hint: t('人次；空心点表示当天未报齐'),
    splits,
    top: t('前 8 位客户'),
    nameOf: customerBar,
    none: {
      most: t('导入后，这里按咨询量排列客户。'),
      falls: (n) => ({
        text: t('没有客户下跌，比较了 {n} 家店', { n }),
        hint: t('只比较两天都有数据的店铺，没有客户的咨询量减少。'),
      }),
    },
  }
  return (
    <VolumePanels
      endpoint={customerReports.dailyCustomerOverview}
      weekdays={customerReports.dailyCustomerWeekdays}
      query={query}
      words={words}
      onOpen={onOpen}
    />
  )
}
