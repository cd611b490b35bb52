import { AppError, invalidField } from '#kit/errors.ts'
import type { DueAt } from '#kit/schedule.ts'
import { dailyAt, weeklyAt } from '#kit/schedule.ts'
import type { Every } from './contract.ts'

/** What one person may have coming: more is no help to anybody. */
export const MOST_SUBSCRIPTIONS = 20

/** When a message that did not arrive is tried again, in minutes after each attempt; then it is given up. */
export const AGAIN_AFTER = [1, 5, 15, 60] as const

export const weekdayNames = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

export interface Rhythm {
  every: Every
  weekday: number | null
  hour: number
}

/** Throws WRONG_STATE where a person has as many as there may be. */
export function assertRoom(standing: number): void {
  if (standing < MOST_SUBSCRIPTIONS) return
  throw new AppError('WRONG_STATE', '您已订阅 {n} 个视图，不能再增加，请先取消不看的。', {
    params: { n: MOST_SUBSCRIPTIONS },
  })
}

/** A rhythm as it is kept: the weekday of a weekly one. Throws INVALID where that is missing. */
export function rhythmOf({ every, weekday, hour }: Rhythm): Rhythm {
  if (every === 'day') return { every, weekday: null, hour }
  if (weekday === null) throw invalidField('weekday', '每周的订阅要选星期几。')
  return { every, weekday, hour }
}

/** When a rhythm was due last. */
export function dueOf({ every, weekday, hour }: Rhythm): DueAt {
  const time = `${String(hour).padStart(2, '0')}:00`
  return every === 'week' ? weeklyAt(weekday ?? 1, time) : dailyAt(time)
}

const DAY_MS = 86_400_000

/** When a rhythm is due next. */
export function nextOf(rhythm: Rhythm, now: Date): Date {
  const length = rhythm.every === 'week' ? 7 * DAY_MS : DAY_MS
  return new Date(dueOf(rhythm)(now).getTime() + length)
}

/** When to try again after so many attempts; null: not again. */
export function againAt(attempts: number, now: Date): Date | null {
  const minutes = AGAIN_AFTER[attempts - 1]
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000)
}

/** A list whose views can be subscribed to. */
export interface Source {
  /** What it is called. */
  name: string
  /** The screen that opens its views. */
  screen: string
  /** The fields that name a row, one after the other. */
  row: readonly string[]
  /** The field with a row's figure, where it has one; never money, never a contact. */
  figure?: { field: string; is: 'count' | 'rate' }
  /** The filters of the screen as long as its address has none. */
  initial?: Readonly<Record<string, string>>
}

/** The lists whose views can be subscribed to, by the path of the list's endpoint. */
export type Sources = Readonly<Record<string, Source>>

/** The endpoint that a list's views ask: `list.reports.daily-store` → `/api/reports/daily-store` (kit/ui/list/listKey.ts). */
export function pathOf(list: string): string {
  return `/api/${list.replace(/^list\./, '').replaceAll('.', '/')}`
}

/** What is known of a list; undefined where its views cannot be subscribed to. */
export function sourceOf(sources: Sources, list: string): Source | undefined {
  const path = pathOf(list)
  return Object.hasOwn(sources, path) ? sources[path] : undefined
}
