import { type Actor, can, type Reach, type ReachFacts, reachOf } from './can.ts'
import type { Permission } from './permissions.ts'

/** The deciding fact: the reason for the denial, or how the reach covers the record. */
export type AccessReason =
  | 'noPermission'
  | 'everything'
  | 'otherCompany'
  | 'company'
  | 'team'
  | 'notTeam'
  | 'owner'
  | 'assigned'
  | 'notOwn'

/** Explains a decision of `can()`; `allowed` is its result. */
export interface Explanation {
  permission: Permission
  allowed: boolean
  /** The reach of the permission for this person; null if it is not granted. */
  reach: Reach | null
  because: AccessReason
}

/** Explains whether a person may act on a record: the permission, its reach and the deciding fact. */
export function explain(actor: Actor, permission: Permission, record: ReachFacts): Explanation {
  const reach = reachOf(actor, permission)
  const allowed = can(actor, permission, record)
  return { permission, allowed, reach, because: because(actor, reach, record, allowed) }
}

function because(actor: Actor, reach: Reach | null, record: ReachFacts, allowed: boolean): AccessReason {
  if (reach === null) return 'noPermission'
  if (reach === 'all') return 'everything'
  if (record.companyCode !== actor.companyCode) return 'otherCompany'
  if (reach === 'company') return 'company'
  if (reach === 'team') return allowed ? 'team' : 'notTeam'
  if (!allowed) return 'notOwn'
  return record.ownerId === actor.id ? 'owner' : 'assigned'
}
