import type { Day } from '#kit/calendar.ts'
import { formatCount } from '#kit/format.ts'
import { LineChart } from '#kit/ui/LineChart.tsx'

interface CourseRow {
  volume: number | null
  /** How many of the stores behind it have figures; absent where it is one. */
  reported?: number
  expected?: number
}

interface Props {
  label: string
  /** What the line is called. */
  name: string
  days: Day[]
  rowOf: (on: Day) => CourseRow | undefined
}

/** The volume of one over the days of its drawer; a day that is not complete has a hollow point. */
export function VolumeCourse({ label, name, days, rowOf }: Props) {
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
