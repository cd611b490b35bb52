import { t } from '#kit/text.ts'
import { axisTicks, spread, textWidth } from './geometry.ts'
import type { FormattedChart } from './series.tsx'

/** Positions of the parts of a line chart, in px. */
export interface ChartLayout {
  width: number
  height: number
  left: number
  right: number
  bottom: number
  ticks: number[]
  x: (at: number) => number
  y: (value: number) => number
  /** Names at the ends of the lines; null if there is no room, and the names are in the legend. */
  ends: { at: number; y: number; text: string; note: string | undefined }[] | null
}

const TOP = 12
const AXIS = 28
const NARROW = 520
const LINE = 16
/** Room for half of the last label, which is centred below the end of the lines. */
const HALF_A_NAME = 28

/** Divides the space: ticks left, names right, days below, the lines in the rest. */
export function layoutOf(data: FormattedChart, width: number, height: number): ChartLayout {
  const { days, series, format } = data
  const maxValue = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const ticks = data.ticks ? [...data.ticks] : data.top ? quarters(data.top) : axisTicks(maxValue)
  const [low, top] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  const names = series.map((one, at) => ({ at, text: endText(data, at), note: one.note }))
  const named = width >= NARROW && series.length > 0
  const left = Math.max(...ticks.map((tick) => textWidth(format(tick)))) + 12
  const namesWidth = Math.max(
    0,
    ...names.flatMap(({ text, note }) => [textWidth(text), textWidth(note ?? '')]),
  )
  const right = named ? width - Math.min(namesWidth + 12, width * 0.35) : width - HALF_A_NAME
  const bottom = height - AXIS
  const x = (at: number) => left + (at * (right - left)) / Math.max(1, days.length - 1)
  const y = (value: number) => bottom - ((value - low) * (bottom - TOP)) / (top - low)
  const heights = series.map(({ values }) => y(values.findLast((value) => value !== null) ?? low))
  const gap = names.some(({ note }) => note) ? 2 * LINE : LINE
  const apart = spread(heights, gap, TOP, bottom)
  const ends = named ? names.map((name) => ({ ...name, y: apart[name.at] ?? 0 })) : null
  return { width, height, left, right, bottom, ticks, x, y, ends }
}

function endText({ series, format }: FormattedChart, at: number): string {
  const last = series[at]?.values.findLast((value) => value !== null)
  const name = series[at]?.name ?? ''
  return last === null || last === undefined ? t('{name} 缺数据', { name }) : `${name} ${format(last)}`
}

function quarters(top: number): number[] {
  return [0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(top * part))
}
