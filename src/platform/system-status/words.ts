import { dayOf, minuteOfDay } from '#kit/calendar.ts'
import type { Sentence } from '#kit/text.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A length of time in the largest unit of which it has at least two, or one: `45 秒`, `5 分钟`, `3 小时`, `2 天`. */
export function lengthOf(ms: number): Sentence {
  if (ms >= 2 * DAY_MS) return { sentence: '{n} 天', values: { n: Math.floor(ms / DAY_MS) } }
  if (ms >= 2 * HOUR_MS) return { sentence: '{n} 小时', values: { n: Math.floor(ms / HOUR_MS) } }
  if (ms >= MINUTE_MS) return { sentence: '{n} 分钟', values: { n: Math.floor(ms / MINUTE_MS) } }
  return { sentence: '{n} 秒', values: { n: Math.max(1, Math.round(ms / 1_000)) } }
}

/** An instant in Asia/Shanghai without its year: `05-19 08:40`. */
export function instantText(at: Date): string {
  const minutes = minuteOfDay(at)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${dayOf(at).slice(5)} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** A size with two or three digits: `412 MB`, `3.9 GB`. */
export function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1_000 && unit < UNITS.length - 1) {
    size /= 1_024
    unit += 1
  }
  return `${unit > 0 && size < 10 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`
}
