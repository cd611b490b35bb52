import type { Actor } from '#access/can.ts'
import { can, reachOf } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import { shiftNames } from '#clients/stores/rules.ts'
import type { AuditLine } from '#kit/audit.ts'
import { changesBetween } from '#kit/audit.ts'
import type { Day, Span } from '#kit/calendar.ts'
import { covers, overlaps } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { fill } from '#kit/text.ts'
import type { Assignment, AssignmentInput } from './contract.ts'

export const dutyNames = { main: '主责', second: '副责', substitute: '替班' } as const

/** An existing assignment, with the agent's name for error messages. */
export interface StandingAssignment extends Span {
  staffId: number
  staffName: string
  shift: string
  sharePercent: number
}

/** The fields of a person that the assignment rules check. */
export interface AgentFacts {
  id: number
  role: number
  parentId: number | null
  companyCode: string
  status: string
}

/** An assignment to be written, with all defaults filled in. */
export type WantedAssignment = Span & Pick<Assignment, 'staffId' | 'duty' | 'shift' | 'sharePercent'>

/** The changes of an assignment, and the day from which they apply. */
export type Continuation = Partial<Omit<WantedAssignment, keyof Span>> & { fromOn: Day }

/** Fills in the defaults. The share of the store's salary is 0 for a substitute, otherwise 100 %. */
export function withDefaults(input: AssignmentInput): WantedAssignment {
  const sharePercent = input.sharePercent ?? (input.duty === 'substitute' ? 0 : 100)
  return { ...input, toOn: input.toOn ?? null, sharePercent }
}

/**
 * Whether the actor may assign this agent: an admin any agent in reach, a head their own team, an agent a team mate.
 */
export function mayAssign(actor: Actor, agent: AgentFacts): boolean {
  if (reachOf(actor, 'canAssignStore') === 'own') {
    return (
      agent.parentId === actor.parentId && agent.id !== actor.id && agent.companyCode === actor.companyCode
    )
  }
  const { companyCode } = agent
  return can(actor, 'canAssignStore', { companyCode, headIds: [agent.parentId ?? agent.id] })
}

/** Throws INVALID unless the person is an active agent of the store's company whom the actor may assign. */
export function assertAgent(actor: Actor, agent: AgentFacts | undefined, companyCode: string): void {
  if (!serves(agent, companyCode) || !mayAssign(actor, agent)) {
    throw invalidField('staffId', '请选择您可以分配的在职客服。')
  }
}

/** Throws INVALID unless the person is an active agent of the store's company. */
export function assertServes(agent: AgentFacts | undefined, companyCode: string): void {
  if (!serves(agent, companyCode)) throw invalidField('staffId', '请选择本公司在职的客服。')
}

function serves(agent: AgentFacts | undefined, companyCode: string): agent is AgentFacts {
  return agent?.role === ROLES.agent && agent.status === 'active' && agent.companyCode === companyCode
}

/** Throws INVALID if the last day is before the first. */
export function assertSpan({ fromOn, toOn }: Span): void {
  if (toOn !== null && toOn < fromOn) throw invalidField('toOn', '结束日期不能早于开始日期。')
}

/**
 * Checks that an agent only hands over their own shift to a team mate: as a substitute, without a share, within the
 * days of one of their own assignments at this store (`own`). Throws FORBIDDEN or INVALID.
 */
export function assertHandover(wanted: WantedAssignment, own: readonly StandingAssignment[]): void {
  if (wanted.duty !== 'substitute' || wanted.sharePercent > 0) {
    throw new AppError('FORBIDDEN', '您只能把自己的班次交给同组的人替班，不能设置其他职责或占比。')
  }
  if (wanted.toOn === null) throw invalidField('toOn', '替班需要写明最后一天。')
  if (!own.some((mine) => mine.shift === wanted.shift && covers(mine, wanted))) {
    throw invalidField('shift', '这些日子里您在这家店铺没有这个班次，不能交给别人。')
  }
}

/** Throws CONFLICT if the agent already has the same shift at the store on one of the days. */
export function assertFree(wanted: WantedAssignment, others: readonly StandingAssignment[]): void {
  const clash = others.find(
    (other) => other.staffId === wanted.staffId && other.shift === wanted.shift && overlaps(other, wanted),
  )
  if (!clash) return
  const params = {
    name: clash.staffName,
    days: daysText(clash),
    shift: shiftNames[wanted.shift],
  }
  throw conflict('fromOn', '{name}{days}已在这家店铺上{shift}，请先结束那条分配，或换一个日期。', params)
}

/**
 * Throws CONFLICT if the shares of a store would exceed 100 % on a day. The sum rises only on the first day of an
 * assignment, so only those days are checked.
 */
