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
import type { Sight } from './useMonths.tsx'
import { useMonths } from './useMonths.tsx'
import './months.css'

/** 历史月度财务报表: revenue, costs and profit of each month, and the closing of a month. */
export function MonthsScreen() {
  const { call, sight } = useMonths()
  return (
    <div className="months">
      <Watermark />
      <PageHeader description={t('金额含税，单位元；押金是负债，不计入收入')} />
      <Loaded call={call} skeleton={<Waiting />} panel>
        {() => (sight ? <Months sight={sight} /> : <Waiting />)}
      </Loaded>
    </div>
  )
}

function Months({ sight }: { sight: Sight }) {
  const tools = <MonthTools sight={sight} />
  // A month before the books begin has no figures.
  const isBegun = sight.month.status !== 'before'
  return (
    <>
      {usePhone() ? <div className="months-tools">{tools}</div> : <PageActions>{tools}</PageActions>}
      <PrintedLine sight={sight} />
      {isBegun && <ForecastPanel sight={sight} />}
      {isBegun && <MonthFigures sight={sight} />}
      <div className="months-columns">
        <div className="months-main">
          <MonthsPanel sight={sight} />
          <MonthTrend sight={sight} />
        </div>
        <div className="months-side not-printed">
          <ClosingPanel sight={sight} />
          {isBegun && <TiesPanel month={sight.month.month} companyCode={sight.whose.companyCode} />}
          {isBegun && <RecurringBridge sight={sight} />}
        </div>
      </div>
      {isBegun && <PartsList sight={sight} />}
    </>
  )
}

/** Company and months, printed only: the controls that show them are not printed. */
function PrintedLine({ sight: { months, whose, isTogether } }: { sight: Sight }) {
  const user = useUser()
  const companies = useCompanyChoices()
  const named = companies.find(({ value }) => value === whose.companyCode)?.label ?? user.companyName
  const span = { from: months[0]?.month ?? '', to: months.at(-1)?.month ?? '' }
  return (
    <p className="only-printed">
      {isTogether ? t('全部公司') : named} · {t('{from} 至 {to}', span)}
    </p>
  )
}

function Waiting() {
  return (
    <>
      <FiguresSkeleton count={5} />
      <Panel>
        <TextSkeleton rows={12} />
      </Panel>
    </>
  )
}
