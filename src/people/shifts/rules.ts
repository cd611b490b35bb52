import { addDays, type Day, overlaps, type Span } from '#kit/calendar.ts'
import { AppError, conflictingField, invalidField } from '#kit/errors.ts'
import { type Sentence, word } from '#kit/text.ts'
import { MAX_SHIFTS } from './code/contract.ts'

const DAY_MINUTES = 24 * 60
/** The shortest and the longest shift, in minutes of work. */
const [MIN_MINUTES, MAX_MINUTES] = [30, 16 * 60]

/** The names with which every company begins. They are texts of the program and translated; other names are not. */
export const firstNames = { morning: '早班', middle: '中班', evening: '晚班', night: '夜班' } as const

/** The marks with which every company begins; translated like the names. */
export const firstMarks = { morning: '早', middle: '中', evening: '晚', night: '夜' } as const

export const colourNames = {
  blue: '蓝色',
  orange: '橙色',
  purple: '紫色',
  navy: '深蓝',
  green: '绿色',
  cyan: '青色',
  magenta: '玫红',
  gold: '金色',
} as const

/** The times of a shift: minutes from 00:00, and minutes of work. */
export interface ShiftHours {
  code: string
  starts: number
  ends: number
  minutes: number
}

/** The times of a row in the format of the API. */
export const hoursOfRow = (row: { code: string; from: string; to: string; hours: number }): ShiftHours => ({
  code: row.code,
  starts: minutesOf(row.from),
  ends: minutesOf(row.to),
  minutes: row.hours * 60,
})

/** The shifts with which every company begins, in the order of the day. */
export const firstShifts: readonly ShiftHours[] = [
  { code: 'morning', starts: 480, ends: 960, minutes: 480 },
  { code: 'middle', starts: 720, ends: 1200, minutes: 480 },
  { code: 'evening', starts: 960, ends: 0, minutes: 480 },
  { code: 'night', starts: 0, ends: 480, minutes: 480 },
]

/**
 * Compares codes in the order of `place` without the rows of a company: the four first ones, then the added ones, which
 * are numbered in this order, then `rest` and `leave` of a roster.
 */
export function compareCodes(a: string, b: string): number {
  return numberOf(a) - numberOf(b) || (a < b ? -1 : Number(a > b))
}

function numberOf(code: string): number {
  const first = firstShifts.findIndex((shift) => shift.code === code)
  if (first >= 0) return first
  return Number(/^shift(\d+)$/.exec(code)?.[1] ?? Number.MAX_SAFE_INTEGER)
}

/** The name of a shift as a value in a sentence. */
export function nameWord({ code, name }: { code: string; name: string }): string | Sentence {
  return name === firstNames[code as keyof typeof firstNames] ? word(name) : name
}

/** The mark of a shift as a value in a sentence. */
export function markWord({ code, mark }: { code: string; mark: string }): string | Sentence {
  return mark === firstMarks[code as keyof typeof firstMarks] ? word(mark) : mark
}

/** Whether a row holds on a day. */
export function holdsOn({ fromOn, toOn }: Span, on: Day): boolean {
  return fromOn <= on && (toOn === null || toOn >= on)
}

/**
 * The row of a shift that names it on a day: the one that holds, else the last one before, else the first one after. The
 * rows of a shift are sorted by day.
 */
export function rowOn<R extends Span & { code: string }>(
  rows: readonly R[],
  code: string,
  on: Day,
): R | undefined {
  const own = rows.filter((row) => row.code === code)
  return own.findLast(({ fromOn }) => fromOn <= on) ?? own[0]
}

/** A shift as a write uses it: on the days from the first to the last, without a last day from the first on. */
export interface ShiftUse extends Span {
  shift: string
}

/** The use of a shift on one day. */
export const shiftOn = (shift: string, on: Day): ShiftUse => ({ shift, fromOn: on, toOn: on })

/** The error for a code that the company does not have on a day. */
export const noSuchShift = (day: Day, field = 'shift'): AppError =>
  invalidField(field, '{day} 没有这个班次，请另选一个。', { day })

/**
 * Throws INVALID unless the shift holds on all days of the use. The rows of a shift follow each other without a gap, so
 * that the first and the last one decide. `rows` are of one company and sorted by day.
 */
export function assertHolds<R extends Span & { code: string; name: string }>(
  rows: readonly R[],
  { shift, fromOn, toOn }: ShiftUse,
  field = 'shift',
): void {
  const own = rows.filter(({ code }) => code === shift)
  const [first, last] = [own[0], own.at(-1)]
  if (!first || !last) throw noSuchShift(fromOn, field)
  if (fromOn < first.fromOn) {
    const values = { name: nameWord(first), day: first.fromOn }
    throw invalidField(field, '{name}从 {day} 起才有，请另选一个班次或日期。', values)
  }
  if (last.toOn !== null && (toOn === null || toOn > last.toOn)) {
    const values = { name: nameWord(last), day: last.toOn }
    throw invalidField(field, '{name}用到 {day} 为止，之后的日子请另选一个班次。', values)
  }
}

/** A company's shifts as the words of a sheet: code → word, and the words that its drop-down list offers. */
export interface ShiftWords {
  words: Record<string, string>
  formerWords: Record<string, string>
  offered: string[]
}

/**
 * The words of a sheet. Former shifts can be named too, by their code if another one has their name. The four first
 * names are accepted for the first codes as long as no other shift has them.
 */