export function assertShares(wanted: WantedAssignment, others: readonly StandingAssignment[]): void {
  const beginnings = others
    .map((other) => other.fromOn)
    .filter((day) => overlaps(wanted, { fromOn: day, toOn: day }))
  for (const on of [wanted.fromOn, ...beginnings].sort()) {
    const sharing = others.filter(
      (other) => other.sharePercent > 0 && overlaps(other, { fromOn: on, toOn: on }),
    )
    const taken = sharing.reduce((sum, other) => sum + other.sharePercent, 0)
    if (taken + wanted.sharePercent <= 100 || wanted.sharePercent === 0) continue
    const names = sharing.map((other) => `${other.staffName} ${other.sharePercent}%`).join('、')
    const params = { on, names, left: Math.max(0, 100 - taken) }
    throw conflict('sharePercent', '{on} 这家店铺的占比已有 {names}，只剩 {left}%，请调低占比。', params)
  }
}

/** Throws INVALID if the day is before the first day, and WRONG_STATE unless it is before the current last day. */
export function assertEnd(standing: Span, toOn: Day): void {
  assertSpan({ fromOn: standing.fromOn, toOn })
  if (standing.toOn !== null && toOn >= standing.toOn) {
    throw new AppError('WRONG_STATE', '这条记录已在 {day} 结束，只能改为更早的日期。', {
      params: { day: standing.toOn },
    })
  }
}

/** Throws WRONG_STATE if the assignment ends before that day, and INVALID if nothing changes. */
export function assertContinuation(standing: WantedAssignment, { fromOn, ...changes }: Continuation): void {
  if (standing.toOn !== null && fromOn > standing.toOn) {
    throw new AppError('WRONG_STATE', '这条分配已在 {day} 结束，不能再调整。', {
      params: { day: standing.toOn },
    })
  }
  const differs = Object.entries(changes).some(
    ([key, value]) => value !== undefined && value !== standing[key as keyof WantedAssignment],
  )
  if (!differs) throw new AppError('INVALID', '没有要调整的内容：请换人，或改班次、职责、占比。')
}

/** Throws FORBIDDEN unless the actor may end this assignment. Agents may end only substitutions that they arranged. */
export function assertMayEnd(
  actor: Actor,
  assignment: { duty: string; createdBy: number | null },
  agent: AgentFacts | undefined,
): void {
  const arranged = assignment.duty === 'substitute' && assignment.createdBy === actor.id
  if (reachOf(actor, 'canAssignStore') === 'own' && !arranged) {
    throw new AppError('FORBIDDEN', '您只能结束自己安排的替班，其他分配请联系组长。')
  }
  if (!agent || !mayAssign(actor, agent)) throw new AppError('FORBIDDEN', '您只能结束本组客服的分配。')
}

/** Throws WRONG_STATE if the store is stopped. */
export function assertOpen(store: { status: string }): void {
  if (store.status === 'stopped') throw new AppError('WRONG_STATE', '店铺已停止服务，不能再分配客服。')
}

/** The fields of an assignment for the store's audit log. */
type Logged = Span & {
  storeId: number
  companyCode: string
  staffId: number
  duty: string
  shift: string
  sharePercent: number
}

/** The audit line for a new assignment. */
export function assignLine(row: Logged): AuditLine {
  const { fromOn, toOn, sharePercent } = row
  return logLine('assign', row, changesBetween({}, { ...place(row), fromOn, toOn, sharePercent }))
}

/** The audit line for the end of an assignment. */
export function endLine(row: Logged, toOn: Day): AuditLine {
  return logLine('end-assignment', row, { ...changesBetween(place(row), {}), toOn: [row.toOn, toOn] })
}

/** The audit line for an assignment that was deleted before it began. */
export function cancelLine(row: Logged): AuditLine {
  const { fromOn, toOn, sharePercent } = row
  return logLine('cancel-assignment', row, changesBetween({ ...place(row), fromOn, toOn, sharePercent }, {}))
}

const place = ({ staffId, duty, shift }: Logged) => ({ staffId, duty, shift })

function logLine(action: string, { storeId, companyCode }: Logged, changes: AuditLine['changes']): AuditLine {
  return { action, entity: 'store', recordId: storeId, changes, companyCode }
}

function daysText({ fromOn, toOn }: Span): string {
  return toOn === null ? fill('自 {fromOn} 起', { fromOn }) : fill(' {fromOn} 至 {toOn} ', { fromOn, toOn })
}

function conflict(field: string, message: string, params: Record<string, string | number>): AppError {
  return new AppError('CONFLICT', message, { params, data: { fields: { [field]: fill(message, params) } } })
}
