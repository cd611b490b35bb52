import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import { readableStores } from '#features/stores/queries.ts'
import type { AuditLine, Changes, Via } from '#kit/audit.ts'
import type { Clock, Day } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import * as queries from './queries.ts'

/** What a permission reaches today. */
export function reachOf(actor: Actor, permission: Permission, clock: Clock): queries.CustomerReach {
  const on = today(clock)
  // A customer's stores are few: each is asked, instead of the whole reach being found for every customer.
  const stores = readableStores(actor, sql<Day>`${on}::date`)
  return { customers: queries.customerScope(actor, permission, on), stores }
}

/** A line of a customer's log. */
export function auditLine(
  action: string,
  row: { id: number; companyCode: string },
  changes: Changes,
  via: Via = 'form',
): AuditLine {
  return { action, entity: 'customer', recordId: row.id, changes, via, companyCode: row.companyCode }
}
