import type { Customer } from '#features/customers/contract.ts'
import type { getCustomer } from '#features/customers/queries.ts'
import { warningsOf } from '#features/customers/rules.ts'
import { maskMobile, maskText } from '#kit/fields.ts'

type Row = Awaited<ReturnType<typeof getCustomer>>

/** A customer as it may leave, contacts masked, with what is doubtful about it. */
export function presentCustomer(row: Row) {
  return {
    ...row,
    type: row.type as Customer['type'],
    source: row.source as Customer['source'],
    status: row.status as Customer['status'],
    mobile: maskMobile(row.mobile),
    wechat: maskText(row.wechat),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    warnings: warningsOf(row),
  }
}
