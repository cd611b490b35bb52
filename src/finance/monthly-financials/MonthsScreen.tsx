import { TiesPanel } from '#billing/receivables/ties/ui/TiesPanel.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { PageHeader } from '#kit/ui/PageHeader.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { PageActions } from '#kit/ui/page.tsx'
import { FiguresSkeleton, TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { ClosingPanel } from './ClosingPanel.tsx'
import { ForecastPanel } from './ForecastPanel.tsx'
import { MonthFigures } from './MonthFigures.tsx'
import { MonthsPanel } from './MonthsPanel.tsx'
import { MonthTools } from './MonthTools.tsx'
import { MonthTrend } from './MonthTrend.tsx'
import { PartsList } from './PartsList.tsx'
import { RecurringBridge } from './RecurringBridge.tsx'
import type { MonthSelection } from './useMonths.tsx'
import { useMonths } from './useMonths.tsx'
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
