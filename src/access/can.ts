import { type EffectiveRole, type Grant, type Permission, permissions, ROLES } from './permissions.ts'

/** The user who makes a request. `role` is one of `ROLES`; null or any other number grants nothing. */
export interface Actor {
  id: number
  role: number | null
  parentId: number | null
  companyCode: string
}

/** `all` is the reach of an admin of the headquarters; the other values come from the permission table. */
export type Reach = 'all' | Grant

/** The fields of a record that `can` compares with a reach. A missing field grants no access. */
export interface ReachFacts {
  companyCode: string
  /** The sales person in charge of the customer (负责商务). */
  ownerId?: number | null
  /** Heads whose team the record belongs to. */
  headIds?: readonly number[]
  /** Staff to whom the record is assigned or belongs. */
  staffIds?: readonly number[]
}

/** The headquarters; its admins reach all companies. */
export const HEADQUARTERS = '001'

/** The actor's column in the permission table; null without an actor or a known role. */
export function effectiveRole(actor: Actor | null | undefined): EffectiveRole | null {
  switch (actor?.role) {
    case ROLES.admin:
      return 'admin'
    case ROLES.agent:
      return actor.parentId === null ? 'head' : 'member'
    case ROLES.sales:
      return 'sales'
    case ROLES.finance:
      return 'finance'
    default:
      return null
  }
}

/** The reach of a permission for this actor; null if it is not granted. */
export function reachOf(actor: Actor | null | undefined, permission: Permission): Reach | null {
  const column = effectiveRole(actor)
  if (!actor || !column) return null
  const grant = permissions[permission][column] ?? null
  return grant === 'company' && column === 'admin' && actor.companyCode === HEADQUARTERS ? 'all' : grant
}

/** Whether a reach is a whole company or all companies, and so the same on every day. */
export function coversCompany(reach: Reach | null): boolean {
  return reach === 'company' || reach === 'all'
}

/** Whether the actor holds the permission and, if a record is given, the reach covers that record. */
export function can(actor: Actor | null | undefined, permission: Permission, record?: ReachFacts): boolean {
  const reach = reachOf(actor, permission)
  if (!actor || !reach) return false
  if (!record || reach === 'all') return true
  if (record.companyCode !== actor.companyCode) return false
  if (reach === 'company') return true
  if (reach === 'team') return record.headIds?.includes(actor.id) ?? false
  return record.ownerId === actor.id || (record.staffIds?.includes(actor.id) ?? false)
}

/** Specification §6: store prices and salaries are hidden from role 2 and from callers without a known role. */
export function hideStoreSalary(actor: Actor | null | undefined): boolean {
  const column = effectiveRole(actor)
  return column === null || column === 'head' || column === 'member'
}

/** Specification §6: only role 1 of the headquarters sees the company column. */
export function hideCompany(actor: Actor | null | undefined): boolean {
  return effectiveRole(actor) !== 'admin' || actor?.companyCode !== HEADQUARTERS
}

/** Specification §6: a head creates members of their own team only, and cannot set a role. */
export function hideRoleUpdate(actor: Actor | null | undefined): boolean {
  return effectiveRole(actor) === 'head'
}

/** Whether the actor sees pay and payee: role 2 does not (specification §6), roles 1 and 4 do (domain.md). */
export function seesPay(actor: Actor): boolean {
  return !hideStoreSalary(actor)
}
