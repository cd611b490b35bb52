import { allocate, sum } from '#kit/money.ts'
import type { MonthPart } from './contract.ts'
import type { ResultFacts, StoreFacts } from './resultFacts.ts'
import { rateBp } from './resultSums.ts'

/** Revenue and costs of a store, or of a customer as a whole, in 分. */
export interface Share {
  revenueCents: number
  salaryCents: number
  commissionCents: number
  claimCents: number
  badDebtCents: number
}

const NOTHING: Share = {
  revenueCents: 0,
  salaryCents: 0,
  commissionCents: 0,
  claimCents: 0,
  badDebtCents: 0,
}

const grossOf = (share: Share): number =>
  share.revenueCents - share.salaryCents - share.commissionCents - share.claimCents - share.badDebtCents

/** Amounts by id, added up. */
class Shares extends Map<number, Share> {
  add(id: number, figures: Partial<Share>): void {
    const share = this.get(id) ?? { ...NOTHING }
    this.set(id, share)
    share.revenueCents += figures.revenueCents ?? 0
    share.salaryCents += figures.salaryCents ?? 0
    share.commissionCents += figures.commissionCents ?? 0
    share.claimCents += figures.claimCents ?? 0
    share.badDebtCents += figures.badDebtCents ?? 0
  }
}

/** A month divided by store; `kept` has the amounts of customers without a store in the month. */
export interface Divided {
  stores: ReadonlyMap<number, Share>
  withoutStore: ReadonlyMap<number, Share>
}

/**
 * Divides a month among its stores. Amounts of a customer as a whole (bills without a store, claims for the customer,
 * write-offs) are divided among the customer's stores of the month in proportion to their revenue, by largest
 * remainder; equally if none has revenue. A customer without a store in the month keeps its amounts.
 */
export function divide({ stores, brought, claims, badDebts, pay }: StoreFacts): Divided {
  const storeShares = new Shares(stores.map(({ id }) => [id, { ...NOTHING }]))
  const customerShares = new Shares()
  const addAmount = (storeId: number | null, customerId: number | null, figures: Partial<Share>) => {
    if (storeId !== null) storeShares.add(storeId, figures)
    else if (customerId !== null) customerShares.add(customerId, figures)
  }
  for (const { storeId, customerId, cents } of brought)
    addAmount(storeId, customerId, { revenueCents: cents })
  for (const { storeId, customerId, cents } of claims) addAmount(storeId, customerId, { claimCents: cents })
  for (const { storeId, customerId, cents } of badDebts)
    addAmount(storeId, customerId, { badDebtCents: cents })
  for (const { storeId, salaryCents, commissionCents } of pay.shares) {
    storeShares.add(storeId, { salaryCents, commissionCents })
  }
  const storesOf = Map.groupBy(stores, ({ customerId }) => customerId)
  const withoutStore = new Map<number, Share>()
  for (const [customerId, share] of customerShares) {
    const carriers = (storesOf.get(customerId) ?? []).map(({ id }) => id)
    if (carriers.length === 0) withoutStore.set(customerId, share)
    else distribute(storeShares, carriers, share)
  }
  return { stores: storeShares, withoutStore }
}

function distribute(storeShares: Shares, carriers: readonly number[], share: Share): void {
  const weights = carriers.map((id) => Math.max(0, storeShares.get(id)?.revenueCents ?? 0))
  const revenue = allocate(share.revenueCents, weights)
  const [claims, debts] = [allocate(share.claimCents, weights), allocate(share.badDebtCents, weights)]
  carriers.forEach((id, at) => {
    storeShares.add(id, {
      revenueCents: revenue[at] ?? 0,
      claimCents: claims[at] ?? 0,
      badDebtCents: debts[at] ?? 0,
    })
  })
}

/** Σ gross of all parts of a divided month. */
export function grossOfAll({ stores, withoutStore }: Divided): number {
  return sum([...stores.values(), ...withoutStore.values()].map(grossOf))
}

const partOf = (id: number, name: string, under: string | null, share: Share): MonthPart => {
  const grossCents = grossOf(share)
  return { id, name, under, ...share, grossCents, marginBp: rateBp(grossCents, share.revenueCents) }
}

type StoreNames = Pick<StoreFacts, 'stores' | 'customerNames'>

/** Each store of the month, with its customer. */
export function partsByStore({ stores, customerNames }: StoreNames, divided: Divided): MonthPart[] {
  return stores.map(({ id, name, customerId }) =>
    partOf(id, name, customerNames.get(customerId) ?? null, divided.stores.get(id) ?? NOTHING),
  )
}

/** Each customer: the total of its stores, and the amounts that it keeps. */
export function partsByCustomer({ stores, customerNames }: StoreNames, divided: Divided): MonthPart[] {
  const customers = new Shares([...divided.withoutStore].map(([id, share]) => [id, { ...share }]))
  for (const { id, customerId } of stores) customers.add(customerId, divided.stores.get(id) ?? NOTHING)
  return [...customers].map(([id, share]) => partOf(id, customerNames.get(id) ?? '', null, share))
}

/**
 * Each agent who served a store. Revenue: the store's revenue in proportion to the agent's served days × share. Cost:
 * the agent's entire pay. Revenue of a store without an agent, and claims, belong to no agent.
 */
export function partsByAgent(
  { served, pay, people }: Pick<ResultFacts, 'served' | 'pay' | 'people'>,
  divided: Divided,
): MonthPart[] {
  const agents = new Shares()
  for (const [storeId, group] of Map.groupBy(served, (one) => one.storeId)) {
    const weights = group.map(({ weight }) => weight)
    const revenueParts = allocate(divided.stores.get(storeId)?.revenueCents ?? 0, weights)
    group.forEach(({ staffId }, at) => {
      agents.add(staffId, { revenueCents: revenueParts[at] ?? 0 })
    })
  }
  for (const { staffId, salaryCents, commissionCents } of pay.shares) {
    agents.add(staffId, { salaryCents, commissionCents })
  }
  for (const { staffId, cents } of pay.others) {
    if (agents.has(staffId)) agents.add(staffId, { salaryCents: cents })
  }
  return [...agents].map(([id, share]) => {
    const person = people.get(id)
    return partOf(id, person?.name ?? '', person?.headName ?? null, share)
  })
}
