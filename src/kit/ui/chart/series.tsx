import type { Day } from '#kit/calendar.ts'
import type { Point } from './geometry.ts'

export interface Series {
  name: string
  /** One per day; null where there is none. */
  values: readonly Point[]
  /** Which days are not complete, by their place. */
  incomplete?: readonly number[]
  /** Under the name at the end: 12/13 店. */
  note?: string
  /** A line to compare with, of other days: grey and dashed. */
  beside?: boolean
}

export interface ChartData {
  days: readonly Day[]
  /** `days` are months. */
  isByMonth?: boolean
  series: readonly Series[]
  /** How a value is written. */
  format?: (value: number) => string
  /** The top of the axis, where it is known: 10000 for rates. Otherwise a round number above the data. */
  top?: number
  /** The marks of the axis, from its lowest to its highest; default round ones from zero. */
  ticks?: readonly number[]
}

/** A chart whose values are written somehow. */
export type WrittenChart = ChartData & { format: (value: number) => string }

const COLOURS = 8

/** The colour of a line: taken in order, and the eight begin again. */
export function colourOf(place: number): string {
  return `var(--c${(place % COLOURS) + 1})`
}

/** The colour of one of the lines. */
export const lineColour = (series: Series, place: number) =>
  series.beside ? 'var(--icon-quiet)' : colourOf(place)

/** A day as it stands at an axis: 05-18; a month whole. */
export function shortDay(day: Day | undefined): string {
  return day && day.length > MONTH_LENGTH ? day.slice(5) : (day ?? '')
}

const MONTH_LENGTH = '2026-05'.length

export function isIncomplete(series: Series, at: number): boolean {
  return series.incomplete?.includes(at) ?? false
}
