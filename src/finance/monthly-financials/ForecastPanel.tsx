import { Link } from 'react-router'
import { receivableForecast } from '#billing/customer-bills/forecast/contract.ts'
import { forecastPath } from '#billing/customer-bills/forecast/rules.ts'
import { monthBefore } from '#kit/calendar.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { monthWithDrafts } from './rules.ts'
import { ForecastTable } from './ui/ForecastTable.tsx'
import type { MonthSelection } from './useMonths.tsx'
import { thisMonth } from './useMonths.tsx'

/** Month of the forecast: the selected month if it is open, else the current month. */
const forecastMonth = ({ month }: MonthSelection): string =>
  month.status === 'closed' ? thisMonth() : month.month

/** Forecast of an open month, compared with the previous month. It is never mixed with actual results. */
export function ForecastPanel({ selection }: { selection: MonthSelection }) {
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
