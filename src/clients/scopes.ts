import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { can } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import { ROLES } from '#access/permissions.ts'
import type { Clock, Day } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import { scope } from '#kit/scope.ts'

/**
 * The stores that a permission reaches on a day. A head's team has the stores that the head leads and those assigned
 * to the team; a member's own are the assigned ones; a sales person's own belong to the own customers. The day may be a
 * column.
 */
export function storeScope(
  actor: Actor,
  permission: Permission,
  on: Day | Expression<Day | null>,
): Expression<SqlBool> {
  return scope(actor, permission, {
    company: 'store.companyCode',
    team: (headId) => teamStores(headId, on),
    own: (staffId, role) =>
      role === ROLES.agent
        ? sql<SqlBool>`exists (
            select 1 from store_assignment a
              where a.store_id = store.id and a.staff_id = ${staffId}
                and a.from_on <= ${on} and (a.to_on is null or a.to_on >= ${on}))`
        : sql<SqlBool>`exists (
            select 1 from customer where customer.id = store.customer_id and customer.owner_id = ${staffId})`,
  })
}

/**
 * The stores that a head leads, and those assigned to the team. Of a head and a day that are known they are found by two
 * indexes and become a set, where an `or` would look at every store; what is a column asks of each row.
 */
export function teamStores(headId: number | Expression<number>, on: Day | Expression<Day | null>) {
  const assigned = sql`from store_assignment a join staff agent on agent.id = a.staff_id
    where (agent.parent_id = ${headId} or agent.id = ${headId})
      and a.from_on <= ${on} and (a.to_on is null or a.to_on >= ${on})`
  if (typeof headId !== 'number' || typeof on !== 'string') {
    return sql<SqlBool>`(store.leader_id = ${headId} or exists (select 1 ${assigned} and a.store_id = store.id))`
  }
  return sql<SqlBool>`store.id in (
    select led.id from store led where led.leader_id = ${headId} union select a.store_id ${assigned})`
}

/** A day for a reach that few rows are asked about (what an index found, a customer's stores): it is not found as a set. */
export const askedOfEach = (on: Day) => sql<Day>`${on}::date`

/** Leaves out stopped stores for whom may not see them (`canReadStopStore`). */
export function stoppedScope(actor: Actor): Expression<SqlBool> {
  return can(actor, 'canReadStopStore') ? sql<SqlBool>`true` : sql<SqlBool>`store.status <> 'stopped'`
}

/** The stores whose record a person may read: within reach, and a stopped one only where that is allowed. */
export function readableStores(actor: Actor, on: Day | Expression<Day>): Expression<SqlBool> {
  return sql<SqlBool>`(${storeScope(actor, 'canReadStore', on)} and ${stoppedScope(actor)})`
}

/** Whether a live store of the customer is led by the head, or assigned that day to the head or somebody of the team. */
export function servedByTeam(
  headId: number | Expression<number>,
  on: Day | Expression<Day>,
): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select 1 from store where store.customer_id = customer.id
      and store.status <> 'stopped'
      and ${teamStores(headId, on)})`
}

/**
 * The customers that a permission reaches on a day, but those that were merged into another: a head's have a store of the
 * team (led by the head, or assigned that day to somebody of the team), a sales person's are the own ones.
 */
export function customerScope(
  actor: Actor,
  permission: Permission,
  on: Day | Expression<Day>,
): Expression<SqlBool> {
  const reach = scope(actor, permission, {
    company: 'customer.companyCode',
    team: (headId) => servedByTeam(headId, on),
    own: (staffId) => sql<SqlBool>`customer.owner_id = ${staffId}`,
  })
  return sql<SqlBool>`(${reach} and customer.merged_into_id is null)`
}

/** What a reader reaches: the customers, and the stores that are counted beside them. */
export interface CustomerReach {
  customers: Expression<SqlBool>
  stores: Expression<SqlBool>
}

/** What a permission reaches today. */
export function customerReach(actor: Actor, permission: Permission, clock: Clock): CustomerReach {
  const on = today(clock)
  const stores = readableStores(actor, askedOfEach(on))
  return { customers: customerScope(actor, permission, on), stores }
}
