import { Link } from 'react-router'
import { ForecastTable } from '#finance/monthly-financials/ui/ForecastTable.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { listLink } from './rules.ts'
import { useForecast, usePreviousMonth } from './useForecast.tsx'

/** The forecast of the month's result by line, compared with the previous month, for the owner. */
export function HomeResult({ month }: { month: string }) {
  const call = useForecast(month)
  const before = usePreviousMonth(month)
  return (
    <Panel
      title={t('{month} 预计', { month })}
      actions={<Link to={listLink('months', { month })}>{t('怎么算的')}</Link>}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={8} />}>
        {(forecast) => <ForecastTable forecast={forecast} before={before} />}
      </Loaded>
    </Panel>
  )
}
