import type * as z from 'zod'
import type { Pricing } from '#clients/pricing/contract.ts'
import { monthlyFeeCents } from '#clients/pricing/rules.ts'
import { sum } from '#kit/money.ts'
import type { Recurring } from './contract.ts'

/** A store as it stood at a month's end; `pricing`: what its terms of that day ask, null where there are none. */
export interface Standing {
  storeId: number
  customerId: number
  status: string
  pricing: Pricing | null
  /** The daily mean of the month before, for prices by tier. */
  meanBefore: number | null
}

/** The stores that had not stopped, at the end of the month before and at the end of this one. */
export interface Ends {
  start: readonly Standing[]
  end: readonly Standing[]
  /** Customers that had a store in service at some time up to the start. */
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
 * 月经常收入 of a store at a month's end, 分: the monthly fee of its terms while it is in service; by day or hour thirty
 * days of it. Overage and commission vary, so they are not in it; trial and pause bring nothing.
 */
export function recurringCents({ status, pricing, meanBefore }: Standing): number {
  return status === 'serving' && pricing ? monthlyFeeCents(pricing, meanBefore) : 0
}

/**
 * The way of the recurring revenue from one month's end to the next, a customer at a time (the stores of one together, so
 * that moving a fee from one store to another is no movement). Of one that was not in service: new, or reactivation where
 * it had been served before. From something to nothing: churn where none of its stores is left, else (all pause)
 * contraction. In between: expansion and contraction. start + new + expansion − contraction − churn + reactivation = end.
 */
export function recurringOf({ start, end, servedBefore }: Ends): RecurringMonth {
  const [before, after] = [byCustomer(start), byCustomer(end)]
  const atStart = new Set(inService(start).map(({ customerId }) => customerId))
  const recurring = {
    ...{ startCents: sum([...before.values()]), newCents: 0, expansionCents: 0, contractionCents: 0 },
    ...{ churnCents: 0, reactivationCents: 0, endCents: sum([...after.values()]) },
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

const inService = (standings: readonly Standing[]) => standings.filter(({ status }) => status === 'serving')

/** Recurring revenue of each customer that has a store left, 0 where none is in service. */
function byCustomer(standings: readonly Standing[]): Map<number, number> {
  const cents = new Map<number, number>()
  for (const one of standings) {
    cents.set(one.customerId, (cents.get(one.customerId) ?? 0) + recurringCents(one))
  }
  return cents
}

/** Customers and stores in service at the start, and how many of them have stopped by the end: a pause is no loss. */
function lossesOf(start: Ends['start'], end: Ends['end']) {
  const serving = inService(start)
  const lost = (of: (one: Standing) => number) => {
    const left = new Set(end.map(of))
    const atStart = [...new Set(serving.map(of))]
    return { atStart: atStart.length, lost: atStart.filter((id) => !left.has(id)).length }
  }
  const customers = lost(({ customerId }) => customerId)
  const stores = lost(({ storeId }) => storeId)
  return {
    ...{ customersAtStart: customers.atStart, customersLost: customers.lost },
    ...{ storesAtStart: stores.atStart, storesLost: stores.lost },
  }
}
