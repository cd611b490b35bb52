import type { Grant, Permission, Standing } from './permissions.ts'
import { permissions, ROLES } from './permissions.ts'

/** Whoever asks. Role is a number of the specification, or anything else, which then may do nothing. */
export interface Actor {
  id: number
  role: number | null
  parentId: number | null
  companyCode: string
}

/** `all` is the reach of an admin of the headquarters; the other words are the table's. */
export type Reach = 'all' | Grant

/** The facts about a record that a reach is measured against; what a record lacks, nobody reaches by. */
export interface ReachFacts {
  companyCode: string
  /** The sales person in charge of the customer (负责商务). */
  ownerId?: number | null
  /** Heads whose team the record belongs to. */
  headIds?: readonly number[]
  /** Agents that the record is assigned to, or whose own it is. */
  staffIds?: readonly number[]
}

/** The headquarters; its admins reach all companies. */
export const HEADQUARTERS = '001'

/** Which column of the table a person stands in; null for nobody, no role and an unknown role. */
export function standing(actor: Actor | null | undefined): Standing | null {
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

/** How far a permission reaches for this person; null where it is not granted at all. */
export function reachOf(actor: Actor | null | undefined, permission: Permission): Reach | null {
  const column = standing(actor)
  if (!actor || !column) return null
  const grant = permissions[permission][column] ?? null
  return grant === 'company' && column === 'admin' && actor.companyCode === HEADQUARTERS ? 'all' : grant
}

/** Whether the person holds the permission and, where a record is given, reaches it. */
export function can(actor: Actor | null | undefined, permission: Permission, record?: ReachFacts): boolean {
  const reach = reachOf(actor, permission)
  if (!actor || !reach) return false
  if (!record || reach === 'all') return true
  if (record.companyCode !== actor.companyCode) return false
  if (reach === 'company') return true
  if (reach === 'team') return record.headIds?.includes(actor.id) ?? false
  return record.ownerId === actor.id || (record.staffIds?.includes(actor.id) ?? false)
}

/** Specification §6: role 2 never sees what a store pays or costs; nor does nobody. */
export function hideStoreSalary(actor: Actor | null | undefined): boolean {
  const column = standing(actor)
  return column === null || column === 'head' || column === 'member'
}

/** Specification §6: the company column exists for role 1 of the headquarters only. */
export function hideCompany(actor: Actor | null | undefined): boolean {
  return standing(actor) !== 'admin' || actor?.companyCode !== HEADQUARTERS
}

/** Specification §6: a head creates members of the own team only and sets no role. */
export function hideRoleUpdate(actor: Actor | null | undefined): boolean {
  return standing(actor) === 'head'
}

/** Whether pay and payee are shown: not to role 2 (specification §6, domain.md: roles 1 and 4 see them). */
export function seesPay(actor: Actor): boolean {
  return !hideStoreSalary(actor)
}
