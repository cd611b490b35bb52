import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { reachOf } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'

/** How a table tells the reaches apart: each gives the condition for the person with that number. */
export interface ScopeRules {
  /** The column that holds the record's company, as `store.companyCode`. */
  company: string
  team?: (headId: number) => Expression<SqlBool>
  own?: (staffId: number, role: number | null) => Expression<SqlBool>
}

/**
 * The `where` of a list or of a single record: the rows that the permission reaches for this person. Out of reach is
 * the same as not there. Where the table has no rule for the reach, it reaches nothing.
 */
export function scope(actor: Actor, permission: Permission, rules: ScopeRules): Expression<SqlBool> {
  const reach = reachOf(actor, permission)
  if (reach === 'all') return sql<SqlBool>`true`
  if (reach === null) return sql<SqlBool>`false`
  const company = sql<SqlBool>`${sql.ref(rules.company)} = ${actor.companyCode}`
  if (reach === 'company') return company
  const narrower = reach === 'team' ? rules.team?.(actor.id) : rules.own?.(actor.id, actor.role)
  return narrower ? sql<SqlBool>`(${company} and ${narrower})` : sql<SqlBool>`false`
}
