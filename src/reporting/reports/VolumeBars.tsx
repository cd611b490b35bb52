import { formatCount } from '#kit/format.ts'
import { BarList } from '#kit/ui/BarList.tsx'
import { VolumeChange } from './VolumeChange.tsx'

interface Props<R> {
  /** The figure of the bars: 各店咨询量. */
  label: string
  rows: readonly R[]
  /** The key and name of a row's bar. */
  nameOf: (row: R) => { key: number; name: string }
  onOpen: (id: number) => void
}

/** The page's rows as bars, in the table's order. */
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
