import { useState } from 'react'
import { daysFrom } from '#kit/calendar.ts'
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
import { customerVolumes } from '#reporting/reports/customers/contract.ts'

/** 咨询量: the sum over the customer's stores for 90 days. A hollow point lacks some stores, a gap lacks all. */
export function CustomerVolume({ customerId }: { customerId: number }) {
  const [view, setView] = useState<View>('chart')
  const call = useCall(customerVolumes.volumes, { id: customerId }, { messagePlace: 'inPage' })
  return (
    <Panel
      title={t('日咨询量')}
      hint={t('近 90 天各店合计；空心点缺部分店铺，断开处全缺')}
      actions={<ViewSwitch view={view} onChange={setView} />}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={6} />}>
        {(data) => <VolumeChart {...data} view={view} />}
      </Loaded>
    </Panel>
  )
}

interface Day {
  on: string
  volume: number | null
  reported: number
  expected: number
}

function VolumeChart({ from, to, days, view }: { from: string; to: string; days: Day[]; view: View }) {
  const byDay = new Map(days.map((day) => [day.on, day]))
  const all = daysFrom(from, to)
  const values = all.map((on) => byDay.get(on)?.volume ?? null)
  if (values.every((value) => value === null)) {
    return (
      <EmptyState
        compact
        text={t('近 90 天没有数据')}
        hint={t('导入这位客户的店铺文件后，这里会画出每天的咨询量。')}
      />
    )
  }
  const lacks = ({ reported, expected }: Day) => reported > 0 && reported < expected
  const incomplete = all.flatMap((on, at) => {
    const day = byDay.get(on)
    return day && lacks(day) ? [at] : []
  })
  const series = [{ name: t('咨询量'), values, incomplete }]
  return <LineChart label={t('每日咨询量')} days={all} series={series} format={formatCount} view={view} />
}
