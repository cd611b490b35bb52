import { type Counts, say } from '../steps.ts'

/** A measured figure with the highest value that is accepted (design/trust.md, Availability). */
export interface Figure {
  name: string
  value: number
  limit: number
  unit: string
}

/** Prints each figure with its limit, and counts those above it as failed. */
export function reportFigures(figures: readonly Figure[]): Counts {
  let failed = 0
  for (const { name, value, limit, unit } of figures) {
    const isWithin = value <= limit
    if (!isWithin) failed += 1
    const most = Number.isFinite(limit) ? ` (at most ${limit} ${unit})` : ' (no limit)'
    say(`${isWithin ? '✔' : '✖'} ${name}: ${rounded(value)} ${unit}${most}`)
  }
  return { passed: figures.length - failed, failed }
}

const rounded = (value: number) => Number(value.toPrecision(3))

/** The median; throws without a value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}
