import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { can } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import { ROLES } from '#access/permissions.ts'
import type { Day } from '#kit/calendar.ts'
import { scope } from '#kit/scope.ts'

/**
 * The stores that a permission reaches on a day. A head's team has the stores that the head leads and those assigned
 * to the team; a member's own are the assigned ones; a sales person's own belong to the own customers.
 */
export function storeScope(actor: Actor, permission: Permission, on: Day): Expression<SqlBool> {
  return scope(actor, permission, {
    company: 'store.companyCode',
    team: (headId) => sql<SqlBool>`(store.leader_id = ${headId} or exists (
      select 1 from store_assignment a join staff on staff.id = a.staff_id
        where a.store_id = store.id and (staff.parent_id = ${headId} or staff.id = ${headId})
          and a.from_on <= ${on} and (a.to_on is null or a.to_on >= ${on})))`,
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

/** Leaves out stopped stores for whom may not see them (`canReadStopStore`). */
export function stoppedScope(actor: Actor): Expression<SqlBool> {
  return can(actor, 'canReadStopStore') ? sql<SqlBool>`true` : sql<SqlBool>`store.status <> 'stopped'`
}
