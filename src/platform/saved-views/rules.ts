import { type Actor, can, reachOf } from '#access/can.ts'
import { AppError } from '#kit/errors.ts'
import type { ViewScope } from './contract.ts'

/** The names of the audiences. */
export const scopeNames: Record<ViewScope, string> = { personal: '仅自己', team: '本组', company: '全公司' }

/** Maximum number of views per person. */
export const MAX_VIEWS = 100

/** The audiences for which the actor may save a view: a head also for their team, an admin also for their company. */
export function sharableScopes(actor: Actor): ViewScope[] {
  const scopes: ViewScope[] = ['personal']
  if (reachOf(actor, 'canManageUser') === 'team') scopes.push('team')
  if (can(actor, 'canAdmin')) scopes.push('company')
  return scopes
}

/** Throws FORBIDDEN if the actor may not save views for that audience. */
export function assertMayShare(actor: Actor, scope: ViewScope): void {
  if (sharableScopes(actor).includes(scope)) return
  const sentence =
    scope === 'team'
      ? '只有组长可以保存给本组用的视图，请选择「仅自己」。'
      : '只有管理员可以保存给全公司用的视图，请选择「仅自己」。'
  throw new AppError('FORBIDDEN', sentence)
}

/** The facts about a view that decide who may change it. */
export interface ViewFacts {
  companyCode: string
  scope: ViewScope
  ownerId: number
}

/** Whether the actor may change a view: its owner, or for a company view any admin of that company. */
export function mayChange(actor: Actor, view: ViewFacts): boolean {
  if (view.ownerId === actor.id) return true
  return view.scope === 'company' && view.companyCode === actor.companyCode && can(actor, 'canAdmin')
}

/** Throws FORBIDDEN unless the actor may change the view. */
export function assertMayChange(actor: Actor, view: ViewFacts): void {
  if (mayChange(actor, view)) return
  throw new AppError(
    'FORBIDDEN',
    '这个视图是别人保存的，您可以用它，但不能改。需要不同的条件时，请另存为自己的视图。',
  )
}

/** Throws WRONG_STATE if the person has the maximum number of views. */
export function assertRoom(saved: number): void {
  if (saved < MAX_VIEWS) return
  throw new AppError('WRONG_STATE', '您已保存 {n} 个视图，不能再增加，请先删除不用的。', {
    values: { n: MAX_VIEWS },
  })
}
