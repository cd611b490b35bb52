import type { Actor } from '#access/can.ts'
import { reachOf } from '#access/can.ts'
import { shiftNames } from '#clients/stores/rules.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays, daysBetween, monthOf } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import type { KeptReason, RosterAgent, RosterCell, RosterEntry } from './contract.ts'

export const entryNames = { ...shiftNames, rest: '休息', leave: '请假' } as const

/** One character each, for a cell of the week. */
export const entryMarks = {
  ...{ morning: '早', middle: '中', evening: '晚', night: '夜' },
  ...{ rest: '休', leave: '假' },
} as const

/** When a shift begins and ends, in hours of its day. The night is the one in which the day begins. */
export const shiftHours = {
  morning: [8, 16],
  middle: [12, 20],
  evening: [16, 24],
  night: [0, 8],
} as const

/** The hours a week that the labour law allows (劳动法 §36). */
export const MOST_WEEK_HOURS = 44

/** So many hours lie between the end of a day's work and the next beginning. */
const LEAST_REST_HOURS = 8

/** Whether the entry is work, not rest or leave. */
export function isWork(entry: RosterEntry): entry is keyof typeof shiftHours {
  return entry !== 'rest' && entry !== 'leave'
}

/** The hours of a day's entries. */
export function hoursOf(entries: readonly RosterEntry[]): number {
  return entries.filter(isWork).reduce((sum, shift) => sum + shiftHours[shift][1] - shiftHours[shift][0], 0)
}

/** The entries each once, in the order of the day. */
export function inOrder(entries: readonly RosterEntry[]): RosterEntry[] {
  return (Object.keys(entryNames) as RosterEntry[]).filter((entry) => entries.includes(entry))
}

/** What is unwise about a person's week, though it may be so. */
export type Caution =
  | { kind: 'hours'; hours: number }
  | { kind: 'noRest' }
  /** Too little time between this day and the one before. */
  | { kind: 'shortRest'; on: Day }

/** Looks at the seven days of a week, and at the day before it. */
export function cautionsOf(days: readonly { on: Day; entries: readonly RosterEntry[] }[]): Caution[] {
  const week = days.slice(-7)
  const hours = week.reduce((sum, { entries }) => sum + hoursOf(entries), 0)
  const cautions: Caution[] = hours > MOST_WEEK_HOURS ? [{ kind: 'hours', hours }] : []
  if (week.length === 7 && week.every(({ entries }) => entries.some(isWork)))
    cautions.push({ kind: 'noRest' })
  for (const [at, { on, entries }] of days.entries()) {
    const before = days[at - 1]?.entries.filter(isWork) ?? []
    const now = entries.filter(isWork)
    if (before.length === 0 || now.length === 0) continue
    const ended = Math.max(...before.map((shift) => shiftHours[shift][1]))
    const begins = 24 + Math.min(...now.map((shift) => shiftHours[shift][0]))
    if (begins - ended < LEAST_REST_HOURS) cautions.push({ kind: 'shortRest', on })
  }
  return cautions
}

/** Throws FORBIDDEN where the person only has an own roster: that is the head's to make. */
export function assertMayPlan(actor: Actor): void {
  if (reachOf(actor, 'canAssignStore') !== 'own') return
  throw new AppError('FORBIDDEN', '您可以查看自己的排班；需要调整，请联系组长。')
}

/** Throws INVALID where a rest or a leave stands beside a shift. */
export function assertTogether(entries: readonly RosterEntry[]): void {
  if (entries.length > 1 && !entries.every(isWork)) {
    throw invalidField('cells', '休息或请假的那天不能再有班次。')
  }
}

/** How many days ahead somebody may plan. */
const AHEAD = 92

/** Throws WRONG_STATE for a day too long ago or too far ahead: from the first of last month to 92 days from now. */
export function assertPlannable(on: Day, today: Day): void {
  const first = `${monthOf(addDays(`${monthOf(today)}-01`, -1))}-01`
  if (on >= first && daysBetween(today, on) <= AHEAD) return
  throw new AppError('WRONG_STATE', '只能排 {from} 至 {to} 的班。', {
    params: { from: first, to: addDays(today, AHEAD) },
  })
}

/** Why a person cannot work on a day: not there yet, or not any more. */
export function absence({ hiredOn, leftOn }: Pick<RosterAgent, 'hiredOn' | 'leftOn'>, on: Day) {
  if (hiredOn !== null && on < hiredOn) return 'notYet' as const
  return leftOn !== null && on > leftOn ? ('gone' as const) : null
}

/** Throws WRONG_STATE where something is planned for a day on which the person is not with the company. */
export function assertThere(agent: Omit<RosterAgent, 'headName' | 'companyCode'>, cell: RosterCell): void {
  const why = cell.entries.length > 0 && absence(agent, cell.on)
  if (!why) return
  const { name } = agent
  if (why === 'gone') {
    throw new AppError('WRONG_STATE', '{name}在 {day} 离职，之后的日子不能排班。', {
      params: { name, day: agent.leftOn ?? '' },
    })
  }
  throw new AppError('WRONG_STATE', '{name}在 {day} 入职，之前的日子不能排班。', {
    params: { name, day: agent.hiredOn ?? '' },
  })
}

/** Throws CONFLICT where a day is not any more what the writer saw. */
export function assertAsSeen(name: string, on: Day, standing: RosterEntry[], seen: RosterEntry[]): void {
  if (inOrder(standing).join() === inOrder(seen).join()) return
  throw new AppError('CONFLICT', '{name} {day} 的排班刚被别人改过，这次的修改没有保存。请核对后再排。', {
    params: { name, day: on },
  })
}

/** What a copy does to the days of one person. */
export interface Copied {
  changes: { on: Day; before: RosterEntry[]; entries: RosterEntry[] }[]
  kept: { on: Day; reason: KeptReason }[]
}

/**
 * Lays a source over the days of a week. A leave stays, and is never copied; a day that has something is replaced only
 * where that is asked for; days on which the person is not there are left out.
 */
export function copied(
  agent: Pick<RosterAgent, 'hiredOn' | 'leftOn'>,
  days: readonly { on: Day; source: RosterEntry[]; standing: RosterEntry[] }[],
  replace: boolean,
): Copied {
  const result: Copied = { changes: [], kept: [] }
  for (const { on, source, standing } of days) {
    if (source.length === 0 || inOrder(source).join() === inOrder(standing).join()) continue
    const reason = keptBecause(agent, { on, source, standing }, replace)
    if (reason) result.kept.push({ on, reason })
    else result.changes.push({ on, before: standing, entries: source })
  }
  return result
}

function keptBecause(
  agent: Pick<RosterAgent, 'hiredOn' | 'leftOn'>,
  { on, source, standing }: { on: Day; source: RosterEntry[]; standing: RosterEntry[] },
  replace: boolean,
): KeptReason | null {
  if (standing.includes('leave')) return 'leave'
  if (source.includes('leave')) return 'leaveBefore'
  if (standing.length > 0 && !replace) return 'standing'
  return absence(agent, on)
}
