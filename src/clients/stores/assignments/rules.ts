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

/** An assignment as it stands, with the agent's name for the sentences. */
export interface StandingAssignment extends Span {
  staffId: number
  staffName: string
  shift: string
  sharePercent: number
}

/** A person as the agent of a store. */
export interface AgentFacts {
  id: number
  role: number
  parentId: number | null
  companyCode: string
  status: string
}

/** What is to be written, with every default filled in. */
export type WantedAssignment = Span & Pick<Assignment, 'staffId' | 'duty' | 'shift' | 'sharePercent'>

/** From which day an assignment goes on otherwise, and in what. */
export type Continuation = Partial<Omit<WantedAssignment, keyof Span>> & { fromOn: Day }

/** A substitute gets no part of the store's salary unless it is said, everybody else the whole. */
export function withDefaults(input: AssignmentInput): WantedAssignment {
  const sharePercent = input.sharePercent ?? (input.duty === 'substitute' ? 0 : 100)
  return { ...input, toOn: input.toOn ?? null, sharePercent }
}

/** Whether the person may put this agent on a shift: an admin whom ever, a head the own team, a member a team mate. */
export function mayAssign(actor: Actor, agent: AgentFacts): boolean {
  if (reachOf(actor, 'canAssignStore') === 'own') {
    return (
      agent.parentId === actor.parentId && agent.id !== actor.id && agent.companyCode === actor.companyCode
    )
  }
  const { companyCode } = agent
  return can(actor, 'canAssignStore', { companyCode, headIds: [agent.parentId ?? agent.id] })
}

/** Throws INVALID unless the agent is an active one of the store's company, and within the writer's reach. */
export function assertAgent(actor: Actor, agent: AgentFacts | undefined, companyCode: string): void {
  if (!serves(agent, companyCode) || !mayAssign(actor, agent)) {
    throw invalidField('staffId', '请选择您可以分配的在职客服。')
  }
}

/** Throws INVALID unless the agent is an active one of the store's company. */
export function assertServes(agent: AgentFacts | undefined, companyCode: string): void {
  if (!serves(agent, companyCode)) throw invalidField('staffId', '请选择本公司在职的客服。')
}

function serves(agent: AgentFacts | undefined, companyCode: string): agent is AgentFacts {
  return agent?.role === ROLES.agent && agent.status === 'active' && agent.companyCode === companyCode
}

/** Throws INVALID where the last day comes before the first. */
export function assertSpan({ fromOn, toOn }: Span): void {
  if (toOn !== null && toOn < fromOn) throw invalidField('toOn', '结束日期不能早于开始日期。')
}

/**
 * A member only hands an own shift to a team mate: as a substitute, without a share, within the days of an own assignment
 * (`own`: the member's at this store). Throws FORBIDDEN or INVALID.
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

/** Throws CONFLICT where the agent already has the same shift at the store on one of the days. */
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
 * Throws CONFLICT where the shares of a store would pass 100 % on a day. The sum can only rise where an assignment
 * begins, so those are the days to look at.
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

/** Throws unless what has a span may end on that day: not before it began, and only earlier than it ends already. */
export function assertEnd(standing: Span, toOn: Day): void {
  assertSpan({ fromOn: standing.fromOn, toOn })
  if (standing.toOn !== null && toOn >= standing.toOn) {
    throw new AppError('WRONG_STATE', '这条记录已在 {day} 结束，只能改为更早的日期。', {
      params: { day: standing.toOn },
    })
  }
}

/** Throws unless an assignment may go on otherwise from that day: it must last till then, and something must differ. */
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

/** Throws FORBIDDEN unless the person may end this assignment; a member only a substitution that the member arranged. */
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

/** Throws WRONG_STATE where the store takes nobody any more. */
export function assertOpen(store: { status: string }): void {
  if (store.status === 'stopped') throw new AppError('WRONG_STATE', '店铺已停止服务，不能再分配客服。')
}

/** What the log of a store needs to know of an assignment. */
type Logged = Span & {
  storeId: number
  companyCode: string
  staffId: number
  duty: string
  shift: string
  sharePercent: number
}

/** The line of the store's log for somebody who was put on a shift. */
export function assignLine(row: Logged): AuditLine {
  const { fromOn, toOn, sharePercent } = row
  return logLine('assign', row, changesBetween({}, { ...place(row), fromOn, toOn, sharePercent }))
}

/** The line for one who has a last day there. */
export function endLine(row: Logged, toOn: Day): AuditLine {
  return logLine('end-assignment', row, { ...changesBetween(place(row), {}), toOn: [row.toOn, toOn] })
}

/** The line for one who never began there. */
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
