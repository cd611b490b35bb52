import { addDays, type Day, dayOf, weekdayOf } from './calendar.ts'
import { type Sentence, word } from './text.ts'

/** When a job is due. */
export interface DueAt {
  /** Returns the latest instant at or before `now` at which it is due. */
  (now: Date): Date
  /** The schedule in words, such as `每天 03:30`. */
  readonly plan: Sentence
  /** Time between two instants, in ms. */
  readonly everyMs: number
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const due = (plan: Sentence, everyMs: number, latest: (now: Date) => Date): DueAt =>
  Object.assign(latest, { plan, everyMs })

/** The instant of a time of day (`08:00`) in Asia/Shanghai. */
function instantOf(on: Day, time: string): Date {
  return new Date(`${on}T${time}:00+08:00`)
}

/** Due every day at a time of day (`03:30`) in Asia/Shanghai. */
export function dailyAt(time: string): DueAt {
  return due({ sentence: '每天 {time}', values: { time } }, DAY_MS, (now) => {
    const on = dayOf(now)
    const instant = instantOf(on, time)
    return instant <= now ? instant : instantOf(addDays(on, -1), time)
  })
}

const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

/** Due every week on one day (Monday = 1 … Sunday = 7) at a time of day in Asia/Shanghai. */
export function weeklyAt(weekday: number, time: string): DueAt {
  const values = { weekday: word(WEEKDAYS[weekday - 1] ?? ''), time }
  return due({ sentence: '{weekday} {time}', values }, 7 * DAY_MS, (now) => {
    const on = dayOf(now)
    const day = addDays(on, -((weekdayOf(on) - weekday + 7) % 7))
    const instant = instantOf(day, time)
    return instant <= now ? instant : instantOf(addDays(day, -7), time)
  })
}

/** Due every `minutes` minutes, counted from the full hour; the number must divide 60. */
export function everyMinutes(minutes: number): DueAt {
  const length = minutes * MINUTE_MS
  return due(
    { sentence: '每 {n} 分钟', values: { n: minutes } },
    length,
    (now) => new Date(Math.floor(now.getTime() / length) * length),
  )
}
