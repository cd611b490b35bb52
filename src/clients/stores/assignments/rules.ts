import { type Actor, can, reachOf } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import { type AuditLine, changesBetween } from '#kit/audit.ts'
import { covers, type Day, overlaps, type Span } from '#kit/calendar.ts'
import { AppError, conflictingField, invalidField } from '#kit/errors.ts'
import type { Sentence } from '#kit/text.ts'
import type { Assignment, AssignmentInput } from './contract.ts'

export const dutyNames = { main: '主责', second: '副责', substitute: '替班' } as const

/** An existing assignment, with the agent's name for error messages. */
export interface ExistingAssignment extends Span {
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
export type NewAssignment = Span &
  Pick<Assignment, 'staffId' | 'duty' | 'shift' | 'sharePercent' | 'insteadOf'>

/** The changes of an assignment, and the day from which they apply. */
export type AssignmentChange = Partial<Omit<NewAssignment, keyof Span>> & { fromOn: Day }

/** Fills in the defaults. The share of the store's salary is 0 for a substitute, otherwise 100 %. */
export function withDefaults(input: AssignmentInput): NewAssignment {
  const sharePercent = input.sharePercent ?? (input.duty === 'substitute' ? 0 : 100)
  return { ...input, toOn: input.toOn ?? null, sharePercent, insteadOf: input.insteadOf ?? null }
}

/** An assignment that no longer is a substitution, or would be one of the person's own, takes nobody's place. */
export function withoutIdlePlace<A extends Pick<NewAssignment, 'staffId' | 'duty' | 'insteadOf'>>(
  assignment: A,
): A {
  const { staffId, duty, insteadOf } = assignment
  return { ...assignment, insteadOf: duty === 'substitute' && insteadOf !== staffId ? insteadOf : null }
}

/**
 * Checks a stand-in: a substitute with a last day, for another person who is assigned to the store on one of the days
 * (`existing`). Throws INVALID.
 */
export function assertStandIn(
  { insteadOf, duty, staffId, ...span }: NewAssignment,
  existing: readonly ExistingAssignment[],
): void {
  if (insteadOf === null) return
  if (duty !== 'substitute') throw invalidField('insteadOf', '只有替班可以写明替谁。')
  if (span.toOn === null) throw invalidField('toOn', '替班需要写明最后一天。')
  if (insteadOf === staffId) throw invalidField('insteadOf', '不能替自己的班，请选择另一个人。')
  if (!existing.some((other) => other.staffId === insteadOf && overlaps(other, span))) {
    throw invalidField('insteadOf', '这些日子里被替的人不在这家店铺，不用替班。')
  }
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
export function assertHandover(
  newAssignment: NewAssignment,
  ownAssignments: readonly ExistingAssignment[],
): void {
  if (newAssignment.duty !== 'substitute' || newAssignment.sharePercent > 0) {
    throw new AppError('FORBIDDEN', '您只能把自己的班次交给同组的人替班，不能设置其他职责或占比。')
  }
  if (newAssignment.toOn === null) throw invalidField('toOn', '替班需要写明最后一天。')
  if (!ownAssignments.some((mine) => mine.shift === newAssignment.shift && covers(mine, newAssignment))) {
    throw invalidField('shift', '这些日子里您在这家店铺没有这个班次，不能交给别人。')
  }
}

/** Throws CONFLICT if the agent already has the same shift at the store on one of the days. */
export function assertShiftFree(newAssignment: NewAssignment, others: readonly ExistingAssignment[]): void {
  const clash = others.find(
    (other) =>
      other.staffId === newAssignment.staffId &&
      other.shift === newAssignment.shift &&
      overlaps(other, newAssignment),
  )
  if (!clash) return
  const values = { name: clash.staffName, days: daysOf(clash) }
  throw conflictingField(
    'fromOn',
    '{name}{days}已在这家店铺上这个班次，请先结束那条分配，或换一个日期。',
    values,
  )
}

/**
 * Throws CONFLICT if the shares of a store would exceed 100 % on a day. The sum rises only on the first day of an
 * assignment, so only those days are checked.
 */
export function assertShares(newAssignment: NewAssignment, others: readonly ExistingAssignment[]): void {
  const beginnings = others
    .map((other) => other.fromOn)
    .filter((day) => overlaps(newAssignment, { fromOn: day, toOn: day }))
  for (const on of [newAssignment.fromOn, ...beginnings].sort()) {
    const sharing = others.filter(
      (other) => other.sharePercent > 0 && overlaps(other, { fromOn: on, toOn: on }),
    )
    const assignedPercent = sharing.reduce((sum, other) => sum + other.sharePercent, 0)
    if (assignedPercent + newAssignment.sharePercent <= 100 || newAssignment.sharePercent === 0) continue
    const names = sharing.map((other) => `${other.staffName} ${other.sharePercent}%`)
    const values = { on, names, left: Math.max(0, 100 - assignedPercent) }
    throw conflictingField(
      'sharePercent',
      '{on} 这家店铺的占比已有 {names}，只剩 {left}%，请调低占比。',
      values,
    )
  }
}

/** Throws INVALID if the day is before the first day, and WRONG_STATE unless it is before the current last day. */
export function assertEnd(current: Span, toOn: Day): void {
  assertSpan({ fromOn: current.fromOn, toOn })
  if (current.toOn !== null && toOn >= current.toOn) {
    throw new AppError('WRONG_STATE', '这条记录已在 {day} 结束，只能改为更早的日期。', {
      values: { day: current.toOn },
    })
  }
}

/** Throws WRONG_STATE if the assignment ends before that day, and INVALID if nothing changes. */
export function assertChange(current: NewAssignment, { fromOn, ...changes }: AssignmentChange): void {
  if (current.toOn !== null && fromOn > current.toOn) {
    throw new AppError('WRONG_STATE', '这条分配已在 {day} 结束，不能再调整。', {
      values: { day: current.toOn },
    })
  }
  const differs = Object.entries(changes).some(
    ([key, value]) => value !== undefined && value !== current[key as keyof NewAssignment],
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
export function assertNotStopped(store: { status: string }): void {
  if (store.status === 'stopped') throw new AppError('WRONG_STATE', '店铺已停止服务，不能再分配客服。')
}

/** The fields of an assignment for the store's audit log. */
type LoggedAssignment = Span & {
  storeId: number
  companyCode: string
  staffId: number
  duty: string
  shift: string
  sharePercent: number
  insteadOf: number | null
}

/** The audit line for a new assignment. */
export function assignLine(row: LoggedAssignment): AuditLine {
  const { fromOn, toOn, sharePercent } = row
  return logLine('assign', row, changesBetween({}, { ...loggedIdentity(row), fromOn, toOn, sharePercent }))
}

/** The audit line for the end of an assignment. */
export function endLine(row: LoggedAssignment, toOn: Day): AuditLine {
  return logLine('end-assignment', row, {
    ...changesBetween(loggedIdentity(row), {}),
    toOn: [row.toOn, toOn],
  })
}

/** The audit line for an assignment that was deleted before it began. */
export function cancelLine(row: LoggedAssignment): AuditLine {
  const { fromOn, toOn, sharePercent } = row
  return logLine(
    'cancel-assignment',
    row,
    changesBetween({ ...loggedIdentity(row), fromOn, toOn, sharePercent }, {}),
  )
}

const loggedIdentity = ({ staffId, duty, shift, insteadOf }: LoggedAssignment) => ({
  staffId,
  duty,
  shift,
  ...(insteadOf !== null && { insteadOf }),
})

function logLine(
  action: string,
  { storeId, companyCode }: LoggedAssignment,
  changes: AuditLine['changes'],
): AuditLine {
  return { action, entity: 'store', recordId: storeId, changes, companyCode }
}

function daysOf({ fromOn, toOn }: Span): Sentence {
  return toOn === null
    ? { sentence: '自 {fromOn} 起', values: { fromOn } }
    : { sentence: ' {fromOn} 至 {toOn} ', values: { fromOn, toOn } }
}
