import type { Actor } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import { readableStores } from '#features/stores/queries.ts'
import type { AuditLine, Changes, Via } from '#kit/audit.ts'
import type { Clock } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import { maskMobile, maskText } from '#kit/fields.ts'
import type { Customer } from './contract.ts'
import * as queries from './queries.ts'
import { warningsOf } from './rules.ts'

type Row = Awaited<ReturnType<typeof queries.getCustomer>>

/** A row as it may leave: contacts masked. */
export function present(row: Row) {
  return {
    ...row,
    type: row.type as Customer['type'],
    source: row.source as Customer['source'],
    status: row.status as Customer['status'],
    mobile: maskMobile(row.mobile),
    wechat: maskText(row.wechat),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** A row as its page shows it, with what is doubtful about it. */
export function presentPage(row: Row) {
  return { ...present(row), warnings: warningsOf(row) }
}

/** What a permission reaches today. */
export function reachOf(actor: Actor, permission: Permission, clock: Clock): queries.CustomerReach {
  const on = today(clock)
  return { customers: queries.customerScope(actor, permission, on), stores: readableStores(actor, on) }
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
