import { type Actor, can, reachOf } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { AgentFacts } from '#clients/stores/assignments/rules.ts'
import { addDays, type Day, type Span } from '#kit/calendar.ts'
import { AppError, conflictingField, invalidField } from '#kit/errors.ts'

/** Whether the user binds nicks directly. Agents claim a nick, and the head or an admin confirms the claim. */
export function bindsDirectly(actor: Actor): boolean {
  const reach = reachOf(actor, 'canReportWorklog')
  return reach !== null && reach !== 'own'
}

/** Throws FORBIDDEN for agents, who may only claim. */
export function assertBindsDirectly(actor: Actor): void {
  if (bindsDirectly(actor)) return
  throw new AppError('FORBIDDEN', '组员请认领昵称：组长或管理员确认后才算数。')
}

/** Whether the nicks of this agent are within the actor's reach: an agent's own, a head's team, an admin's company. */
export function mayBind(actor: Actor, agent: AgentFacts): boolean {
  const { companyCode, id, parentId } = agent
  return can(actor, 'canReportWorklog', { companyCode, headIds: [parentId ?? id], staffIds: [id] })
}

/**
 * Throws INVALID unless the person is an agent of the store's company within the actor's reach. People who have left
 * are allowed: old files contain their nicks.
 */
export function assertBindable(actor: Actor, agent: AgentFacts | undefined, companyCode: string): void {
  const serves = agent?.role === ROLES.agent && agent.companyCode === companyCode
  if (!serves || !mayBind(actor, agent)) {
    throw invalidField('staffId', '请选择您可以对应的客服：组员选自己，组长选本组，管理员选本公司。')
  }
}

/** Throws FORBIDDEN unless the actor may end bindings of this agent. */
export function assertMayUnbind(actor: Actor, agent: AgentFacts | undefined): void {
  if (agent && mayBind(actor, agent)) return
  throw new AppError('FORBIDDEN', '您只能解除自己的昵称对应，组长可以解除本组的。')
}

/** An existing binding of a nick. */
export interface ExistingBinding extends Span {
  id: number
  staffId: number
  staffName: string
}

/** The write that binds a nick to a person from a day on. */
export type BindingPlan =
  | { step: 'none'; existing: ExistingBinding }
  | { step: 'extend'; existing: ExistingBinding }
  | { step: 'insert'; toOn: Day | null }

/**
 * Plans the binding of a nick to a person from a day on, until the first day of another person's binding. No change if
 * the person already has it; a later binding of the same person begins earlier instead (files arrive in any order).
 * Throws CONFLICT if another person has the nick on that day.
 */
export function planBinding(
  newBinding: { nick: string; staffId: number; fromOn: Day },
  bindings: readonly ExistingBinding[],
): BindingPlan {
  const { fromOn, staffId } = newBinding
  const holder = bindings.find((one) => one.fromOn <= fromOn && (one.toOn === null || one.toOn >= fromOn))
  if (holder?.staffId === staffId) return { step: 'none', existing: holder }
  if (holder) throw alreadyBoundError(newBinding.nick, holder)
  const [next] = bindings.filter((one) => one.fromOn > fromOn).sort((a, b) => (a.fromOn < b.fromOn ? -1 : 1))
  if (!next) return { step: 'insert', toOn: null }
  return next.staffId === staffId
    ? { step: 'extend', existing: next }
    : { step: 'insert', toOn: addDays(next.fromOn, -1) }
}

/** The CONFLICT error if a nick is bound to another person. */
export function alreadyBoundError(nick: string, { staffName, fromOn }: ExistingBinding): AppError {
  return conflictingField(
    'nick',
    '昵称“{nick}”自 {fromOn} 起已对应到{staffName}。如需改为他人，请先解除那条对应。',
    { nick, fromOn, staffName },
  )
}
