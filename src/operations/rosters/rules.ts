import { type Actor, reachOf } from '#access/can.ts'
import { addDays, type Day, daysBetween, monthOf } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import {
  compareCodes,
  firstMarks,
  firstNames,
  firstShifts,
  lengthOf,
  type ShiftHours,
} from '#people/shifts/rules.ts'
import type { RosterAgent, RosterCell, RosterEntry, UnchangedReason } from './contract.ts'

/** The names of the entries with which every company begins. */
export const entryNames: Readonly<Record<RosterEntry, string>> = {
  ...firstNames,
  rest: '休息',
  leave: '请假',
}

/** Single-character labels, for a cell of the week. */
export const entryMarks: Readonly<Record<RosterEntry, string>> = { ...firstMarks, rest: '休', leave: '假' }

/** Maximum hours per week under the labour law (劳动法 §36). */
export const MAX_WEEK_HOURS = 44

/** Minimum time between the end of a day's work and the start of the next. */
const MIN_REST_MINUTES = 8 * 60

const DAY_MINUTES = 24 * 60

/** Whether the entry is work, not rest or leave. */
export function isWork(entry: RosterEntry): boolean {
  return entry !== 'rest' && entry !== 'leave'
}

/** The shifts of a day's entries, by the rows of the company. */
const worked = (entries: readonly RosterEntry[], shifts: readonly ShiftHours[]) =>
  shifts.filter(({ code }) => entries.includes(code))

/** The hours of work in a day's entries. */
export function hoursOf(entries: readonly RosterEntry[], shifts = firstShifts): number {
  return worked(entries, shifts).reduce((sum, { minutes }) => sum + minutes, 0) / 60
}

/** Returns the entries without duplicates, in the order of the day. */
export function sortEntries(entries: readonly RosterEntry[]): RosterEntry[] {
  return [...new Set(entries)].sort(compareCodes)
}

/** A warning about a person's week; it does not block saving. */
export type Caution =
  | { kind: 'hours'; hours: number }
  | { kind: 'noRest' }
  /** Too little time between the work of this day and of the day before. */
  | { kind: 'shortRest'; on: Day }

/** Checks the seven days of a week, and the day before it if given. */
export function cautionsOf(
  days: readonly { on: Day; entries: readonly RosterEntry[] }[],
  shifts = firstShifts,
): Caution[] {
  const week = days.slice(-7)
  const hours = week.reduce((sum, { entries }) => sum + hoursOf(entries, shifts), 0)
  const cautions: Caution[] = hours > MAX_WEEK_HOURS ? [{ kind: 'hours', hours }] : []
  if (week.length === 7 && week.every(({ entries }) => entries.some(isWork)))
    cautions.push({ kind: 'noRest' })
  for (const [at, { on, entries }] of days.entries()) {
    const before = worked(days[at - 1]?.entries ?? [], shifts)
    const now = worked(entries, shifts)
    if (before.length === 0 || now.length === 0) continue
    const ended = Math.max(...before.map((shift) => shift.starts + lengthOf(shift)))
    const begins = DAY_MINUTES + Math.min(...now.map(({ starts }) => starts))
    if (begins - ended < MIN_REST_MINUTES) cautions.push({ kind: 'shortRest', on })
  }
  return cautions
}

/** Throws FORBIDDEN if the actor's reach is their own roster only: the head plans it. */
export function assertMayPlan(actor: Actor): void {
  if (reachOf(actor, 'canAssignStore') !== 'own') return
  throw new AppError('FORBIDDEN', '您可以查看自己的排班；需要调整，请联系组长。')
}

/** Throws INVALID if a day has a rest or a leave together with another entry. */
export function assertCombinable(entries: readonly RosterEntry[]): void {
  if (entries.length > 1 && !entries.every(isWork)) {
    throw invalidField('cells', '休息或请假的那天不能再有班次。')
  }
}

