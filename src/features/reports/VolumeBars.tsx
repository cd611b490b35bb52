import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { BarList } from '#kit/ui/BarList.tsx'
import type { VolumeStore } from './rows.ts'
import { VolumeChange } from './VolumeChange.tsx'

/** The page's stores as bars, in the order of the table. */
export function VolumeBars({ rows, onOpen }: { rows: readonly VolumeStore[]; onOpen: (id: number) => void }) {
  return (
    <div className="report-bars">
      <BarList
        label={t('各店咨询量')}
        items={rows.map((row) => ({
          key: row.storeId,
          name: row.storeName,
          value: row.volume,
          text: formatCount(row.volume),
          extra: <VolumeChange bp={row.vsPrevDayBp} />,
        }))}
        onPick={({ key }) => onOpen(Number(key))}
      />
    </div>
  )
}
