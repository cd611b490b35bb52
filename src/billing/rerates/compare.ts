import { findMonthsIssued, findPricesToCompare } from '#billing/customer-bills/queries.ts'
import type { Database } from '#db/connect.ts'
import { addMonths, type Clock, type Day, monthAfter, monthOf, today } from '#kit/calendar.ts'
import { chunksOf } from '#kit/chunks.ts'
import { sum } from '#kit/money.ts'
import { findCauses } from './causeQueries.ts'
import type { RerateCause } from './contract.ts'
import type { Derived, SavedRerate, StoreMonth } from './rerateQueries.ts'
import * as queries from './rerateQueries.ts'
import { differenceOf, stateOf } from './rules.ts'

/** Number of store months per batch; their data is in memory together. */
export const BATCH_SIZE = 500

/** Number of past months that the nightly run compares, including closed ones. */
const MONTHS_BACK = 13

interface CompareContext {
  db: Database
  clock: Clock
}

/** Number of compared and of changed store months. */
export interface Outcome {
  compared: number
  changed: number
}

type Prices = Awaited<ReturnType<typeof findPricesToCompare>>

/**
 * Recalculates store months of a company and updates their rows, within a transaction. Idempotent: unchanged rows are
 * not written. `extraCauses`: additional causes that no table records.
 */
export async function compare(
  { db, clock }: CompareContext,
  companyCode: string,
  months: readonly StoreMonth[],
  extraCauses: readonly RerateCause[] = [],
): Promise<Outcome> {
  await queries.lockRerates(db, companyCode)
  const { toleranceCents } = await queries.findRule(db, companyCode)
  const outcome = { compared: 0, changed: 0 }
  for (const [monthOn, stores] of [...Map.groupBy(months, (one) => one.monthOn)].sort(byMonth)) {
    const ids = [...new Set(stores.map(({ storeId }) => storeId))].sort((a, b) => a - b)
    for await (const some of chunksOf(ids, BATCH_SIZE)) {
      outcome.compared += some.length
      outcome.changed += await compareMonth(
        { db, clock },
        { companyCode, monthOn, ids: some, toleranceCents, extraCauses },
      )
    }
  }
  return outcome
}

const byMonth = ([a]: [Day, unknown], [b]: [Day, unknown]) => (a < b ? -1 : 1)

interface MonthToCompare {
  companyCode: string
  monthOn: Day
  ids: readonly number[]
  toleranceCents: number
  extraCauses: readonly RerateCause[]
}

async function compareMonth({ db, clock }: CompareContext, target: MonthToCompare): Promise<number> {
  const { companyCode, monthOn, ids, toleranceCents, extraCauses } = target
  const month = monthOf(monthOn)
  const prices = await findPricesToCompare(db, ids, month, clock())
  const savedRerates = new Map(
    (await queries.findSavedRerates(db, ids, monthOn)).map((row) => [row.storeId, row]),
  )
  const changedStores = ids.flatMap((storeId) => {
    const before = savedRerates.get(storeId)
    const now = computeAmounts(prices, storeId, before)
    return now && hasChanged(now, before, toleranceCents) ? [{ storeId, before, now }] : []
  })
  const issuedAt = changedStores.flatMap(({ storeId }) => {
    const since = lastIssuedAt(prices, storeId)
    return since ? [{ storeId, since }] : []
  })
  const causes = await findCauses(db, issuedAt, month)
  let changed = 0
  for (const { storeId, before, now } of changedStores) {
    const all = [...new Set([...(causes.get(storeId) ?? []), ...extraCauses])]
    const derived = derive(now, before, { toleranceCents, at: clock(), causes: all })
    if (!derived) continue
    if (before) await queries.updateRerate(db, before.id, derived)
    else await queries.insertRerate(db, { companyCode, storeId, monthOn }, derived)
    changed += 1
  }
  return changed
}

/** Amounts of a store month; undefined without issued bills and without a row. */
function computeAmounts({ issued, now }: Prices, storeId: number, before: SavedRerate | undefined) {
  const bills = issued.get(storeId) ?? []
  if (bills.length === 0 && !before) return undefined
  const items = new Set(bills.flatMap((bill) => bill.items))
  const lines = (now.get(storeId)?.lines ?? []).filter(({ item }) => items.has(item))
  return {
    pricedAtIssueCents: sum(bills.map(({ pricedCents }) => pricedCents)),
    pricedNowCents: sum(lines.map(({ amountCents }) => amountCents)),
    settledCents: before?.adjustedCents ?? 0,
    waivedCents: before?.waivedCents ?? 0,
  }
}

