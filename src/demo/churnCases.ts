import { addDays } from '#kit/calendar.ts'
import type { DemoCustomer } from './customers.ts'
import { type Random, random } from './random.ts'
import type { DemoStore } from './stores.ts'

/** A loss, or a risk that was averted. */
export interface ChurnCase {
  customer: DemoCustomer
  store: DemoStore | null
  status: 'retaining' | 'churned' | 'won_back' | 'cancelled'
  detectedOn: string
  /** The last day of service if the loss was confirmed. */
  stopOn: string | null
  wonBackOn: string | null
  cancelledOn: string | null
  reason: string | null
  note: string | null
  closingNote: string | null
  /** The stores that stopped with it. */
  lost: DemoStore[]
}

/** Reasons with notes. A reason's frequency in the list is its probability. */
const REASONS: [reason: string, note: string][] = [
  ['price', '同行报价低两成，希望降价'],
  ['price', '续约时要求按量计费'],
  ['service_quality', '上月回复率三周未达标'],
  ['service_quality', '差评里多次提到回复慢'],
  ['peak_capacity', '大促当天排队超过十分钟'],
  ['staff_turnover', '两个月里换了三位主责客服'],
  ['in_house', '准备自己招客服'],
  ['season', '淡季先停，旺季再谈'],
  ['closed_shop', '店铺不再经营'],
  ['other_vendor', '已和另一家服务商试单'],
  ['communication', '几次反馈没有及时回复'],
]

/** Stores that stopped once and returned, while their customers stayed. */
const RETURNED_STORES = new Set([46, 103, 119])

/** The seeded figures of these last days have no gaps, so returns must be earlier. */
const FIGURE_DAYS = 125

/**
 * All churn cases of the demo, oldest first. Each case is seeded by its subject, so that it does not depend on the
 * others.
 */
export function churnCases(
  customers: readonly DemoCustomer[],
  stores: readonly DemoStore[],
  today: string,
): ChurnCase[] {
  const ofCustomer = (customer: DemoCustomer) => stores.filter((store) => store.customer.id === customer.id)
  const cases = [
    ...customers.flatMap((customer) => customerCases(customer, ofCustomer(customer), today)),
    ...stores.flatMap((store) => storeCases(store, today)),
  ]
  return cases.sort((a, b) => a.detectedOn.localeCompare(b.detectedOn))
}

/** The initial fields of a case. */
function begin(
  customer: DemoCustomer,
  store: DemoStore | null,
  chance: Random,
  detectedOn: string,
): ChurnCase {
  const [reason, note] = chance.pick(REASONS)
  const empty = { stopOn: null, wonBackOn: null, cancelledOn: null, closingNote: null, lost: [] }
  return { customer, store, status: 'retaining', detectedOn, reason, note, ...empty }
}

const churned = (one: ChurnCase, stopOn: string, lost: DemoStore[]): ChurnCase => ({
  ...one,
  status: 'churned',
  stopOn,
  lost,
})

const wonBack = (one: ChurnCase, wonBackOn: string, closingNote: string): ChurnCase => ({
  ...one,
  status: 'won_back',
  wonBackOn,
  closingNote,
})

const cancelled = (one: ChurnCase, cancelledOn: string, closingNote: string): ChurnCase => ({
  ...one,
  status: 'cancelled',
  cancelledOn,
  closingNote,
})

function customerCases(customer: DemoCustomer, customerStores: DemoStore[], today: string): ChurnCase[] {
  const chance = random(`churn customer ${customer.id}`)
  const opened = (ago: number) => begin(customer, null, chance, addDays(today, -ago))
  if (customer.status === 'churned') {
    const stopOn =
      customerStores
        .flatMap(({ stoppedOn }) => stoppedOn ?? [])
        .sort()
        .at(-1) ?? today
    const noticedOn = customerStores.some(isTakenOver) ? stopOn : addDays(stopOn, -chance.between(9, 24))
    return [churned(begin(customer, null, chance, noticedOn), stopOn, customerStores)]
  }
  if (customer.status !== 'active') return []
  if (customer.id % 13 === 5) {
    const one = opened(chance.between(2, 40))
    return [chance.chance(0.3) ? { ...one, reason: null } : one]
  }
  if (customer.id % 11 === 4) {
    return [
      cancelled(opened(chance.between(60, 200)), addDays(today, -chance.between(20, 55)), '谈妥续约一年'),
    ]
  }
  return hasReturned(customer) ? returned(customer, customerStores, today, chance) : []
}

/** Losses before the books began are recorded with their last day only. */
const isTakenOver = ({ takenOver }: DemoStore) => takenOver

/** The id of the customer who left and returned; few do. */
const RETURNED = 7
const hasReturned = ({ id }: DemoCustomer) => id === RETURNED

/** A customer that left with its stores and returned with them, with a record for each. */
function returned(
  customer: DemoCustomer,
  customerStores: DemoStore[],
  today: string,
  chance: Random,
): ChurnCase[] {
  const stopOn = addDays(today, -chance.between(FIGURE_DAYS + 30, 300))
  const lost = customerStores.filter(
    ({ status, onlineOn }) => status === 'serving' && onlineOn && onlineOn < stopOn,
  )
  if (lost.length === 0) return []
  const detectedOn = addDays(stopOn, -chance.between(8, 28))
  const backOn = addDays(stopOn, chance.between(10, 28))
  const of = (store: DemoStore | null, stores: DemoStore[]) => {
    const one = { ...begin(customer, store, random(`churn customer ${customer.id}`), detectedOn) }
    return wonBack(churned(one, stopOn, stores), backOn, '换主责客服后恢复合作')
  }
  return [of(null, lost), ...lost.map((store) => of(store, [store]))]
}

function storeCases(store: DemoStore, today: string): ChurnCase[] {
  const { customer, onlineOn, stoppedOn, status } = store
  const chance = random(`churn store ${store.id}`)
  if (status === 'stopped' && stoppedOn) {
    const noticedOn = isTakenOver(store) ? stoppedOn : addDays(stoppedOn, -chance.between(5, 20))
    return [churned(begin(customer, store, chance, noticedOn), stoppedOn, [store])]
  }
  // The customer's own case already has records for these stores.
  if (status !== 'serving' || !onlineOn || customer.status !== 'active' || hasReturned(customer)) return []
  if (store.id % 17 === 7) return [begin(customer, store, chance, addDays(today, -chance.between(1, 75)))]
  if (store.id % 19 === 3) {
    const one = begin(customer, store, chance, addDays(today, -chance.between(40, 110)))
    return [cancelled(one, addDays(today, -chance.between(5, 35)), '调整班次后客户同意留下')]
  }
  const stopOn = addDays(today, -chance.between(FIGURE_DAYS + 25, 330))
  if (!RETURNED_STORES.has(store.id) || onlineOn >= addDays(stopOn, -20)) return []
  const one = churned(begin(customer, store, chance, addDays(stopOn, -chance.between(3, 18))), stopOn, [
    store,
  ])
  return [wonBack(one, addDays(stopOn, chance.between(7, 24)), '下调月费，重新上线')]
}
