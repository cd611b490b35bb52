import { type Expression, type SqlBool, sql } from 'kysely'
import { type Actor, can } from '#access/can.ts'
import { type Permission, ROLES } from '#access/permissions.ts'
import { type Clock, type Day, today } from '#kit/calendar.ts'
import { scope } from '#kit/scope.ts'

/**
 * SQL condition on `store`: the stores within the reach of a permission on a day. A head's team has the stores that the
 * head leads and those assigned to the team; an agent's own stores are the assigned ones; a sales person's own stores
 * belong to that person's customers. `on` may be a column.
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
 * SQL condition on `store`: led by the head, or assigned to the head's team on the day. With a known head and day, two
 * indexes find the store ids, while an `or` would scan all stores. With an expression for either, the condition is
 * checked per row.
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

/**
 * The day as an SQL expression, so that `teamStores` checks each row instead of listing the team's stores. For queries
 * that read few rows (found by an index, or one customer's stores).
 */
export const dayPerRow = (on: Day) => sql<Day>`${on}::date`

/** Excludes stopped stores unless the actor has `canReadStopStore`. */
export function stoppedScope(actor: Actor): Expression<SqlBool> {
  return can(actor, 'canReadStopStore') ? sql<SqlBool>`true` : sql<SqlBool>`store.status <> 'stopped'`
}

/**
 * The stores that the actor may read: within the reach of `canReadStore`; stopped ones only with `canReadStopStore`.
 */
export function readableStores(actor: Actor, on: Day | Expression<Day>): Expression<SqlBool> {
  return sql<SqlBool>`(${storeScope(actor, 'canReadStore', on)} and ${stoppedScope(actor)})`
}

/**
 * SQL condition on `customer`: it has a store, not stopped, that the head leads or that is assigned to the team that
 * day.
 */
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
 * SQL condition on `customer`: the customers within the reach of a permission on a day, without merged ones. A head's
 * customers have a store of the team (see `servedByTeam`); a sales person is the owner of their own customers.
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

/** The customers within a reader's reach, and the stores to count for them. */
export interface CustomerReach {
  customers: Expression<SqlBool>
  stores: Expression<SqlBool>
}

/** The customers within the reach of the permission today, and the stores that the actor may read. */
export function customerReach(actor: Actor, permission: Permission, clock: Clock): CustomerReach {
  const on = today(clock)
  const stores = readableStores(actor, dayPerRow(on))
  return { customers: customerScope(actor, permission, on), stores }
}
