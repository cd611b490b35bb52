import { findMonthsIssued, findPricesToCompare } from '#billing/customer-bills/queries.ts'
import type { Database } from '#db/connect.ts'
import type { Clock, Day } from '#kit/calendar.ts'
import { addMonths, monthAfter, monthOf, today } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import type { RerateCause } from './contract.ts'
import { findCauses } from './queriesOfCauses.ts'
import type { Derived, Standing, StoreMonth } from './queriesOfRerates.ts'
import * as queries from './queriesOfRerates.ts'
import { differenceOf, stateOf } from './rules.ts'

/** Number of store months per batch; their data is in memory together. */
export const AT_ONCE = 500

/** Number of past months that the nightly run compares, including closed ones. */
const MONTHS_BACK = 13

interface Means {
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
 * not written. `alsoBy`: additional causes that no table records.
 */
export async function compare(
  { db, clock }: Means,
  companyCode: string,
  months: readonly StoreMonth[],
  alsoBy: readonly RerateCause[] = [],
): Promise<Outcome> {
  await queries.lockRerates(db, companyCode)
  const { toleranceCents } = await queries.findRule(db, companyCode)
  const outcome = { compared: 0, changed: 0 }
  for (const [monthOn, stores] of [...Map.groupBy(months, (one) => one.monthOn)].sort(byMonth)) {
    const ids = [...new Set(stores.map(({ storeId }) => storeId))].sort((a, b) => a - b)
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const some = ids.slice(at, at + AT_ONCE)
      outcome.compared += some.length
      outcome.changed += await compareMonth(
        { db, clock },
        { companyCode, monthOn, ids: some, toleranceCents, alsoBy },
      )
    }
  }
  return outcome
}

const byMonth = ([a]: [Day, unknown], [b]: [Day, unknown]) => (a < b ? -1 : 1)

interface Asked {
  companyCode: string
  monthOn: Day
  ids: readonly number[]
  toleranceCents: number
  alsoBy: readonly RerateCause[]
}

async function compareMonth({ db, clock }: Means, asked: Asked): Promise<number> {
  const { companyCode, monthOn, ids, toleranceCents, alsoBy } = asked
  const month = monthOf(monthOn)
  const prices = await findPricesToCompare(db, ids, month, clock())
  const standing = new Map((await queries.findStanding(db, ids, monthOn)).map((row) => [row.storeId, row]))
  const moved = ids.flatMap((storeId) => {
    const before = standing.get(storeId)
    const now = comparedOf(prices, storeId, before)
    return now && isMoved(now, before, toleranceCents) ? [{ storeId, before, now }] : []
  })
  const issuedAt = moved.flatMap(({ storeId }) => {
    const since = sinceIssue(prices, storeId)
    return since ? [{ storeId, since }] : []
  })
  const causes = await findCauses(db, issuedAt, month)
  let changed = 0
  for (const { storeId, before, now } of moved) {
    const all = [...new Set([...(causes.get(storeId) ?? []), ...alsoBy])]
    const derived = derive(now, before, { toleranceCents, at: clock(), causes: all })
    if (!derived) continue
    if (before) await queries.updateRerate(db, before.id, derived)
    else await queries.insertRerate(db, { companyCode, storeId, monthOn }, derived)
    changed += 1
  }
  return changed
}

/** Amounts of a store month; undefined without issued bills and without a row. */
function comparedOf({ issued, now }: Prices, storeId: number, before: Standing | undefined) {
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

type Compared = NonNullable<ReturnType<typeof comparedOf>>

/** Whether the row must be written: an amount or the state has changed. */
function isMoved(now: Compared, before: Standing | undefined, toleranceCents: number): boolean {
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
  before: Standing | undefined,
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
function sinceIssue({ issued }: Prices, storeId: number): Date | null {
  const instants = (issued.get(storeId) ?? []).map(({ days, issuedOn, createdAt }) =>
    days === null ? new Date(`${issuedOn}T00:00:00+08:00`) : createdAt,
  )
  return instants.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
}

/** Processes the company's marks, of one month or all, one transaction per batch. */
export async function compareMarked(
  { db, clock }: Means,
  { companyCode, month }: { companyCode: string; month?: string },
): Promise<Outcome> {
  const total = { compared: 0, changed: 0 }
  for (;;) {
    const done = await db.transaction().execute((tx) => workOff({ db: tx, clock }, { companyCode, month }))
    total.compared += done.compared
    total.changed += done.changed
    if (done.compared === 0) return total
  }
}

/** Processes one batch of marks, within a transaction. */
export async function workOff(
  means: Means,
  { companyCode, month }: { companyCode: string; month?: string | undefined },
): Promise<Outcome> {
  // Lock first, so that this transaction sees what the previous holder wrote.
  await queries.lockRerates(means.db, companyCode)
  const marked = await queries.takeMarks(means.db, { companyCode, month, limit: AT_ONCE })
  return marked.length === 0 ? { compared: 0, changed: 0 } : compare(means, companyCode, marked)
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
export async function compareWhole(
  means: Means,
  { companyCode, month }: { companyCode: string; month: string },
) {
  return compare(means, companyCode, await monthsOf(means.db, { companyCode, from: month, to: month }))
}

/** Months of the nightly run: the last 13 months and all earlier open ones. */
export async function monthsOfNight({ db, clock }: Means, companyCode: string): Promise<string[]> {
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
export async function compareNight(
  { db, clock }: Means,
  companyCode: string,
  isStopping: () => boolean,
): Promise<Outcome> {
  const total = { compared: 0, changed: 0 }
  for (const month of await monthsOfNight({ db, clock }, companyCode)) {
    if (isStopping()) throw new Error('the program stops')
    const done = await db
      .transaction()
      .execute((tx) => compareWhole({ db: tx, clock }, { companyCode, month }))
    total.compared += done.compared
    total.changed += done.changed
  }
  return total
}
