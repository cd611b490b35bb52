import { addDays, type Day, daysFrom } from '#kit/calendar.ts'
import type { PersonDay } from '#operations/duty/rules.ts'
import type { DayState } from './contract.ts'
import { sortedOnce } from './reader.ts'

const DAY_MINUTES = 24 * 60
const NOON = 12 * 60
/** A shift takes punches from 4 hours before it to 6 hours after it, unless another shift is nearer. */
const [BEFORE, AFTER] = [240, 360]
/** Shifts that are at most this far apart share the punches between them. */
const TOUCHING = 60
/** Punches of this many minutes are one: a person pressed twice. */
const SAME_PUNCH = 30
/** Without a shift, a half day is counted from 2 hours on, a whole one from 6. */
const [UNPLANNED_HALF, UNPLANNED_WHOLE] = [120, 360]

/** The times of a shift in minutes from 00:00 of its day; it ends on the next day if `ends` is not later. */
export interface ShiftTimes {
  starts: number
  ends: number
}

/** The clock records of a person by day. A day without an entry has no row in any file. */
export type Records = ReadonlyMap<Day, readonly number[]>

export interface CompareFacts {
  /** Duty from the day before the first one to the day after the last one. */
  duty: readonly PersonDay[]
  /** The times of a shift on a day; undefined for an unknown one. */
  timesOf: (code: string, on: Day) => ShiftTimes | undefined
  recordsOf: (staffId: number) => Records
  /** Whether the person has a log of the day that is no draft. */
  hasLog: (staffId: number, on: Day) => boolean
  toleranceOn: (on: Day) => number
  /** Minutes since 1970 in Asia/Shanghai; a day is compared once its shifts have ended. */
  now: number
}

/** A day of a person compared with duty. */
export interface ComparedDay {
  staffId: number
  on: Day
  /** Codes of the shifts on duty, in the order of the day. */
  shifts: string[]
  /** The punches that belong to the day, in minutes from its 00:00. */
  punches: number[]
  states: { state: DayState; minutes: number }[]
  /** Attended half days by the clock, 0 to 2: the attended part of the duty, rounded to half days. */
  halves: number
  /** Half days without the loss of a missing punch: what counts if a log confirms that the person was there. */
  halvesIfPresent: number
}

/** The time from which to which a person has to be there, in absolute minutes. */
interface Block {
  on: Day
  start: number
  end: number
}

/** Minutes since 1970 of 00:00 of a day, without a time zone. */
export const startOf = (on: Day): number => Date.parse(`${on}T00:00:00Z`) / 60_000

/** Minutes since 1970 of an instant, as clocks in Asia/Shanghai show it. */
export const minutesIn = (instant: Date): number => Math.floor(instant.getTime() / 60_000) + 480

/**
 * Compares clock records with duty (domain-2 §7), from the first to the last day, by day and person. Days without duty,
 * leave and punches are left out, and so are days whose shifts have not ended.
 */
export function compareDays(facts: CompareFacts, { from, to }: { from: Day; to: Day }): ComparedDay[] {
  const byPerson = Map.groupBy(facts.duty, ({ staffId }) => staffId)
  const compared = [...byPerson].flatMap(([staffId, days]) =>
    comparePerson(facts, staffId, days, { from, to }),
  )
  return compared.sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : a.staffId - b.staffId))
}

function comparePerson(
  facts: CompareFacts,
  staffId: number,
  days: readonly PersonDay[],
  { from, to }: { from: Day; to: Day },
): ComparedDay[] {
  const records = facts.recordsOf(staffId)
  const blocks = days.flatMap((day) => blocksOf(day, facts.timesOf)).sort((a, b) => a.start - b.start)
  const punches = sortedOnce(
    daysFrom(addDays(from, -1), addDays(to, 1)).flatMap((on) =>
      (records.get(on) ?? []).map((minute) => startOf(on) + minute),
    ),
  )
  const windows = blocks.map((block, at) => windowOf(block, blocks[at - 1], blocks[at + 1]))
  const inBlock = windows.map(([first, last]) => punches.filter((one) => first <= one && one <= last))
  const used = new Set(inBlock.flat())
  return days
    .filter(({ on }) => from <= on && on <= to)
    .flatMap((day) => {
      const at = blocks.flatMap((block, index) => (block.on === day.on ? [index] : []))
      if (at.some((index) => (blocks[index]?.end ?? 0) > facts.now)) return []
      const parts = at.map((index) => ({ block: blocks[index] as Block, punches: inBlock[index] ?? [] }))
      const free = punchesOf(records, day.on).filter((one) => !used.has(one))
      const record = { isRecorded: records.has(day.on), hasLog: facts.hasLog(staffId, day.on), free }
      return compareDay(day, parts, record, facts.toleranceOn(day.on)) ?? []
    })
}

const punchesOf = (records: Records, on: Day) => (records.get(on) ?? []).map((minute) => startOf(on) + minute)

