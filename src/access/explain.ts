import type { Actor, Reach, ReachFacts } from './can.ts'
import { can, reachOf } from './can.ts'
import type { Permission } from './permissions.ts'

/** The one fact that decides: what was missing, or by what the record is reached. */
export type Because =
  | 'noPermission'
  | 'everything'
  | 'otherCompany'
  | 'company'
  | 'team'
  | 'notTeam'
  | 'owner'
  | 'assigned'
  | 'notOwn'

/** Why a person may, or may not: in the words of `can()`, whose answer `allowed` is. */
export interface Explanation {
  permission: Permission
  allowed: boolean
  /** How far the permission reaches for this person; null where it is not granted at all. */
  reach: Reach | null
  because: Because
}

/** Which permission, which reach and which fact decide whether a person may do something with a record. */
export function explain(actor: Actor, permission: Permission, record: ReachFacts): Explanation {
  const reach = reachOf(actor, permission)
  const allowed = can(actor, permission, record)
  return { permission, allowed, reach, because: because(actor, reach, record, allowed) }
}

function because(actor: Actor, reach: Reach | null, record: ReachFacts, allowed: boolean): Because {
  if (reach === null) return 'noPermission'
  if (reach === 'all') return 'everything'
  if (record.companyCode !== actor.companyCode) return 'otherCompany'
  if (reach === 'company') return 'company'
  if (reach === 'team') return allowed ? 'team' : 'notTeam'
  if (!allowed) return 'notOwn'
  return record.ownerId === actor.id ? 'owner' : 'assigned'
}