export function shiftWords<R extends Span & { code: string; name: string }>(
  rows: readonly R[],
  on: Day,
): ShiftWords {
  const current = rowsOn(rows, on)
  const words = Object.fromEntries(current.map(({ code, name }) => [code, name]))
  const offered = Object.values(words)
  for (const { code } of rows) {
    const name = rowOn(rows, code, on)?.name ?? code
    words[code] ??= Object.values(words).includes(name) ? code : name
  }
  const taken = new Set(Object.values(words))
  const formerWords = Object.fromEntries(Object.entries(firstNames).filter(([, name]) => !taken.has(name)))
  return { words, formerWords, offered }
}

/** The rows that hold on a day, in their order. */
export function rowsOn<R extends Span>(rows: readonly R[], on: Day): R[] {
  return rows.filter((row) => holdsOn(row, on))
}

/** Minutes from 00:00 of `08:30`. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** `08:30` of minutes from 00:00. */
export function timeOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Whether a shift ends on the day after the one on which it begins. */
export function isOverMidnight({ starts, ends }: { starts: number; ends: number }): boolean {
  return ends <= starts
}

/** The minutes from the begin of a shift to its end, the break included. */
export function lengthOf({ starts, ends }: { starts: number; ends: number }): number {
  return ends - starts + (ends <= starts ? DAY_MINUTES : 0)
}

/** A shift as a request describes it; `hours` defaults to the length without the break. */
export interface ShiftTimes {
  from: string
  to: string
  breakMinutes: number
  hours?: number | undefined
}

/** Converts times to columns. Throws INVALID unless the work takes 0.5 to 16 hours and fits between begin and end. */
export function timesOf({ from, to, breakMinutes, hours }: ShiftTimes) {
  const starts = minutesOf(from)
  const ends = minutesOf(to)
  const length = lengthOf({ starts, ends })
  const minutes = hours === undefined ? length - breakMinutes : Math.round(hours * 60)
  if (minutes < MIN_MINUTES || minutes > MAX_MINUTES) {
    throw invalidField('hours', '班次时长应在 0.5 至 16 小时之间。')
  }
  if (minutes > length) throw invalidField('hours', '工时不能比上班到下班的时间还长。')
  return { starts, ends, breakMinutes, minutes }
}

/** A row of another shift, or of another time of the same one. */
export interface OtherShift extends Span {
  code: string
  name: string
  mark: string
}

/** Throws CONFLICT if another shift has the name or the mark on one of the days. */
export function assertDistinct(shift: OtherShift, others: readonly OtherShift[]): void {
  const meanwhile = others.filter((other) => other.code !== shift.code && overlaps(other, shift))
  const sameMark = meanwhile.find(({ mark }) => mark === shift.mark)
  if (sameMark) {
    const { mark, name } = sameMark
    throw conflictingField('mark', '标记“{mark}”已被{name}使用。', { mark, name })
  }
  if (meanwhile.some(({ name }) => name === shift.name)) {
    throw conflictingField('name', '已有名称相同的班次，请换一个名称。')
  }
}

/** Throws CONFLICT if the company would have more than 12 shifts on a day. */
export function assertRoom(fromOn: Day, others: readonly OtherShift[]): void {
  const codes = new Set(
    others.filter((other) => overlaps(other, { fromOn, toOn: null })).map(({ code }) => code),
  )
  if (codes.size < MAX_SHIFTS) return
  throw new AppError('CONFLICT', '最多 {n} 个班次，请先停用不用的。', { values: { n: MAX_SHIFTS } })
}

/** Throws WRONG_STATE if the shift has ended by the day, and INVALID if a later row of it already says otherwise. */
export function assertChangeable(
  row: Span & { code: string },
  fromOn: Day,
  rows: readonly OtherShift[],
): void {
  if (row.toOn !== null && fromOn > row.toOn) {
    throw new AppError('WRONG_STATE', '这个班次在 {day} 已经停用或改过，请从最新的一行改。', {
      values: { day: row.toOn },
    })
  }
  const later = rows.find(({ code, fromOn: from }) => code === row.code && from > row.fromOn)
  if (later) {
    throw new AppError('WRONG_STATE', '这个班次从 {day} 起还有一次改动，请改那一次。', {
      values: { day: later.fromOn },
    })
  }
  if (fromOn < row.fromOn) {
    throw invalidField('fromOn', '这一行从 {day} 起有效，不能从更早的日期改。', { day: row.fromOn })
  }
}

/** Throws WRONG_STATE if rosters or assignments after the last day use the shift. */
export function assertUnusedAfter(toOn: Day, uses: number): void {
  if (uses === 0) return
  throw new AppError('WRONG_STATE', '{day} 之后还有 {n} 处排班或分配用这个班次，请先改掉。', {
    values: { day: toOn, n: uses },
  })
}

/** Throws WRONG_STATE if the shift has been used. */
export function assertUnused(uses: number): void {
  if (uses > 0) throw new AppError('WRONG_STATE', '这个班次已有排班，只能停用。')
}

/** Throws WRONG_STATE if the company would be left without a shift. */
export function assertKeepsOne(code: string, rows: readonly OtherShift[]): void {
  if (rows.some((row) => row.code !== code && row.toOn === null)) return
  throw new AppError('WRONG_STATE', '至少要留一个班次。')
}

/** The last day of a row that another one follows. */
export const lastDayBefore = (fromOn: Day): Day => addDays(fromOn, -1)

/**
 * The code of the next shift: `shift5` after four others; codes that were used are not given again. `codes` are those of
 * all companies, so that a code that a company added names one shift wherever records of several companies are listed.
 */
export function nextCode(codes: readonly string[]): string {
  const numbers = codes.map((code) => Number(/^shift(\d+)$/.exec(code)?.[1] ?? 0))
  return `shift${Math.max(4, ...numbers) + 1}`
}
