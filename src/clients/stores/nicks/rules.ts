import { type Actor, can, reachOf } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { AgentFacts } from '#clients/stores/assignments/rules.ts'
import type { AuditLine, Changes } from '#kit/audit.ts'
import { addDays, type Day, overlaps, type Span } from '#kit/calendar.ts'
import { AppError, conflictingField, invalidField } from '#kit/errors.ts'
import type { NickClaim } from './contract.ts'

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

/** Throws WRONG_STATE if the store is stopped. */
export function assertStoreLive(store: { status: string }): void {
  if (store.status === 'stopped') throw new AppError('WRONG_STATE', '店铺已停止服务，不能再对应昵称。')
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

/** Throws CONFLICT if another binding of the nick covers one of the days. */
export function assertFreeOn(
  restored: Span & { id: number; nick: string },
  bindings: readonly ExistingBinding[],
): void {
  const other = bindings.find((one) => one.id !== restored.id && overlaps(one, restored))
  if (other) throw alreadyBoundError(restored.nick, other)
}

/** The CONFLICT error if a nick is bound to another person. */
export function alreadyBoundError(nick: string, { staffName, fromOn }: ExistingBinding): AppError {
  return conflictingField(
    'nick',
    '昵称“{nick}”自 {fromOn} 起已对应到{staffName}。如需改为他人，请先解除那条对应。',
    { nick, fromOn, staffName },
  )
}

/** The audit line for a nick that an import binds, in the store's log. */
export function boundLine({
  storeId,
  companyCode,
  nick,
  staffId,
  fromOn,
  previousFromOn,
}: LoggedBinding): AuditLine {
  const changes: Changes = { nick: [null, nick], staffId: [null, staffId], fromOn: [previousFromOn, fromOn] }
  return { action: 'bind', entity: 'store', recordId: storeId, companyCode, changes }
}

/** The audit line for a binding that is deleted, in the store's log. */
export function deletedLine({
  storeId,
  companyCode,
  nick,
  staffId,
  toOn,
}: Omit<LoggedClaim, 'fromOn'> & { toOn: Day | null }): AuditLine {
  const changes: Changes = { nick: [nick, null], staffId: [staffId, null], toOn: [toOn, null] }
  return { action: 'unbind', entity: 'store', recordId: storeId, companyCode, changes, via: 'undo' }
}

type Status = NickClaim['status']

export const statusNames: Record<Status, string> = {
  pending: '待确认',
  confirmed: '已确认',
  rejected: '没有通过',
  withdrawn: '已撤回',
  undone: '已撤销',
}

export const statusTones = {
  pending: 'orange',
  confirmed: 'green',
  rejected: 'red',
  withdrawn: 'grey',
  undone: 'grey',
} as const

/** The screen that lists claims. */
export const claimsLink = '/store-worklog/imports?view=nicks'

/** Number of days for which a decision is listed and can be undone. */
export const UNDO_DAYS = 30

/** Throws WRONG_STATE unless the claim is pending. */
export function assertPending({ status }: { status: string }): void {
  if (status !== 'pending') throw new AppError('WRONG_STATE', '这条认领已经有结果了，请刷新后再看。')
}

/** Throws FORBIDDEN unless the user may decide the claim. */
export function assertMayDecide({ mayDecide }: { mayDecide: boolean }): void {
  if (mayDecide) return
  throw new AppError('FORBIDDEN', '这条认领由认领人的组长确认；昵称现在是别组的，由管理员确认。')
}

/** Throws FORBIDDEN unless the claim is the user's own. */
export function assertOwnClaim(actor: { id: number }, { staffId }: { staffId: number }): void {
  if (staffId !== actor.id) throw new AppError('FORBIDDEN', '只能撤回自己的认领。')
}

/** Throws WRONG_STATE unless the claim was confirmed, changed something, and is not older than `UNDO_DAYS`. */
export function assertUndoable(
  claim: { status: string; decidedAt: Date | null; hasChanged: boolean },
  now: Date,
): void {
  const { status, decidedAt, hasChanged } = claim
  if (status !== 'confirmed' || !decidedAt) throw new AppError('WRONG_STATE', '这条认领没有确认，不用撤销。')
  if (!hasChanged) throw new AppError('WRONG_STATE', '这次确认没有改动昵称的归属，不用撤销。')
  if (now.getTime() - decidedAt.getTime() > UNDO_DAYS * 86_400_000) {
    throw new AppError('WRONG_STATE', '确认已超过 {n} 天，不能再撤销。请在店铺的平台昵称里改。', {
      values: { n: UNDO_DAYS },
    })
  }
}

/** The changes of a takeover to the bindings of a nick. */
export interface Takeover {
  /** The binding on the first day. */
  holder: ExistingBinding | undefined
  /** The binding that ends the day before. */
  cut: ExistingBinding | undefined
  /** The bindings that begin on the first day or later; they are deleted. */
  removed: ExistingBinding[]
}

/** Plans to give a nick to a person from a day on, regardless of its holder; null if the person has it on that day. */
export function planTakeover(
  { staffId, fromOn }: { staffId: number; fromOn: Day },
  bindings: readonly ExistingBinding[],
): Takeover | null {
  const holder = bindings.find((one) => one.fromOn <= fromOn && (one.toOn === null || one.toOn >= fromOn))
  if (holder?.staffId === staffId) return null
  return {
    holder,
    cut: holder && holder.fromOn < fromOn ? holder : undefined,
    removed: bindings.filter((one) => one.fromOn >= fromOn),
  }
}

/** The fields of a claim for the store's audit log. */
interface LoggedClaim {
  storeId: number
  companyCode: string
  nick: string
  staffId: number
  fromOn: Day
}

/** The fields of a binding for the store's audit log; `previousFromOn` is the former first day of an existing one. */
interface LoggedBinding extends LoggedClaim {
  previousFromOn: Day | null
}

/** The audit line for a claim, in the store's log. */
export function claimLine(
  action: 'claim-nick' | 'confirm-nick' | 'reject-nick' | 'withdraw-nick' | 'undo-nick',
  { storeId, companyCode, nick, staffId, fromOn }: LoggedClaim,
  changes: Changes = {},
): AuditLine {
  const isEnded = action === 'reject-nick' || action === 'withdraw-nick' || action === 'undo-nick'
  const claimFields: Changes = isEnded
    ? { nick: [nick, null], staffId: [staffId, null], fromOn: [fromOn, null] }
    : { nick: [null, nick], staffId: [null, staffId], fromOn: [null, fromOn] }
  return { action, entity: 'store', recordId: storeId, companyCode, changes: { ...claimFields, ...changes } }
}
