import type { Day } from '#kit/calendar.ts'
import { formatCount } from '#kit/format.ts'
import { LineChart } from '#kit/ui/LineChart.tsx'

interface ChartRow {
  volume: number | null
  /** Stores with figures, out of `expected`; absent for a single store. */
  reported?: number
  expected?: number
}

interface Props {
  label: string
  /** The name of the line. */
  name: string
  days: Day[]
  rowOf: (on: Day) => ChartRow | undefined
}

/** The daily volume of a drawer's subject. Days with incomplete figures have a hollow point. */
export function VolumeChart({ label, name, days, rowOf }: Props) {
  const rows = days.map(rowOf)
  const incomplete = rows.flatMap((row, at) => ((row?.reported ?? 0) < (row?.expected ?? 0) ? [at] : []))
  const values = rows.map((row) => row?.volume ?? null)
  return (
    <LineChart
      label={label}
      days={days}
      series={[{ name, values, incomplete }]}
      format={formatCount}
      height={200}
    />
  )
}