type Compared = NonNullable<ReturnType<typeof computeAmounts>>

/** Whether the row must be written: an amount or the state has changed. */
function hasChanged(now: Compared, before: SavedRerate | undefined, toleranceCents: number): boolean {
  const adjustments = before?.adjustments ?? 0
  const state = stateOf({ ...now, adjustments, toleranceCents, before: before?.state ?? null })
  if (!before) return state !== null
  return (
    state !== before.state ||
    (Object.keys(now) as (keyof Compared)[]).some((amount) => now[amount] !== before[amount])
  )
}

function derive(
  now: Compared,
  before: SavedRerate | undefined,
  { toleranceCents, at, causes }: { toleranceCents: number; at: Date; causes: readonly RerateCause[] },
): Derived | null {
  const adjustments = before?.adjustments ?? 0
  const state = stateOf({ ...now, adjustments, toleranceCents, before: before?.state ?? null })
  if (state === null) return null
  const differenceCents = differenceOf(now)
  const isSame =
    before?.state === state && (state !== 'pending' || before.differenceCents === differenceCents)
  return { ...now, differenceCents, state, causes, since: isSame ? before.since : at, updatedAt: at }
}

/** The instant after which changes are causes: when the last of the store month's bills was issued. */
function lastIssuedAt({ issued }: Prices, storeId: number): Date | null {
  const instants = (issued.get(storeId) ?? []).map(({ days, issuedOn, createdAt }) =>
    days === null ? new Date(`${issuedOn}T00:00:00+08:00`) : createdAt,
  )
  return instants.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
}

/** Processes the company's marks, of one month or all, one transaction per batch. */
export async function compareMarked(
  { db, clock }: CompareContext,
  { companyCode, month }: { companyCode: string; month?: string },
): Promise<Outcome> {
  const total = { compared: 0, changed: 0 }
  for (;;) {
    const done = await db
      .transaction()
      .execute((tx) => compareBatch({ db: tx, clock }, { companyCode, month }))
    total.compared += done.compared
    total.changed += done.changed
    if (done.compared === 0) return total
  }
}

/** Processes one batch of marks, within a transaction. */
export async function compareBatch(
  context: CompareContext,
  { companyCode, month }: { companyCode: string; month?: string | undefined },
): Promise<Outcome> {
  // Lock first, so that this transaction sees what the previous holder wrote.
  await queries.lockRerates(context.db, companyCode)
  const marked = await queries.popMarks(context.db, { companyCode, month, limit: BATCH_SIZE })
  return marked.length === 0 ? { compared: 0, changed: 0 } : compare(context, companyCode, marked)
}

/** The company's store months that have issued bills or a row. */
async function monthsOf(
  db: Database,
  of: { companyCode: string; from: string; to: string },
): Promise<StoreMonth[]> {
  const all = [...(await findMonthsIssued(db, of)), ...(await queries.findRatedMonths(db, of))]
  return [...new Map(all.map((one) => [`${one.monthOn} ${one.storeId}`, one])).values()]
}

/** Compares a whole month of a company, regardless of marks. */
export async function compareCompanyMonth(
  context: CompareContext,
  { companyCode, month }: { companyCode: string; month: string },
) {
  return compare(context, companyCode, await monthsOf(context.db, { companyCode, from: month, to: month }))
}

/** Months of the nightly run: the last 13 months and all earlier open ones. */
export async function nightlyMonths({ db, clock }: CompareContext, companyCode: string): Promise<string[]> {
  const now = monthOf(today(clock))
  const openFrom = await queries.findOpenFrom(db, companyCode)
  const back = addMonths(now, -MONTHS_BACK)
  const months = []
  for (
    let month = openFrom !== null && openFrom < back ? openFrom : back;
    month <= now;
    month = monthAfter(month)
  )
    months.push(month)
  return months
}

/** Runs the nightly comparison, one transaction per month. */
export async function compareNightly(
  { db, clock }: CompareContext,
  companyCode: string,
  isStopping: () => boolean,
): Promise<Outcome> {
  const total = { compared: 0, changed: 0 }
  for (const month of await nightlyMonths({ db, clock }, companyCode)) {
    if (isStopping()) throw new Error('the program stops')
    const done = await db
      .transaction()
      .execute((tx) => compareCompanyMonth({ db: tx, clock }, { companyCode, month }))
    total.compared += done.compared
    total.changed += done.changed
  }
  return total
}
