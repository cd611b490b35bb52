import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import type { Day } from '#kit/calendar.ts'
import { scope } from '#kit/scope.ts'

/**
 * The customers that a permission reaches on a day: a head's have a store of the team (led by the head, or assigned that
 * day to somebody of the team), a sales person's are the own ones.
 */
export function customerScope(actor: Actor, permission: Permission, on: Day): Expression<SqlBool> {
  return scope(actor, permission, {
    company: 'customer.companyCode',
    team: (headId) => sql<SqlBool>`exists (
      select 1 from store where store.customer_id = customer.id
        and store.status <> 'stopped'
        and (store.leader_id = ${headId} or exists (
          select 1 from store_assignment a join staff on staff.id = a.staff_id
            where a.store_id = store.id and (staff.parent_id = ${headId} or staff.id = ${headId})
              and a.from_on <= ${on} and (a.to_on is null or a.to_on >= ${on}))))`,
    own: (staffId) => sql<SqlBool>`customer.owner_id = ${staffId}`,
  })
}
