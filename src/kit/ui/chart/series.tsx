import type { Day } from '#kit/calendar.ts'
import type { Point } from './geometry.ts'

export interface Series {
  name: string
  /** One per day; null if it is missing. */
  values: readonly Point[]
  /** Indices of the incomplete days. */
  incomplete?: readonly number[]
  /** Shown under the name at the end of the line: 12/13 店. */
  note?: string
  /** A line of other days for comparison: grey and dashed. */
  isComparison?: boolean
}

export interface ChartData {
  days: readonly Day[]
  /** `days` are months. */
  isByMonth?: boolean
  series: readonly Series[]
  /** Formats a value. */
  format?: (value: number) => string
  /** The top of the axis, if it is fixed: 10000 for rates. By default a round number above the data. */
  top?: number
  /** The ticks of the axis, from lowest to highest; by default round ones from zero. */
  ticks?: readonly number[]
}

/** Chart data with a formatter. */
export type FormattedChart = ChartData & { format: (value: number) => string }

const COLOURS = 8

/** The colour at a place: eight colours in order, then again from the first. */
function colourOf(place: number): string {
  return `var(--c${(place % COLOURS) + 1})`
}

/** The colour of one of the lines. */
export const lineColour = (series: Series, place: number) =>
  series.isComparison ? 'var(--icon-quiet)' : colourOf(place)

/** A day as an axis label: 05-18; a month in full. */
export function shortDay(day: Day | undefined): string {
  return day && day.length > MONTH_LENGTH ? day.slice(5) : (day ?? '')
}

const MONTH_LENGTH = '2026-05'.length

export function isIncomplete(series: Series, at: number): boolean {
  return series.incomplete?.includes(at) ?? false
}
