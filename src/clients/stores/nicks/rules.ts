import type { Actor } from '#access/can.ts'
import { can, reachOf } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { AgentFacts } from '#clients/stores/assignments/rules.ts'
import type { Day, Span } from '#kit/calendar.ts'
import { addDays } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { fill } from '#kit/text.ts'

/** Whether the user binds nicks directly. A member of a team claims a nick, and the head or an admin confirms. */
export function bindsDirectly(actor: Actor): boolean {
  const reach = reachOf(actor, 'canReportWorklog')
  return reach !== null && reach !== 'own'
}

/** Throws FORBIDDEN for a member of a team. */
export function assertBindsDirectly(actor: Actor): void {
  if (bindsDirectly(actor)) return
  throw new AppError('FORBIDDEN', '组员请认领昵称：组长或管理员确认后才算数。')
}

/** Whether the person may say whose a nick is: an agent that it is the own one, a head within the team, an admin. */
export function mayBind(actor: Actor, agent: AgentFacts): boolean {
  const { companyCode, id, parentId } = agent
  return can(actor, 'canReportWorklog', { companyCode, headIds: [parentId ?? id], staffIds: [id] })
}

/**
 * Throws INVALID unless the agent is one of the store's company whom the writer reaches. Somebody who has left may be
 * named: old files hold old nicks.
 */
export function assertBindable(actor: Actor, agent: AgentFacts | undefined, companyCode: string): void {
  const serves = agent?.role === ROLES.agent && agent.companyCode === companyCode
  if (!serves || !mayBind(actor, agent)) {
    throw invalidField('staffId', '请选择您可以对应的客服：组员选自己，组长选本组，管理员选本公司。')
  }
}

/** Throws FORBIDDEN unless the person may loosen a nick from this agent. */
export function assertMayUnbind(actor: Actor, agent: AgentFacts | undefined): void {
  if (agent && mayBind(actor, agent)) return
  throw new AppError('FORBIDDEN', '您只能解除自己的昵称对应，组长可以解除本组的。')
}

/** A binding of a nick as it stands. */
export interface StandingBinding extends Span {
  id: number
  staffId: number
  staffName: string
}

/** What it takes that a nick is a person's from a day on. */
export type BindingPlan =
  | { step: 'none'; standing: StandingBinding }
  | { step: 'extend'; standing: StandingBinding }
  | { step: 'insert'; toOn: Day | null }

/**
 * Makes a nick of a store a person's from a day on, until it is somebody else's: nothing to do where it is already; a
 * later binding of the same person begins earlier (files come in any order); before somebody else's binding a new one
 * ends. A day on which it is somebody else's is a CONFLICT.
 */
export function planBinding(
  wanted: { nick: string; staffId: number; fromOn: Day },
  bindings: readonly StandingBinding[],
): BindingPlan {
  const { fromOn, staffId } = wanted
  const holder = bindings.find((one) => one.fromOn <= fromOn && (one.toOn === null || one.toOn >= fromOn))
  if (holder?.staffId === staffId) return { step: 'none', standing: holder }
  if (holder) throw taken(wanted.nick, holder)
  const [next] = bindings.filter((one) => one.fromOn > fromOn).sort((a, b) => (a.fromOn < b.fromOn ? -1 : 1))
  if (!next) return { step: 'insert', toOn: null }
  return next.staffId === staffId
    ? { step: 'extend', standing: next }
    : { step: 'insert', toOn: addDays(next.fromOn, -1) }
}

/** The CONFLICT that a nick is already somebody's. */
export function taken(nick: string, { staffName, fromOn }: StandingBinding): AppError {
  const message = '昵称“{nick}”自 {fromOn} 起已对应到{staffName}。如需改为他人，请先解除那条对应。'
  const params = { nick, fromOn, staffName }
  return new AppError('CONFLICT', message, { params, data: { fields: { nick: fill(message, params) } } })
}
