import { type Actor, can, effectiveRole } from './can.ts'
import type { OfferedKind } from './kinds.ts'
import type { Permission } from './permissions.ts'

/** The permission to add a record of each kind that pickers offer. */
const addPermission: Record<OfferedKind, Permission> = {
  customer: 'canUpdateCustomer',
  store: 'canUpdateStore',
  staff: 'canManageUser',
  colleague: 'canManageUser',
  'stand-in': 'canManageUser',
  bill: 'canChargeCustomer',
  import: 'canReportWorklog',
  webhook: 'canAdmin',
}

/**
 * Whether the actor may add a record that a picker lacks. Heads add members of their own team only: agents, no heads or
 * staff of other roles.
 */
export function mayAdd(actor: Actor, kind: OfferedKind, query: Record<string, unknown> = {}): boolean {
  if (!can(actor, addPermission[kind])) return false
  if (effectiveRole(actor) !== 'head' || kind === 'import') return true
  return kind === 'staff' && query.purpose === 'agent'
}
