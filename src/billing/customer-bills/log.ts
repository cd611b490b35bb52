import { type AuditLine, changesBetween } from '#kit/audit.ts'
import { formatDecimal, formatMoney } from '#kit/format.ts'
import type { BillRow } from './queries.ts'
import { itemNames } from './rules.ts'

interface LoggedLine {
  item: string
  label?: string | null | undefined
  qty: number
  per?: number | undefined
  price: number
  amountCents: number
}

/** Text of a line for the audit log: `月费 ¥3,100.00 × 10/31 = ¥1,000.00`. */
export function formatLineForLog({ item, label, qty, per = 1, price, amountCents }: LoggedLine): string {
  const name = label ?? itemNames[item as keyof typeof itemNames]
  const sum =
    item === 'commission'
      ? `${formatMoney(qty)} × ${formatDecimal(price, 2)}%`
      : `${formatMoney(price)} × ${per === 1 ? qty : `${qty}/${per}`}`
  return `${name} ${sum} = ${formatMoney(amountCents)}`
}

/** The columns of a bill that are logged; omits calculated ones. */
function loggedColumns({
  missing: _missing,
  proposalId: _proposal,
  relatesToId: _relates,
  rerateId: _rerate,
  ...bill
}: Partial<BillRow>) {
  return bill
}

/** Audit entry for a change of a bill; fields in `more` are logged as new values. */
export function billAuditLine(
  action: string,
  before: Partial<BillRow>,
  after: BillRow,
  more: { lines?: [string[] | null, string[]]; [field: string]: unknown } = {},
): AuditLine {
  const { lines, ...rest } = more
  const changes = changesBetween(loggedColumns(before), { ...loggedColumns(after), ...rest })
  return {
    action,
    entity: 'customer-bill',
    recordId: after.id,
    companyCode: after.companyCode,
    changes: lines ? { ...changes, lines } : changes,
  }
}
