import type * as z from 'zod'
import type { Actor } from '#access/can.ts'
import { monthlyFeeCents } from '#clients/pricing/rules.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import type { AtRisk } from './contract.ts'
import { type FeeRow, findFees, findRisks, RISKS, type RiskRow } from './queries.ts'
import { endingWithin, listLink, ROWS_PER_LIST } from './rules.ts'

/** 可能少收的钱: customers who may be lost or pay late, highest monthly fee first, one row each. */
export async function risksOf(db: Database, actor: Actor, on: Day): Promise<z.output<typeof AtRisk>> {
  const found = await findRisks(db, actor, { on, endsBy: endingWithin(on).to })
  const fees = await findFees(db, [...new Set(found.map(({ customerId }) => customerId))], on)
  const rows = rankRisks(found, fees)
  return { count: rows.length, items: rows.slice(0, ROWS_PER_LIST).map(withStep) }
}

/**
 * One row per customer, with the most urgent reason, sorted by the monthly fee of its stores in service, descending.
 */
export function rankRisks(found: readonly RiskRow[], fees: readonly FeeRow[]) {
  const byCustomer = Map.groupBy(fees, ({ customerId }) => customerId)
  const urgency = ({ why }: RiskRow) => RISKS.indexOf(why)
  return [...Map.groupBy(found, ({ customerId }) => customerId).values()]
    .flatMap((rows) => rows.toSorted((a, b) => urgency(a) - urgency(b)).slice(0, 1))
    .map((row) => ({
      ...row,
      feeCents: sum(
        (byCustomer.get(row.customerId) ?? []).map(({ pricing, meanVolume }) =>
          monthlyFeeCents(pricing, meanVolume),
        ),
      ),
    }))
    .sort((a, b) => b.feeCents - a.feeCents || a.customerId - b.customerId)
}

/** Adds the link for the suggested action. */
function withStep({ warningId, ...row }: ReturnType<typeof rankRisks>[number]) {
  const link =
    warningId === null
      ? `/customer-management/${row.customerId}`
      : listLink('warnings', { warning: warningId })
  return { ...row, link }
}
