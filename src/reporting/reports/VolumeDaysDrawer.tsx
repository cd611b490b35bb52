import { t } from '#kit/text.ts'
import { reports } from './contract.ts'
import type { DaysProps } from './DailyReport.tsx'
import { dayColumn } from './dayColumn.tsx'
import type { VolumeDay } from './rows.ts'
import { StoreDaysDrawer } from './StoreDaysDrawer.tsx'
import { useDays } from './useDays.tsx'
import { VolumeChart } from './VolumeChart.tsx'
import { originColumns, volumeColumns } from './volumeColumns.tsx'

/** A store's volume on each day of the period. */
export function VolumeDaysDrawer(props: DaysProps) {
  const call = useDays(reports.dailyStore, { storeId: props.id }, props)
  return (
    <StoreDaysDrawer<VolumeDay>
      {...props}
      call={call}
      metric="volume"
      columns={[dayColumn(), ...volumeColumns(t('咨询量')), ...originColumns()]}
      chart={(days, rowOf) => (
        <VolumeChart label={t('每日咨询量')} name={t('咨询量')} days={days} rowOf={rowOf} />
      )}
    />
  )
}
