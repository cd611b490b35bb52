import { VolumeChange } from '#features/reports/VolumeChange.tsx'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { BarList } from '#kit/ui/BarList.tsx'
import type { WorkerPeriod } from './contract.ts'

interface Props {
  rows: readonly WorkerPeriod[]
  onOpen: (staffId: number) => void
}

/** The page's agents as bars, in the order of the table. */
export function WorkerBars({ rows, onOpen }: Props) {
  return (
    <div className="report-bars">
      <BarList
        label={t('各客服接待人数')}
        items={rows.map((row) => ({
          key: row.staffId,
          name: row.staffName,
          value: row.volume,
          text: formatCount(row.volume),
          extra: <VolumeChange bp={row.vsPrevDayBp} />,
        }))}
        onPick={({ key }) => onOpen(Number(key))}
      />
    </div>
  )
}
