import { formatCount } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { LineChart } from '#kit/ui/LineChart.tsx'
import { reports } from './contract.ts'
import { dayColumn } from './dayColumn.tsx'
import type { VolumeDay } from './rows.ts'
import type { StoreDaysProps } from './StoreDaysDrawer.tsx'
import { StoreDaysDrawer } from './StoreDaysDrawer.tsx'
import { originColumns, volumeColumns } from './volumeColumns.tsx'

/** A store's volume on every day of the period. */
export function VolumeDaysDrawer({ storeId, from, to, ...acts }: StoreDaysProps) {
  const input = { storeId, from, to, sort: '-on' as const, pageSize: 100 }
  const { data, error, refetch } = useCall(reports.dailyStore, input, { skipErrorHandler: true })
  return (
    <StoreDaysDrawer<VolumeDay>
      storeId={storeId}
      metric="volume"
      {...acts}
      rows={data?.items}
      total={data?.total ?? 0}
      error={data ? null : error}
      retry={() => void refetch()}
      columns={[dayColumn(), ...volumeColumns(t('咨询量')), ...originColumns()]}
      chart={(days, rowOf) => (
        <LineChart
          label={t('每日咨询量')}
          days={days}
          series={[{ name: t('咨询量'), values: days.map((on) => rowOf(on)?.volume ?? null) }]}
          format={formatCount}
          height={200}
        />
      )}
    />
  )
}
