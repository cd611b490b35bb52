import { addDays, type Day, dayOf, weekdayOf } from './calendar.ts'

/** Returns the latest instant at or before `now` at which a job is due. */
export type DueAt = (now: Date) => Date

const MINUTE_MS = 60_000

/** The instant of a time of day (`08:00`) in Asia/Shanghai. */
function instantOf(on: Day, time: string): Date {
  return new Date(`${on}T${time}:00+08:00`)
}

/** Due every day at a time of day (`03:30`) in Asia/Shanghai. */
export function dailyAt(time: string): DueAt {
  return (now) => {
    const on = dayOf(now)
    const due = instantOf(on, time)
    return due <= now ? due : instantOf(addDays(on, -1), time)
  }
}

/** Due every week on one day (Monday = 1 … Sunday = 7) at a time of day in Asia/Shanghai. */
export function weeklyAt(weekday: number, time: string): DueAt {
  return (now) => {
    const on = dayOf(now)
    const day = addDays(on, -((weekdayOf(on) - weekday + 7) % 7))
    const due = instantOf(day, time)
    return due <= now ? due : instantOf(addDays(day, -7), time)
  }
}

/** Due every `minutes` minutes, counted from the full hour; the number must divide 60. */
export function everyMinutes(minutes: number): DueAt {
  const length = minutes * MINUTE_MS
  return (now) => new Date(Math.floor(now.getTime() / length) * length)
}