/** How many days ahead a day can be planned. */
const MAX_DAYS_AHEAD = 92

/** Throws WRONG_STATE unless the day is between the first of last month and 92 days from today. */
export function assertPlannable(on: Day, today: Day): void {
  const first = `${monthOf(addDays(`${monthOf(today)}-01`, -1))}-01`
  if (on >= first && daysBetween(today, on) <= MAX_DAYS_AHEAD) return
  throw new AppError('WRONG_STATE', '只能排 {from} 至 {to} 的班。', {
    values: { from: first, to: addDays(today, MAX_DAYS_AHEAD) },
  })
}

/** Returns why a person cannot work on a day (not hired yet, or left), or null. */
export function absenceReason({ hiredOn, leftOn }: Pick<RosterAgent, 'hiredOn' | 'leftOn'>, on: Day) {
  if (hiredOn !== null && on < hiredOn) return 'notYet' as const
  return leftOn !== null && on > leftOn ? ('gone' as const) : null
}

/** Throws WRONG_STATE if the cell has entries for a day on which the person is not with the company. */
export function assertEmployed(agent: Omit<RosterAgent, 'headName' | 'companyCode'>, cell: RosterCell): void {
  const why = cell.entries.length > 0 && absenceReason(agent, cell.on)
  if (!why) return
  const { name } = agent
  if (why === 'gone') {
    throw new AppError('WRONG_STATE', '{name}在 {day} 离职，之后的日子不能排班。', {
      values: { name, day: agent.leftOn ?? '' },
    })
  }
  throw new AppError('WRONG_STATE', '{name}在 {day} 入职，之前的日子不能排班。', {
    values: { name, day: agent.hiredOn ?? '' },
  })
}

/** Throws CONFLICT if the day has changed since the user loaded it. */
export function assertUnchanged(
  name: string,
  on: Day,
  current: RosterEntry[],
  expected: RosterEntry[],
): void {
  if (sortEntries(current).join() === sortEntries(expected).join()) return
  throw new AppError('CONFLICT', '{name} {day} 的排班刚被别人改过，这次的修改没有保存。请核对后再排。', {
    values: { name, day: on },
  })
}

/** A day of a copy: the entries to copy, and whether one of them is a shift that the company no longer has. */
export interface CopiedDay {
  on: Day
  source: RosterEntry[]
  current: RosterEntry[]
  ended?: boolean
}

/** The result of a copy for one person. */
export interface CopyResult {
  changes: { on: Day; before: RosterEntry[]; entries: RosterEntry[] }[]
  unchanged: { on: Day; reason: UnchangedReason }[]
}

/**
 * Copies a source into the days of a week. Leave is neither overwritten nor copied, and a planned day is overwritten
 * only with `replace`. Days on which the person is not with the company stay empty. `kept` lists the unchanged days.
 */
export function copyWeek(
  agent: Pick<RosterAgent, 'hiredOn' | 'leftOn'>,
  days: readonly CopiedDay[],
  replace: boolean,
): CopyResult {
  const result: CopyResult = { changes: [], unchanged: [] }
  for (const { on, source, current, ended } of days) {
    if (source.length === 0 || sortEntries(source).join() === sortEntries(current).join()) continue
    const reason = ended ? 'ended' : unchangedReason(agent, { on, source, standing: current }, replace)
    if (reason) result.unchanged.push({ on, reason })
    else result.changes.push({ on, before: current, entries: source })
  }
  return result
}

function unchangedReason(
  agent: Pick<RosterAgent, 'hiredOn' | 'leftOn'>,
  { on, source, standing: current }: { on: Day; source: RosterEntry[]; standing: RosterEntry[] },
  replace: boolean,
): UnchangedReason | null {
  if (current.includes('leave')) return 'leave'
  if (source.includes('leave')) return 'leaveBefore'
  if (current.length > 0 && !replace) return 'standing'
  return absenceReason(agent, on)
}
