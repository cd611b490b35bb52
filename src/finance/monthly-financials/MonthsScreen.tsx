import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { receivableForecast } from '#billing/customer-bills/forecast/contract.ts'
import { forecastPath } from '#billing/customer-bills/forecast/rules.ts'
import { TiesPanel } from '#billing/receivables/ties/ui/TiesPanel.tsx'
import { monthBefore } from '#kit/calendar.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { axisTicks } from '#kit/ui/chart/geometry.ts'
import { PlainRange } from '#kit/ui/choice/PlainRange.tsx'
import { SelectField } from '#kit/ui/choice/SelectField.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { LineChart, type Series } from '#kit/ui/LineChart.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import type { ExportColumn } from '#kit/ui/list/workbook.ts'
import { PageHeader } from '#kit/ui/PageHeader.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { PageActions } from '#kit/ui/page.tsx'
import { PrintButton } from '#kit/ui/print/PrintButton.tsx'
import { FiguresSkeleton, TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { useSheetExport } from '#kit/ui/useSheetExport.tsx'
import { type View, ViewSwitch } from '#kit/ui/ViewSwitch.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { ClosingPanel } from './ClosingPanel.tsx'
import { MonthFigures } from './MonthFigures.tsx'
import type { MonthRangeProps } from './MonthRange.tsx'
import { MonthsPanel } from './MonthsPanel.tsx'
import { isEmpty, sectionsOf } from './monthLines.ts'
import { shortMoney, shortUnit, statusText } from './monthTexts.tsx'
import { PartsList } from './PartsList.tsx'
import { RecurringBridge } from './RecurringBridge.tsx'
import { monthWithDrafts } from './rules.ts'
import { ForecastTable } from './ui/ForecastTable.tsx'
import { useBasis } from './useBasis.tsx'
import { ALL_COMPANIES, type MonthSelection, thisMonth, useAddress, useMonths } from './useMonths.tsx'
import { usePairOf } from './usePair.tsx'
import './months.css'

/** 历史月度财务报表: revenue, costs and profit of each month, and the closing of a month. */
export function MonthsScreen() {
  const { call, sight: selection } = useMonths()
  return (
    <div className="months">
      <Watermark />
      <PageHeader description={t('金额含税，单位元；押金是负债，不计入收入')} />
      <Loaded call={call} skeleton={<ScreenSkeleton />} panel>
        {() => (selection ? <Months selection={selection} /> : <ScreenSkeleton />)}
      </Loaded>
    </div>
  )
}

function Months({ selection }: { selection: MonthSelection }) {
  const tools = <MonthTools selection={selection} />
  // A month before the books begin has no figures.
  const isBegun = selection.month.status !== 'before'
  return (
    <>
      {usePhone() ? <div className="months-tools">{tools}</div> : <PageActions>{tools}</PageActions>}
      <PrintedLine selection={selection} />
      {isBegun && <ForecastPanel selection={selection} />}
      {isBegun && <MonthFigures selection={selection} />}
      <div className="months-columns">
        <div className="months-main">
          <MonthsPanel selection={selection} />
          <MonthTrend selection={selection} />
        </div>
        <div className="months-side not-printed">
          <ClosingPanel selection={selection} />
          {isBegun && (
            <TiesPanel month={selection.month.month} companyCode={selection.companyFilter.companyCode} />
          )}
          {isBegun && <RecurringBridge selection={selection} />}
        </div>
      </div>
      {isBegun && <PartsList selection={selection} />}
    </>
  )
}

/** Company and months, printed only: the controls that show them are not printed. */
function PrintedLine({
  selection: { months, companyFilter, isConsolidated },
}: {
  selection: MonthSelection
}) {
  const user = useUser()
  const companies = useCompanyChoices()
  const companyName =
    companies.find(({ value }) => value === companyFilter.companyCode)?.label ?? user.companyName
  const span = { from: months[0]?.month ?? '', to: months.at(-1)?.month ?? '' }
  return (
    <p className="only-printed">
      {isConsolidated ? t('全部公司') : companyName} · {t('{from} 至 {to}', span)}
    </p>
  )
}

function ScreenSkeleton() {
  return (
    <>
      <FiguresSkeleton count={5} />
      <Panel>
        <TextSkeleton rows={12} />
      </Panel>
    </>
  )
}

/** Month of the forecast: the selected month if it is open, else the current month. */
const forecastMonth = ({ month }: MonthSelection): string =>
  month.status === 'closed' ? thisMonth() : month.month

/** Forecast of an open month, compared with the previous month. It is never mixed with actual results. */
function ForecastPanel({ selection }: { selection: MonthSelection }) {
  const { companyFilter, months, isClosed } = selection
  const month = forecastMonth(selection)
  const of = {
    month,
    pageSize: 1,
    ...(companyFilter.companyCode ? { companyCode: [companyFilter.companyCode] } : {}),
  }
  // A closed month has no forecast: stop requesting it once it is closed.
  const enabled = () => !isClosed(month)
  const call = useCall(receivableForecast.read, of, { messagePlace: 'inPage', enabled })
  const before = months.find((one) => one.month === monthBefore(month))
  return (
    <Panel
      className="not-printed"
      title={t('{month} 预计', { month })}
      actions={<Link to={forecastPath(month)}>{t('逐店查看')}</Link>}
    >
      <Loaded call={call}>
        {(forecast) => (
          <ForecastTable forecast={forecast} before={before && monthWithDrafts(before, forecast.parts)} />
        )}
      </Loaded>
    </Panel>
  )
}

const MonthRange = lazyPart<'MonthRange', MonthRangeProps>(() => import('./MonthRange.tsx'), 'MonthRange')

/** Page tools: company, range of months, print and export. */
function MonthTools({ selection }: { selection: MonthSelection }) {
  const save = useMonthsExport(selection)
  return (
    <>
      <CompanySelect selection={selection} />
      <MonthRangeField selection={selection} />
      <PrintButton />
      <Button icon={<Icon name="download" />} disabled={!save} onClick={() => void save?.()}>
        {t('导出')}
      </Button>
    </>
  )
}

/** For an admin of the headquarters: selects one company, or all of them together. */
function CompanySelect({ selection: { companyFilter, isConsolidated } }: { selection: MonthSelection }) {
  const companies = useCompanyChoices()
  const go = useAddress()
  if (companies.length === 0) return null
  return (
    <SelectField
      none="fixed"
      className="months-company"
      aria-label={t('公司')}
      value={isConsolidated ? ALL_COMPANIES : (companyFilter.companyCode ?? '')}
      options={[{ value: ALL_COMPANIES, label: t('全部公司') }, ...companies]}
      popupMatchSelectWidth={false}
      onChange={(companyCode) => go({ companyCode })}
    />
  )
}

function MonthRangeField({ selection: { months } }: { selection: MonthSelection }) {
  const go = useAddress()
  const field = { className: 'months-range', value: [months[0]?.month, months.at(-1)?.month] as const }
  return (
    <PlainRange {...field} placeholder={[t('开始月份'), t('结束月份')]} preload={MonthRange.preload}>
      <MonthRange
        {...field}
        latest={thisMonth()}
        onChange={(from, to) => go({ from, to, month: undefined })}
      />
    </PlainRange>
  )
}

/** 各月走势: accrued revenue, cash received, gross and net; hidden for a single month, or if all sums are 0. */
function MonthTrend({ selection: { months } }: { selection: MonthSelection }) {
  const [view, setView] = useState<View>('chart')
  if (months.length < 2 || isEmpty(months)) return null
  const series = [
    { name: t('应计收入'), values: months.map(({ sums }) => sums.revenueCents) },
    { name: t('现金收款'), values: months.map(({ sums }) => sums.cashCents) },
    { name: t('毛利'), values: months.map(({ sums }) => sums.grossCents) },
    { name: t('净利'), values: months.map(({ sums }) => sums.netCents) },
  ]
  return (
    <Panel
      title={t('各月走势')}
      hint={shortUnit()}
      actions={<ViewSwitch view={view} onChange={setView} />}
      className="not-printed"
    >
      <LineChart
        label={t('各月走势')}
        days={months.map(({ month }) => month)}
        isByMonth
        series={series}
        format={shortMoney}
        ticks={ticksOf(series)}
        view={view}
      />
    </Panel>
  )
}

/** 分 in the smallest step of the axis, so that its ticks are round numbers in the displayed unit. */
const STEP = 10_000

/** Ticks from the lowest to the highest value, including 0; negative for losses. */
function ticksOf(series: readonly Series[]): number[] {
  const values = series.flatMap(({ values: all }) => all.map((value) => value ?? 0))
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const up = axisTicks(Math.max(high, -low) / STEP)
  const step = (up[1] ?? 1) * STEP
  const below = Math.ceil(-low / step)
  const above = Math.max(1, Math.ceil(high / step))
  return Array.from({ length: below + above + 1 }, (_, at) => (at - below) * step)
}

/**
 * 导出: one row per month and one column per line, as displayed; for a comparison only its two months. Undefined until
 * these are loaded, because a file with all months would be wrong.
 */
function useMonthsExport({
  months: all,
  companyFilter,
  isConsolidated,
}: MonthSelection): (() => Promise<void>) | undefined {
  const save = useSheetExport()
  const companies = useCompanyChoices()
  const { isPair, months: pair } = usePairOf(companyFilter)
  const months = pair ?? all
  const [basis] = useBasis()
  const lines = sectionsOf(basis).flatMap((section) => section.lines)
  const columns: ExportColumn[] = [
    { title: t('月份'), type: 'text' },
    { title: t('状态'), type: 'text' },
    ...lines.map(({ title, type }): ExportColumn => ({ title: t(title), type })),
  ]
  const [first, last] = [months[0]?.month ?? '', months.at(-1)?.month ?? '']
  if (isPair && !pair) return undefined
  return () =>
    save({
      list: 'list.monthly-financials',
      module: t('月度财务'),
      columns,
      period: first === last ? first : `${first}–${last}`,
      company: isConsolidated
        ? t('全部公司')
        : companies.find(({ value }) => value === companyFilter.companyCode)?.label,
      filters: [
        pair
          ? t('比较：{a} 与 {b}', { a: first, b: last })
          : t('月份：{from} 至 {to}', { from: first, to: last }),
        ...(isConsolidated ? [t('公司：全部')] : []),
        ...(companyFilter.companyCode ? [t('公司：{code}', { code: companyFilter.companyCode })] : []),
      ],
      rows: months.map((month) => [
        month.month,
        statusText(month),
        ...lines.map((line) => line.value(month)),
      ]),
    })
}
