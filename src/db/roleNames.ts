import type { RoleNames } from './access.ts'

/** The beginning of the names of an installation's roles, unless a setting says otherwise. */
export const DEFAULT_ROLE_PREFIX = 'houtai'

/** The roles of an installation; several on one server have different prefixes. */
export function rolesOf(prefix = DEFAULT_ROLE_PREFIX): RoleNames {
  // Roles are written into statements, which take no parameters there.
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(prefix)) throw new Error(`not a prefix of role names: ${prefix}`)
  return {
    owner: `${prefix}_owner`,
    app: `${prefix}_app`,
    across: `${prefix}_across`,
    eraser: `${prefix}_eraser`,
  }
}
