/** A value; null if it is missing, never 0. */
export type Point = number | null

const STEPS = [1, 2, 2.5, 4, 5, 10]

/**
 * Round axis ticks from 0 to at least `max`, with at most `intervals` intervals; whole numbers, because people are
 * counted.
 */
export function axisTicks(max: number, intervals = 3): number[] {
  const rough = Math.max(max, 1) / intervals
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = STEPS.find((step) => step * power >= rough) ?? 10
  const step = Math.max(1, Math.ceil(factor * power))
  const count = Math.max(1, Math.ceil(max / step))
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}

/** Indices of the days that get a label if at most `most` labels fit: evenly spaced, counted back from the last day. */
export function dayTicks(count: number, maxLabels: number): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, maxLabels)))
  return Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % step === 0)
}

/** The unbroken stretches of a line: indices of consecutive days that have a value. */
export function stretches(values: readonly Point[]): number[][] {
  const found: number[][] = []
  values.forEach((value, at) => {
    if (value === null) return
    const last = found.at(-1)
    if (last && last.at(-1) === at - 1) last.push(at)
    else found.push([at])
  })
  return found
}

/** The gaps between two stretches: first and last missing day. Missing days before or after the line do not count. */
export function gaps(values: readonly Point[]): { from: number; to: number }[] {
  const parts = stretches(values)
  return parts.slice(1).map((part, at) => ({
    from: (parts[at]?.at(-1) ?? 0) + 1,
    to: (part[0] ?? 0) - 1,
  }))
}

/**
 * Moves heights apart so that no two are closer than `gap`, within the frame, each as near to its original as possible.
 */
export function spread(heights: readonly number[], gap: number, low: number, high: number): number[] {
  const order = heights.map((_, at) => at).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0))
  const result: number[] = []
  let floor = low
  for (const at of order) {
    result[at] = Math.max(heights[at] ?? 0, floor)
    floor = result[at] + gap
  }
  let ceiling = high
  for (const at of order.reverse()) {
    result[at] = Math.min(result[at] ?? 0, ceiling)
    ceiling = result[at] - gap
  }
  return result
}

/** An SVG path through the points, broken at gaps. */
export function linePath(
  values: readonly Point[],
  x: (at: number) => number,
  y: (value: number) => number,
): string {
  return stretches(values)
    .map((part) => part.map((at) => `${round(x(at))} ${round(y(values[at] ?? 0))}`))
    .map((points) => `M${points.join('L')}${points.length === 1 ? 'h0' : ''}`)
    .join('')
}

/** Approximate width of a text of font size `size`, in px: Chinese characters are square, others 7/12 of that. */
export function textWidth(text: string, size = 12): number {
  return [...text].reduce((sum, sign) => sum + (/[\u2e80-\uffff]/.test(sign) ? size : (size * 7) / 12), 0)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