/** The blocks of a day: shifts that touch are one; a leave of the afternoon ends the morning's at noon. */
function blocksOf(day: PersonDay, timesOf: CompareFacts['timesOf']): Block[] {
  const base = startOf(day.on)
  const spans = day.shifts
    .flatMap((code) => timesOf(code, day.on) ?? [])
    .map(({ starts, ends }) => ({ start: starts, end: ends > starts ? ends : ends + DAY_MINUTES }))
    .map((span) =>
      day.leave.afternoon && span.start < NOON ? { ...span, end: Math.min(span.end, NOON) } : span,
    )
    .sort((a, b) => a.start - b.start)
  const blocks: Block[] = []
  for (const { start, end } of spans) {
    const last = blocks.at(-1)
    if (last && base + start <= last.end) last.end = Math.max(last.end, base + end)
    else blocks.push({ on: day.on, start: base + start, end: base + end })
  }
  return blocks
}

/** The first and last minute whose punches belong to a block. */
function windowOf(block: Block, before: Block | undefined, after: Block | undefined): [number, number] {
  const room = (gap: number, most: number) => Math.min(most, gap <= TOUCHING / 2 ? TOUCHING : gap / 2)
  return [
    block.start - (before ? room(block.start - before.end, BEFORE) : BEFORE),
    block.end + (after ? room(after.start - block.end, AFTER) : AFTER),
  ]
}

interface Part {
  block: Block
  punches: readonly number[]
}

interface Record {
  isRecorded: boolean
  hasLog: boolean
  /** Punches of the day's own row that belong to no shift. */
  free: readonly number[]
}

type Result = Pick<ComparedDay, 'states' | 'halves' | 'halvesIfPresent'>

function compareDay(
  day: PersonDay,
  parts: readonly Part[],
  record: Record,
  tolerance: number,
): ComparedDay | null {
  const { staffId, on, shifts } = day
  const result = parts.length > 0 ? onDuty(parts, record, tolerance) : offDuty(day, record)
  if (!result) return null
  const all = parts.length > 0 ? parts.flatMap(({ punches }) => punches) : record.free
  const punches = sortedOnce(all).map((minute) => minute - startOf(on))
  return { staffId, on, shifts, punches, ...result }
}

/** A day without a shift: a leave, or somebody who came all the same; null if neither. */
function offDuty({ leave }: PersonDay, { free }: Record): Result | null {
  const none = { halves: 0, halvesIfPresent: 0 }
  if (leave.morning || leave.afternoon) return { states: [{ state: 'leave', minutes: 0 }], ...none }
  if (free.length === 0) return null
  const present = (free.at(-1) ?? 0) - (free[0] ?? 0)
  const halves = present >= UNPLANNED_WHOLE ? 2 : present >= UNPLANNED_HALF ? 1 : 0
  return { states: [{ state: 'unplanned', minutes: 0 }], halves, halvesIfPresent: halves }
}

function onDuty(parts: readonly Part[], { isRecorded, hasLog }: Record, tolerance: number): Result {
  const seen = parts.some(({ punches }) => punches.length > 0)
  if (!seen) {
    const state = !isRecorded ? 'unrecorded' : hasLog ? 'missing' : 'absent'
    return { states: [{ state, minutes: 0 }], halves: 0, halvesIfPresent: 0 }
  }
  const judged = parts.map((part) => judge(part, tolerance))
  const sumOf = (field: 'length' | 'late' | 'early' | 'lost') =>
    judged.reduce((sum, one) => sum + one[field], 0)
  const [length, late, early] = [sumOf('length'), sumOf('late'), sumOf('early')]
  const halvesOf = (away: number) => Math.round((2 * Math.max(0, length - away)) / Math.max(1, length))
  const states: Result['states'] = []
  if (late > 0) states.push({ state: 'late', minutes: late })
  if (early > 0) states.push({ state: 'early', minutes: early })
  if (judged.some(({ missing }) => missing)) states.push({ state: 'missing', minutes: 0 })
  if (states.length === 0) states.push({ state: 'normal', minutes: 0 })
  return { states, halves: halvesOf(late + early + sumOf('lost')), halvesIfPresent: halvesOf(late + early) }
}

/** Minutes late and early beyond the tolerance, and those that no pair of punches proves. */
function judge({ block: { start, end }, punches }: Part, tolerance: number) {
  const length = end - start
  const [first, last] = [punches[0], punches.at(-1)]
  if (first === undefined || last === undefined)
    return { length, late: 0, early: 0, lost: length, missing: true }
  const beyond = (minutes: number) => (minutes > tolerance ? Math.min(minutes, length) : 0)
  const [late, early] = [beyond(first - start), beyond(end - last)]
  if (last - first >= SAME_PUNCH) return { length, late, early, lost: 0, missing: false }
  const isArrival = Math.abs(first - start) <= Math.abs(last - end)
  const known = isArrival ? { late, early: 0 } : { late: 0, early }
  return { length, ...known, lost: Math.round(length / 2), missing: true }
}
