import type * as z from 'zod'
import { halfUp, sum } from '#kit/money.ts'
import type { MonthRatios, MonthSums } from './contract.ts'
import { revenueOf, type SumFacts } from './resultFacts.ts'

/**
 * Sums of a month (domain.md, 月度财务): revenue by kind from bill lines; gross = revenue − store salaries − agents'
 * commission − claims for stores and customers − bad debts; net = gross − common claims − other salaries − manual
 * lines. 分, with tax; costs are positive.
 */
export function sumsOf({ revenue, claims, badDebts, pay, manualCents, documents }: SumFacts): MonthSums {
  const of = (figure: (row: (typeof revenue)[number]) => number) => sum(revenue.map(figure))
  const isCommon = (claim: (typeof claims)[number]) => claim.storeId === null && claim.customerId === null
  const claimed = (common: boolean) =>
    sum(claims.filter((claim) => isCommon(claim) === common).map(({ cents }) => cents))
  const revenueCents = of(revenueOf)
  const storeSalaryCents = sum(pay.shares.map(({ salaryCents }) => salaryCents))
  const agentCommissionCents = sum(pay.shares.map(({ commissionCents }) => commissionCents))
  const [taggedClaimCents, commonClaimCents] = [claimed(false), claimed(true)]
  const badDebtCents = sum(badDebts.map(({ cents }) => cents))
  const directCents = storeSalaryCents + agentCommissionCents + taggedClaimCents + badDebtCents
  const grossCents = revenueCents - directCents
  const otherSalaryCents = sum(pay.others.map(({ cents }) => cents))
  return {
    serviceCents: of((row) => row.serviceCents),
    commissionCents: of((row) => row.commissionCents),
    overageCents: of((row) => row.overageCents),
    otherIncomeCents: of((row) => row.otherIncomeCents),
    adjustmentCents: of((row) => row.adjustmentCents),
    revenueCents,
    netOfTaxCents: of((row) => row.netOfTaxCents),
    cashCents: documents.cashCents,
    storeSalaryCents,
    agentCommissionCents,
    taggedClaimCents,
    badDebtCents,
    grossCents,
    commonClaimCents,
    otherSalaryCents,
    manualCents,
    netCents: grossCents - commonClaimCents - otherSalaryCents - manualCents,
  }
}

/** Counts behind the ratios, from which the ratios of several companies together are calculated. */
export interface Counts {
  billedCustomers: number
  askedCents: number
  receivedCents: number
  customersAtStart: number
  customersLost: number
  storesAtStart: number
  storesLost: number
}

/** Movements of recurring revenue, defined in `recurring.ts`. */
interface Movements {
  startCents: number
  expansionCents: number
  contractionCents: number
  churnCents: number
}

/** `part` ÷ `whole` in basis points, half up; null unless `whole` is positive. */
export function rateBp(part: number, whole: number): number | null {
  return whole > 0 ? halfUp(BigInt(part) * 10_000n, BigInt(whole)) : null
}

/**
 * Ratios of a month. NRR = (start + expansion − contraction − churn) ÷ start and GRR = (start − contraction − churn) ÷
 * start: both concern the customers at the start, without new and reactivated ones. ARPA = revenue ÷ billed customers.
 */
export function ratiosOf(
  { grossCents, revenueCents }: Pick<MonthSums, 'grossCents' | 'revenueCents'>,
  { startCents, expansionCents, contractionCents, churnCents }: Movements,
  counts: Counts,
): z.output<typeof MonthRatios> {
  const retainedCents = startCents - contractionCents - churnCents
  const { customersAtStart, customersLost, storesAtStart, storesLost, billedCustomers } = counts
  return {
    marginBp: rateBp(grossCents, revenueCents),
    netRetentionBp: rateBp(retainedCents + expansionCents, startCents),
    grossRetentionBp: rateBp(retainedCents, startCents),
    customersAtStart,
    customersLost,
    customerChurnBp: rateBp(customersLost, customersAtStart),
    storesAtStart,
    storesLost,
    storeChurnBp: rateBp(storesLost, storesAtStart),
    arpaCents: billedCustomers > 0 ? halfUp(BigInt(revenueCents), BigInt(billedCustomers)) : null,
    collectionBp: rateBp(counts.receivedCents, counts.askedCents),
  }
}
