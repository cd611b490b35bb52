import { AppError, invalidField } from '#kit/errors.ts'
import { type DueAt, dailyAt, weeklyAt } from '#kit/schedule.ts'
import type { Every } from './contract.ts'

/** Maximum number of subscriptions per person. */
export const MAX_SUBSCRIPTIONS = 20

/** Minutes until each repeated attempt of a failed message; after the last one the delivery fails. */
export const RETRY_MINUTES = [1, 5, 15, 60] as const

export const weekdayNames = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

export interface Schedule {
  every: Every
  weekday: number | null
  hour: number
}

/** Throws WRONG_STATE if the person has the maximum number of subscriptions. */
export function assertRoom(count: number): void {
  if (count < MAX_SUBSCRIPTIONS) return
  throw new AppError('WRONG_STATE', '您已订阅 {n} 个视图，不能再增加，请先取消不看的。', {
    values: { n: MAX_SUBSCRIPTIONS },
  })
}

/** Normalizes a schedule: only a weekly one has a weekday. Throws INVALID if that is missing. */
export function toSchedule({ every, weekday, hour }: Schedule): Schedule {
  if (every === 'day') return { every, weekday: null, hour }
  if (weekday === null) throw invalidField('weekday', '每周的订阅要选星期几。')
  return { every, weekday, hour }
}

/** A function that returns the latest due time of a schedule at or before an instant. */
export function latestDue({ every, weekday, hour }: Schedule): DueAt {
  const time = `${String(hour).padStart(2, '0')}:00`
  return every === 'week' ? weeklyAt(weekday ?? 1, time) : dailyAt(time)
}

const DAY_MS = 86_400_000

/** The next due time of a schedule. */
export function nextDue(rhythm: Schedule, now: Date): Date {
  const length = rhythm.every === 'week' ? 7 * DAY_MS : DAY_MS
  return new Date(latestDue(rhythm)(now).getTime() + length)
}

/** The time of the next attempt; null if there is none left. */
export function retryAt(attempts: number, now: Date): Date | null {
  const minutes = RETRY_MINUTES[attempts - 1]
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000)
}

/** A list to whose views users can subscribe. */
export interface Source {
  name: string
  /** The path of the page that opens its views. */
  screen: string
  /** The fields that make up the name of a row. */
  row: readonly string[]
  /** The field with the figure of a row, if there is one; never an amount of money or a contact. */
  figure?: { field: string; is: 'count' | 'rate' }
  /** The page's default filters, used while the query string has none. */
  initial?: Readonly<Record<string, string>>
}

/** The lists to whose views users can subscribe, by path of the list endpoint. */
export type Sources = Readonly<Record<string, Source>>

/** The endpoint path of a list: `list.reports.daily-store` → `/api/reports/daily-store` (kit/ui/list/listKey.ts). */
export function pathOf(list: string): string {
  return `/api/${list.replace(/^list\./, '').replaceAll('.', '/')}`
}

/** The source of a list; undefined if users cannot subscribe to its views. */
export function sourceOf(sources: Sources, list: string): Source | undefined {
  const path = pathOf(list)
  return Object.hasOwn(sources, path) ? sources[path] : undefined
}
