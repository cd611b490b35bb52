import type { Day } from './calendar.ts'
import { addDays, daysBetween, mondayOf, monthOf } from './calendar.ts'

export interface DaySpan {
  from: Day
  to: Day
}

/**
 * The spans that people ask for by name, seen from a day. An address and a saved view keep the word (`from=last7`), so
 * that it means other days tomorrow. `last…` runs to today, `past…` and `…Reported` to yesterday: today's figures are
 * not there yet, and on a Monday the week that has figures is the one that has just ended.
 */
const SPANS = {
  today: (now) => ({ from: now, to: now }),
  yesterday: (now) => ({ from: addDays(now, -1), to: addDays(now, -1) }),
  last7: (now) => ({ from: addDays(now, -6), to: now }),
  last30: (now) => ({ from: addDays(now, -29), to: now }),
  past7: (now) => ({ from: addDays(now, -7), to: addDays(now, -1) }),
  past14: (now) => ({ from: addDays(now, -14), to: addDays(now, -1) }),
  past30: (now) => ({ from: addDays(now, -30), to: addDays(now, -1) }),
  week: (now) => ({ from: mondayOf(now), to: addDays(mondayOf(now), 6) }),
  weekSoFar: (now) => ({ from: mondayOf(now), to: now }),
  weekReported: (now) => ({ from: mondayOf(addDays(now, -1)), to: addDays(now, -1) }),
  lastWeek: (now) => ({ from: addDays(mondayOf(now), -7), to: addDays(mondayOf(now), -1) }),
  month: (now) => ({ from: firstOf(now), to: addDays(monthsBefore(now, -1), -1) }),
  monthSoFar: (now) => ({ from: firstOf(now), to: now }),
  monthReported: (now) => ({ from: firstOf(addDays(now, -1)), to: addDays(now, -1) }),
  lastMonth: (now) => ({ from: monthsBefore(now, 1), to: addDays(firstOf(now), -1) }),
  months3: (now) => ({ from: monthsBefore(now, 2), to: now }),
  months12: (now) => ({ from: monthsBefore(now, 11), to: now }),
  year: (now) => ({ from: `${now.slice(0, 4)}-01-01`, to: now }),
  lastYear: (now) => {
    const year = Number(now.slice(0, 4)) - 1
    return { from: `${year}-01-01`, to: `${year}-12-31` }
  },
} satisfies Record<string, (now: Day) => DaySpan>

export type DaysWord = keyof typeof SPANS

/** What each is called. */
export const wordNames: Record<DaysWord, string> = {
  today: '今天',
  yesterday: '昨天',
  last7: '近7天',
  last30: '近30天',
  past7: '近7天',
  past14: '近14天',
  past30: '近30天',
  week: '本周',
  weekSoFar: '本周',
  weekReported: '本周',
  lastWeek: '上周',
  month: '本月',
  monthSoFar: '本月',
  monthReported: '本月',
  lastMonth: '上月',
  months3: '近3个月',
  months12: '近12个月',
  year: '今年',
  lastYear: '去年',
}

/** What a field of days offers by itself; where no day to come can be meant, 本周 and 本月 run to today. */
export function usualWords(future = true): DaysWord[] {
  return [
    ...(['today', 'yesterday', 'last7', 'last30'] as const),
    future ? 'week' : 'weekSoFar',
    'lastWeek',
    future ? 'month' : 'monthSoFar',
    'lastMonth',
  ]
}

/** Whether what stands in an address is such a word. */
export function isDaysWord(text: unknown): text is DaysWord {
  return typeof text === 'string' && Object.hasOwn(SPANS, text)
}

/** The days that a word means on a day. */
export function spanOf(word: DaysWord, now: Day): DaySpan {
  return SPANS[word](now)
}

/** Those words whose days are no more than `most`, both ends included. */
export function wordsWithin(words: readonly DaysWord[], most: number, now: Day): DaysWord[] {
  return words.filter((word) => {
    const { from, to } = spanOf(word, now)
    return daysBetween(from, to) < most
  })
}

/** The name of the last day, by the name of the first: `from` → `to`, `contractEndFrom` → `contractEndTo`. */
const lastOf = (name: string) => name.replace(/(^f|F)rom$/, (first) => (first === 'from' ? 'to' : 'To'))

/** The values of an address with days for each word; a word stands where the first day would and is both. */
export function withDays<V>(values: Readonly<Record<string, V>>, now: Day): Record<string, V | Day> {
  const days: Record<string, V | Day> = { ...values }
  for (const [name, value] of Object.entries(values)) {
    if (lastOf(name) === name || !isDaysWord(value)) continue
    const { from, to } = spanOf(value, now)
    days[name] = from
    days[lastOf(name)] = to
  }
  return days
}

function firstOf(day: Day): Day {
  return `${monthOf(day)}-01`
}

/** The first day of the month that lies `back` months before the one of a day. */
function monthsBefore(day: Day, back: number): Day {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - back
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
}
