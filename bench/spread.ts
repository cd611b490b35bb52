/** The median and range of some measurements. */
export interface Spread {
  median: number
  low: number
  high: number
}

/** Computes the median, minimum and maximum. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN
  return { median: at(0.5), low: at(0), high: at(1) }
}
