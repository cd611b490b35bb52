import { addDays, type Day, daysBetween, mondayOf, monthOf } from './calendar.ts'

export interface DaySpan {
  from: Day
  to: Day
}

/**
 * Named periods relative to a day. An address and a saved view store the word (`from=last7`), so that it means other
 * days tomorrow. `last…` ends today, `past…` and `…Reported` end yesterday, since today has no figures yet; on a Monday
 * the reported week is the one that has just ended.
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
  month: (now) => ({ from: firstOfMonth(now), to: addDays(monthsBefore(now, -1), -1) }),
  monthSoFar: (now) => ({ from: firstOfMonth(now), to: now }),
  monthReported: (now) => ({ from: firstOfMonth(addDays(now, -1)), to: addDays(now, -1) }),
  lastMonth: (now) => ({ from: monthsBefore(now, 1), to: addDays(firstOfMonth(now), -1) }),
  months3: (now) => ({ from: monthsBefore(now, 2), to: now }),
  months12: (now) => ({ from: monthsBefore(now, 11), to: now }),
  year: (now) => ({ from: `${now.slice(0, 4)}-01-01`, to: now }),
  lastYear: (now) => {
    const year = Number(now.slice(0, 4)) - 1
    return { from: `${year}-01-01`, to: `${year}-12-31` }
  },
} satisfies Record<string, (now: Day) => DaySpan>

export type DaysWord = keyof typeof SPANS

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

/** The words that a field of days offers by default; if it allows no future days, 本周 and 本月 end today. */
export function defaultWords(future = true): DaysWord[] {
  return [
    ...(['today', 'yesterday', 'last7', 'last30'] as const),
    future ? 'week' : 'weekSoFar',
    'lastWeek',
    future ? 'month' : 'monthSoFar',
    'lastMonth',
  ]
}

/** Whether a query value is a relative-period word. */
export function isDaysWord(text: unknown): text is DaysWord {
  return typeof text === 'string' && Object.hasOwn(SPANS, text)
}

/** The days of a word relative to `now`. */
export function spanOf(word: DaysWord, now: Day): DaySpan {
  return SPANS[word](now)
}

/** Returns the words whose period has at most `most` days, both ends included. */
export function wordsWithin(words: readonly DaysWord[], maxDays: number, now: Day): DaysWord[] {
  return words.filter((word) => {
    const { from, to } = spanOf(word, now)
    return daysBetween(from, to) < maxDays
  })
}

/** The parameter of the last day for that of the first: `from` → `to`, `contractEndFrom` → `contractEndTo`. */
const lastDayParameter = (name: string) =>
  name.replace(/(^f|F)rom$/, (first) => (first === 'from' ? 'to' : 'To'))

/** Replaces words in query values by days. A word is the value of the first day's parameter and sets both days. */
export function resolveDays<V>(values: Readonly<Record<string, V>>, now: Day): Record<string, V | Day> {
  const days: Record<string, V | Day> = { ...values }
  for (const [name, value] of Object.entries(values)) {
    if (lastDayParameter(name) === name || !isDaysWord(value)) continue
    const { from, to } = spanOf(value, now)
    days[name] = from
    days[lastDayParameter(name)] = to
  }
  return days
}

function firstOfMonth(day: Day): Day {
  return `${monthOf(day)}-01`
}

/** The first day of the month `back` months before that of a day. */
function monthsBefore(day: Day, back: number): Day {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - back
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
}
