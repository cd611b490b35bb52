import { VolumeChange } from '#features/reports/VolumeChange.tsx'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { BarList } from '#kit/ui/BarList.tsx'
import type { CustomerPeriod } from './contract.ts'

interface Props {
  rows: readonly CustomerPeriod[]
  onOpen: (customerId: number) => void
}

/** The page's customers as bars, in the order of the table. */
export function CustomerBars({ rows, onOpen }: Props) {
  return (
    <div className="report-bars">
      <BarList
        label={t('各客户咨询量')}
        items={rows.map((row) => ({
          key: row.customerId,
          name: row.customerName,
          value: row.volume,
          text: formatCount(row.volume),
          extra: <VolumeChange bp={row.vsPrevDayBp} />,
        }))}
        onPick={({ key }) => onOpen(Number(key))}
      />
    </div>
  )
}
