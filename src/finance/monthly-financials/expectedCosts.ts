import type { ForecastCosts } from '#billing/customer-bills/forecast/contract.ts'
import type { Database } from '#db/connect.ts'
import { expectedPay } from '#finance/payroll/queries.ts'
import type { Day } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import { findManualLines } from './closingQueries.ts'
import { findBadDebts, findClaimed } from './resultQueries.ts'

/**
 * Costs of a company's whole month as known on `today`: expected pay, and the current claims, manual lines and bad
 * debts.
 */
export async function expectedCosts(
  db: Database,
  { today, ...of }: { companyCode: string; month: string; today: Day },
): Promise<ForecastCosts> {
  const pay = await expectedPay(db, { ...of, today })
  const claims = await findClaimed(db, of)
  const manual = await findManualLines(db, of)
  const badDebts = await findBadDebts(db, of)
  return {
    storeSalaryCents: pay.storeSalaryCents,
    agentCommissionCents: pay.commissionCents,
    otherSalaryCents: pay.otherCents,
    claimCents: sum(claims.map(({ cents }) => cents)),
    manualCents: sum(manual.map(({ amountCents }) => amountCents)),
    badDebtCents: sum(badDebts.map(({ cents }) => cents)),
  }
}
