import { formatCount } from '#kit/format.ts'
import { BarList } from '#kit/ui/BarList.tsx'
import { VolumeChange } from './VolumeChange.tsx'

interface Props<R> {
  /** What the bars show: 各店咨询量. */
  label: string
  rows: readonly R[]
  /** Which row a bar is of. */
  nameOf: (row: R) => { key: number; name: string }
  onOpen: (id: number) => void
}

/** The page's rows as bars, in the order of the table. */
export function VolumeBars<R extends { volume: number | null; vsPrevDayBp: number | null }>(props: Props<R>) {
  const { label, rows, nameOf, onOpen } = props
  return (
    <div className="report-bars">
      <BarList
        label={label}
        items={rows.map((row) => ({
          ...nameOf(row),
          value: row.volume,
          text: formatCount(row.volume),
          extra: <VolumeChange bp={row.vsPrevDayBp} />,
        }))}
        onPick={({ key }) => onOpen(Number(key))}
      />
    </div>
  )
}
