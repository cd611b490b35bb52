import type { Lead } from './databaseQuery.ts'

/** Whose rows the statements of a database handle reach: one company's, all with a role, or none of any company. */
export type Access = { company: string } | { role: SpecialRole } | null

/** A role that reaches several companies; a transaction enters it explicitly. */
export type SpecialRole = 'across' | 'eraser'

/** The names of the roles of an installation (see `roles.ts`). */
export type RoleNames = Record<'owner' | 'app' | SpecialRole, string>

/**
 * The roles by which a pool's statements reach rows. `entersApp`: whether the session is a superuser's and each
 * transaction enters the role of the program, as on the embedded engine.
 */
export interface PoolRoles {
  names: RoleNames
  entersApp: boolean
}

/** The setting with the company whose rows are visible; the policies read it (`policies.ts`). */
export const COMPANY_SETTING = 'houtai.company'

/** Its value in a role that reaches every company; the view `staff_name` reads it (migration 090). */
const EVERY_COMPANY = '*'

/**
 * Plans depend on the role, so that each kind of access has prepared statements of its own; otherwise the server would
 * plan a shared one again at each change.
 */
export type PlanKind = 'company' | SpecialRole | 'none'

export function planKind(access: Access): PlanKind {
  if (access === null) return 'none'
  return 'company' in access ? 'company' : access.role
}

/**
 * The statement that gives a transaction its access, until the transaction ends; null if it needs none. Roles and
 * company are values, never part of the text.
 */
export function leadOf(access: Access, roles: PoolRoles | null): Lead | null {
  if (roles === null) return null
  if (access === null) return roles.entersApp ? enter(roles.names.app) : null
  if ('role' in access) return { text: ENTER_COMPANY, values: [roles.names[access.role], EVERY_COMPANY] }
  if (!roles.entersApp) return { text: SET_COMPANY, values: [access.company] }
  return { text: ENTER_COMPANY, values: [roles.names.app, access.company] }
}

const ENTER = `select set_config('role', $1, true)`
const SET_COMPANY = `select set_config('${COMPANY_SETTING}', $1, true)`
const ENTER_COMPANY = `select set_config('role', $1, true), set_config('${COMPANY_SETTING}', $2, true)`

const enter = (role: string): Lead => ({ text: ENTER, values: [role] })
