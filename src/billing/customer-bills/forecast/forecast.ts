import {
  findFacts,
  findMonthBills,
  findOpenStops,
  findStores,
  type StoreOfMonth,
} from '#billing/customer-bills/monthQueries.ts'
import { draftsFor, findExistingBill } from '#billing/customer-bills/proposal.ts'
import { type RevenuePart, revenuePartOf } from '#billing/customer-bills/rules.ts'
import type { Database } from '#db/connect.ts'
import { addDays, type Day, lastDayOf, monthBefore } from '#kit/calendar.ts'
import { chunksOf } from '#kit/chunks.ts'
import { sum } from '#kit/money.ts'
import { findPromotionDays } from '#operations/calendar-days/queries.ts'
import type { ForecastItem } from './contract.ts'
import {
  type BilledRow,
  findMonthRevenue,
  findNames,
  findRecent,
  findRevenueParts,
  type PartRow,
} from './queries.ts'
import { type Projected, projectMonth } from './rules.ts'

interface ForecastInput {
  companyCode: string
  month: string
  today: Day
}

/** Number of stores per batch; their data is in memory together. */
const BATCH_SIZE = 500

/** Number of days before the month in which campaigns are loaded, so that the last 28 ordinary days are complete. */
const SALES_BEFORE = 120

interface Estimate {
  store: StoreOfMonth
  cents: number
  /** The estimate by revenue part. */
  parts: { part: RevenuePart; cents: number }[]
  lacking: Projected['lacking']
}

/** Forecast by store and by revenue part. */
interface Forecast {
  items: ForecastItem[]
  parts: (PartRow & { estimatedCents: number; beforeCents: number })[]
}

/**
 * Forecast of a company's open month by store: issued bills, drafts, and estimated future proposals at the current
 * rate. Bills without a store are rows of the customer. Writes nothing.
 */
export async function forecastOf(db: Database, input: ForecastInput): Promise<Forecast> {
  const billed = await findMonthRevenue(db, input)
  const estimates = await estimateAll(db, input)
  const names = await findNames(db, [...new Set(estimates.map(({ store }) => store.customerId))])
  const ofStore = new Map(
    billed.flatMap((row) => (row.storeId === null ? [] : [[row.storeId, row] as const])),
  )
  const estimated = estimates
    .filter(({ store, cents, lacking }) => cents !== 0 || lacking.length > 0 || ofStore.has(store.id))
    .map(({ store, cents, lacking }) => {
      const { id: storeId, name: storeName, customerId } = store
      const customerName = names.get(customerId) ?? ''
      const { issuedCents = 0, draftCents = 0 } = ofStore.get(storeId) ?? {}
      const row = { storeId, storeName, customerId, customerName, issuedCents, draftCents }
      return itemOf(input.companyCode, row, { cents, lacking })
    })
  const estimatedIds = new Set(estimated.map(({ storeId }) => storeId))
  const others = billed.filter(({ storeId }) => storeId === null || !estimatedIds.has(storeId))
  return {
    items: [...estimated, ...others.map((row) => itemOf(input.companyCode, row, { cents: 0, lacking: [] }))],
    parts: await partsOf(db, input, estimates),
  }
}

async function partsOf(db: Database, { companyCode, month }: ForecastInput, estimates: readonly Estimate[]) {
  const estimated = estimates.flatMap(({ parts }) => parts)
  const before = await findRevenueParts(db, { companyCode, month: monthBefore(month) })
  return (await findRevenueParts(db, { companyCode, month })).map((row, at) => ({
    ...row,
    estimatedCents: sum(estimated.filter(({ part }) => part === row.part).map(({ cents }) => cents)),
    beforeCents: (before[at]?.issuedCents ?? 0) + (before[at]?.draftCents ?? 0),
  }))
}

function itemOf(
  companyCode: string,
  row: BilledRow,
  { cents: estimatedCents, lacking }: Pick<Estimate, 'cents' | 'lacking'>,
): ForecastItem {
  const totalCents = row.issuedCents + row.draftCents + estimatedCents
  // The negative customer id cannot collide with a store id.
  const id = row.storeId ?? -row.customerId
  return { ...row, id, companyCode, estimatedCents, totalCents, lacking }
}

async function estimateAll(db: Database, input: ForecastInput): Promise<Estimate[]> {
  const found: Estimate[] = []
  for await (const stores of chunksOf(await findStores(db, input), BATCH_SIZE)) {
    found.push(...(await estimate(db, stores, input)))
  }
  return found
}

/** Estimates the proposals of stores that have no bill for them yet. */
async function estimate(
  db: Database,
  stores: readonly StoreOfMonth[],
  { companyCode, month, today }: ForecastInput,
): Promise<Estimate[]> {
  const ids = stores.map(({ id }) => id)
  const facts = await findFacts(db, ids, month)
  const sales = await findPromotionDays(
    db,
    companyCode,
    addDays(`${month}-01`, -SALES_BEFORE),
    lastDayOf(month),
  )
  const recent = await findRecent(db, ids, { to: today, without: sales })
  const isSale = new Set(sales)
  const bills = await findMonthBills(db, stores, month)
  const stops = Map.groupBy(await findOpenStops(db, ids, month), ({ storeId }) => storeId)
  const billsByStore = Map.groupBy(bills, ({ storeId }) => storeId)
  const billsByCustomer = Map.groupBy(
    bills.filter(({ storeId }) => storeId === null),
    ({ customerId }) => customerId,
  )
  return stores.flatMap((store) => {
    const [monthFacts, recentFigures, storeBills] = [
      facts.get(store.id),
      recent.get(store.id),
      billsByStore.get(store.id) ?? [],
    ]
    if (!monthFacts || !recentFigures) return []
    const { priced, lacking } = projectMonth(monthFacts, recentFigures, (day) => isSale.has(day))
    const covering = billsByCustomer.get(store.customerId) ?? []
    const drafts = draftsFor({ priced, bills: storeBills, covering, stops: stops.get(store.id) ?? [] })
    const missing = drafts.filter((draft) => !findExistingBill(draft, storeBills))
    return [
      {
        store,
        cents: sum(missing.map(({ totalCents }) => totalCents)),
        parts: missing.flatMap(({ kind, lines }) =>
          lines.map(({ item, amountCents }) => ({ part: revenuePartOf(kind, item), cents: amountCents })),
        ),
        lacking: missing.length > 0 ? lacking : [],
      },
    ]
  })
}
