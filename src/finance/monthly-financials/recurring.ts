import type * as z from 'zod'
import type { Pricing } from '#clients/pricing/contract.ts'
import { monthlyFeeCents } from '#clients/pricing/rules.ts'
import { sum } from '#kit/money.ts'
import type { Recurring } from './contract.ts'

/** A store at the end of a month; `pricing`: price in its terms of that day, null without terms. */
export interface StoreAtMonthEnd {
  storeId: number
  customerId: number
  status: string
  pricing: Pricing | null
  /** Daily mean of the previous month, for prices by tier. */
  meanBefore: number | null
}

/** Stores that had not stopped at the end of the previous month, and at the end of this one. */
export interface MonthEnds {
  start: readonly StoreAtMonthEnd[]
  end: readonly StoreAtMonthEnd[]
  /** Customers with a store in service at any time up to the start. */
  servedBefore: ReadonlySet<number>
}

export interface RecurringMonth {
  recurring: z.output<typeof Recurring>
  customersAtStart: number
  customersLost: number
  storesAtStart: number
  storesLost: number
}

/**
 * 月经常收入 of a store at the end of a month, 分: the monthly fee of its terms while it is in service, for prices by day or
 * hour that of 30 days. Overage and commission vary and are excluded; trial and paused stores count 0.
 */
export function recurringCents({ status, pricing, meanBefore }: StoreAtMonthEnd): number {
  return status === 'serving' && pricing ? monthlyFeeCents(pricing, meanBefore) : 0
}

/**
 * Classifies the change of recurring revenue from one month's end to the next by customer (the stores of a customer are
 * added up, so that moving a fee between them is not a movement). A customer that was not in service: new, or
 * reactivation if it was served before. Down to 0: churn if no store is left, else (all are paused) contraction.
 * Otherwise: expansion or contraction. start + new + expansion − contraction − churn + reactivation = end.
 */
export function recurringOf({ start, end, servedBefore }: MonthEnds): RecurringMonth {
  const [before, after] = [byCustomer(start), byCustomer(end)]
  const atStart = new Set(inService(start).map(({ customerId }) => customerId))
  const recurring = {
    startCents: sum([...before.values()]),
    newCents: 0,
    expansionCents: 0,
    contractionCents: 0,
    churnCents: 0,
    reactivationCents: 0,
    endCents: sum([...after.values()]),
  }
  for (const customerId of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(customerId) ?? 0, after.get(customerId) ?? 0]
    if (was === 0 && is > 0 && !atStart.has(customerId)) {
      recurring[servedBefore.has(customerId) ? 'reactivationCents' : 'newCents'] += is
    } else if (is > was) recurring.expansionCents += is - was
    else if (is === 0 && !after.has(customerId)) recurring.churnCents += was
    else recurring.contractionCents += was - is
  }
  return { recurring, ...lossesOf(start, end) }
}

const inService = (stores: readonly StoreAtMonthEnd[]) => stores.filter(({ status }) => status === 'serving')

/** Recurring revenue by customer with a store left; 0 if none is in service. */
function byCustomer(stores: readonly StoreAtMonthEnd[]): Map<number, number> {
  const cents = new Map<number, number>()
  for (const one of stores) {
    cents.set(one.customerId, (cents.get(one.customerId) ?? 0) + recurringCents(one))
  }
  return cents
}

/** Customers and stores in service at the start, and the number that has stopped by the end; a pause is not a loss. */
function lossesOf(start: MonthEnds['start'], end: MonthEnds['end']) {
  const serving = inService(start)
  const lost = (of: (one: StoreAtMonthEnd) => number) => {
    const left = new Set(end.map(of))
    const atStart = [...new Set(serving.map(of))]
    return { atStart: atStart.length, lost: atStart.filter((id) => !left.has(id)).length }
  }
  const customers = lost(({ customerId }) => customerId)
  const stores = lost(({ storeId }) => storeId)
  return {
    customersAtStart: customers.atStart,
    customersLost: customers.lost,
    storesAtStart: stores.atStart,
    storesLost: stores.lost,
  }
}
