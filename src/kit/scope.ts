import { type Expression, type SqlBool, sql } from 'kysely'
import { type Actor, reachOf } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'

/** The conditions of a table for the reaches `team` and `own`. Each takes the id of the user, `own` also the role. */
export interface ScopeRules {
  /** The column with the record's company, as in `store.companyCode`. */
  company: string
  team?: (headId: number) => Expression<SqlBool>
  own?: (staffId: number, role: number | null) => Expression<SqlBool>
}

/**
 * Returns the `where` condition for the rows that the actor's permission covers, in lists and for single records. A
 * record out of reach looks like a missing one. A reach without a rule for this table covers no rows.
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
