import type { Actor } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import { askedOfEach, readableStores } from '#clients/stores/queries.ts'
import type { AuditLine, Changes, Via } from '#kit/audit.ts'
import type { Clock } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import * as queries from './queries.ts'

/** What a permission reaches today. */
export function reachOf(actor: Actor, permission: Permission, clock: Clock): queries.CustomerReach {
  const on = today(clock)
  const stores = readableStores(actor, askedOfEach(on))
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
