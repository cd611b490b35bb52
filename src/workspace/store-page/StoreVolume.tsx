import { useState } from 'react'
import { Link } from 'react-router'
import type { Store } from '#clients/stores/contract.ts'
import { addDays, daysFrom, today } from '#kit/calendar.ts'
import { formatCount } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { LineChart } from '#kit/ui/LineChart.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import type { View } from '#kit/ui/ViewSwitch.tsx'
import { ViewSwitch } from '#kit/ui/ViewSwitch.tsx'
import { reports } from '#reporting/reports/contract.ts'

const DAYS = 30

/** The store's daily volume of the last 30 days; a day without figures is a gap. */
export function StoreVolume({ store }: { store: Store }) {
  const [view, setView] = useState<View>('chart')
  const to = addDays(
    today(() => new Date()),
    -1,
  )
  const from = addDays(to, 1 - DAYS)
  const report = `/daily-store-report?storeId=${store.id}&from=${from}&to=${to}`
  return (
    <Panel
      title={t('日咨询量')}
      hint={t('近 {n} 天，断开处为缺数据', { n: DAYS })}
      actions={
        <>
          <ViewSwitch view={view} onChange={setView} />
          <Link to={report}>{t('在报表中查看')}</Link>
        </>
      }
    >
      <Trend storeId={store.id} from={from} to={to} view={view} />
    </Panel>
  )
}

function Trend({ storeId, from, to, view }: { storeId: number; from: string; to: string; view: View }) {
  const call = useCall(
    reports.dailyStoreOverview,
    { storeId: [storeId], from, to },
    { messagePlace: 'inPage' },
  )
  return (
    <Loaded call={call} skeleton={<TextSkeleton rows={6} />}>
      {({ trend }) => <Volumes points={trend[0]?.points ?? []} from={from} to={to} view={view} />}
    </Loaded>
  )
}

interface VolumesProps {
  points: readonly { on: string; volume: number | null }[]
  from: string
  to: string
  view: View
}

function Volumes({ points, from, to, view }: VolumesProps) {
  const volumes = new Map(points.map(({ on, volume }) => [on, volume]))
  const days = daysFrom(from, to)
  const values = days.map((day) => volumes.get(day) ?? null)
  if (values.every((value) => value === null)) {
    return (
      <EmptyState
        compact
        text={t('近 {n} 天没有数据', { n: DAYS })}
        hint={t('导入这家店铺的平台文件后，这里会画出每天的咨询量。')}
        action={{ label: t('导入数据'), to: '/store-worklog/imports' }}
      />
    )
  }
  const series = [{ name: t('咨询量'), values }]
  return <LineChart label={t('每日咨询量')} days={days} series={series} format={formatCount} view={view} />
}
