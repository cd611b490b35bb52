import type { Pricing } from '#clients/pricing/contract.ts'
import { proposeProratedBill } from '#clients/stores/proration.ts'
import type { DB } from '#db/tables.ts'
import { addDays, monthOf } from '#kit/calendar.ts'
import { type Random, random } from './random.ts'
import { type DemoStore, isUnpriced } from './stores.ts'
import { volumeModelOf } from './volumes.ts'

type Table = [name: keyof DB, rows: object[]]

/** The states and terms of each store by day, and the proposals of stops. */
export function lifeTables(stores: readonly DemoStore[], now: Date, today: string): Table[] {
  const terms = new Map(stores.map((store) => [store, termsOf(store, today)]))
  return [
    ['storeState', stores.flatMap((store) => statesOf(store, now))],
    ['storeTerms', stores.flatMap((store) => (terms.get(store) ?? []).map((row) => termsRow(store, row)))],
    ['billingProposal', stores.flatMap((store) => proposalOf(store, terms.get(store) ?? []))],
  ]
}

/** The states derived from the store's days; a stop takes effect on the day after the last day of service. */
function statesOf(store: DemoStore, now: Date) {
  const { status, trialOn, onlineOn, stoppedOn, servedTo, companyCode, id } = store
  const states: [status: string, fromOn: string | null][] = [
    ['pending', status === 'pending' ? now.toISOString().slice(0, 10) : null],
    ['trial', trialOn],
    ['serving', onlineOn],
    ['paused', status === 'paused' ? addDays(servedTo, 1) : null],
    ['stopped', stoppedOn && addDays(stoppedOn, 1)],
  ]
  return states.flatMap(([entered, fromOn]) =>
    fromOn
      ? [
          {
            companyCode,
            storeId: id,
            status: entered,
            fromOn,
            createdAt: new Date(`${fromOn}T02:00:00Z`),
            createdBy: store.customer.ownerId,
          },
        ]
      : [],
  )
}

interface StoreTerms {
  fromOn: string
  pricing: Pricing
  storeSalaryCents: number
  note: string | null
}

/** The monthly fee of a store in 分: a market price for a shared seat. */
export const feeOf = ({ id }: Pick<DemoStore, 'id'>): number => random(`fee ${id}`).between(16, 52) * 10_000

/** The share of the fee paid for serving a store: with six or seven stores an agent earns ¥4,000 to ¥8,000 a month. */
const SALARY_SHARE = 0.135

/** The terms of a store: mostly a fixed fee; some had an increase, a few have one scheduled. */
function termsOf(store: DemoStore, today: string): StoreTerms[] {
  const from = store.onlineOn ?? store.trialOn
  if (!from || store.takenOver || isUnpriced(store, today)) return []
  const chance = random(`terms ${store.id}`)
  const { base } = volumeModelOf(store)
  const fee = feeOf(store)
  const salary = Math.round((fee * SALARY_SHARE) / 1_000) * 1_000
  const first = {
    fromOn: from,
    pricing: pricingOf(store, fee, base, chance),
    storeSalaryCents: salary,
    note: null,
  }
  const rise = (fromOn: string, note: string): StoreTerms => ({
    fromOn,
    note,
    storeSalaryCents: Math.round((salary * 1.1) / 1_000) * 1_000,
    pricing: { model: 'fixed', monthlyCents: Math.round((fee * 1.15) / 10_000) * 10_000 },
  })
  // The churn record contains a stopped store's loss, computed from the plain fee.
  if (store.status === 'stopped') return [{ ...first, pricing: { model: 'fixed', monthlyCents: fee } }]
  const later = addDays(today, -75)
  if (store.id % 6 === 2 && from < addDays(later, -90)) return [first, rise(later, '续约调价')]
  if (store.id % 13 === 4 && store.status === 'serving') {
    return [first, rise(`${monthOf(addDays(today, 31))}-01`, '下月起调价')]
  }
  return [first]
}

function pricingOf(store: DemoStore, fee: number, base: number, chance: Random): Pricing {
  switch (store.id % 12) {
    case 3:
      return { model: 'included', monthlyCents: fee, includedDaily: Math.round(base * 1.1), overageCents: 80 }
    case 5:
      return {
        model: 'tier',
        tiers: [
          { upTo: Math.round(base * 0.8), monthlyCents: Math.round((fee * 0.8) / 10_000) * 10_000 },
          { upTo: Math.round(base * 1.5), monthlyCents: fee },
          { upTo: null, monthlyCents: Math.round((fee * 1.4) / 10_000) * 10_000 },
        ],
      }
    case 7:
      return {
        model: 'commission',
        baseCents: Math.round((fee * 0.5) / 10_000) * 10_000,
        rateBp: chance.between(1, 4) * 50,
      }
    case 9:
      return { model: 'daily', dayCents: Math.round(fee / 30 / 1_000) * 1_000 }
    case 11:
      return { model: 'hourly', hourCents: chance.between(22, 30) * 100, hoursPerDay: 12 }
    default:
      return { model: 'fixed', monthlyCents: fee }
  }
}

function termsRow({ companyCode, id, customer }: DemoStore, { pricing, ...agreed }: StoreTerms) {
  const createdAt = new Date(`${addDays(agreed.fromOn, -3)}T03:00:00Z`)
  return { companyCode, storeId: id, ...agreed, pricing, createdAt, createdBy: customer.ownerId }
}

/** The proposal that the program makes for a stop. */
function proposalOf(store: DemoStore, terms: readonly StoreTerms[]) {
  const { stoppedOn, companyCode, id, customer } = store
  if (!stoppedOn) return []
  const states = statesOf(store, new Date(`${stoppedOn}T00:00:00Z`))
  const proposal = proposeProratedBill({
    stoppedOn,
    monthPaid: id % 2 === 0,
    terms,
    states,
    meanVolume: null,
  })
  if (!proposal) return []
  const at = new Date(`${stoppedOn}T09:00:00Z`)
  const written = { createdAt: at, createdBy: customer.ownerId, updatedAt: at, updatedBy: customer.ownerId }
  return [{ companyCode, storeId: id, ...proposal, ...written }]
}
