import { findOverdue } from '#billing/receivables/queries.ts'
import type { Overdue } from '#billing/receivables/rules.ts'
import type { Database } from '#db/connect.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import { mapInChunks } from '#kit/chunks.ts'
import { compareWeek, isComparedWithin, type StoreWeeks } from './comparison.ts'
import type { Thresholds } from './contract.ts'
import { type CustomerFacts, hasFallen } from './findings.ts'
import { COMPLAINT_DAYS, type StoreReplies } from './score.ts'
import { findThresholdsOf, limitsOf, NONE_CHOSEN } from './thresholdQueries.ts'
import {
  countComplaints,
  findBeginnings,
  findQuota,
  findStoreWeeks,
  oldestWeek,
  type StoreWeekRow,
  type Weeks,
} from './weekQueries.ts'
import { addWeeks, BASELINE_WEEKS, ordinaryWeeksBefore, sundayOf } from './weeks.ts'

/** Replies are summed over four weeks, and over the four weeks before them. */
const REPLY_WEEKS = 4

/** Number of weeks that one statement reads for a company's stores. */
const WEEKS_PER_STATEMENT = 2

/**
 * Number of ordinary weeks before the given one that are read for every customer; most baselines need no older ones.
 */
const FIRST_WEEKS = BASELINE_WEEKS + 2

/** All facts that a customer's week is checked and scored with. */
export interface WeekFacts extends CustomerFacts {
  customerId: number
  /** The week itself, by store. */
  rows: readonly StoreWeekRow[]
  volumeOf: StoreWeekRow['volumeOf']
  replies: readonly StoreReplies[]
  complaints: number
  arrears: Overdue
  limits: Thresholds
}

function groupByCustomer<R extends { customerId: number }>(rows: readonly R[]): Map<number, R[]> {
  return Map.groupBy(rows, ({ customerId }) => customerId)
}

/** A store's weeks with all columns read. */
interface LoadedStoreWeeks extends StoreWeeks {
  weeks: ReadonlyMap<Day, StoreWeekRow>
}

/** The weeks of one customer, grouped by store. */
export function weeksByStore(rows: readonly StoreWeekRow[]): LoadedStoreWeeks[] {
  return [...Map.groupBy(rows, ({ storeId }) => storeId)].map(([storeId, storeRows]) => ({
    storeId,
    weeks: new Map(storeRows.map((row) => [row.weekOn, row])),
  }))
}

/**
 * Input that a run shares among its customers: the week, the promotion weeks around it, and the company's thresholds.
 */
export interface RunFrame {
  weekOn: Day
  promotions: ReadonlySet<Day>
  defaults: Thresholds
}

/** Reads the facts for a week of these customers. Omits customers without a store in service in that week. */
export async function findFacts(
  db: Database,
  customerIds: readonly number[],
  frame: RunFrame,
): Promise<WeekFacts[]> {
  if (customerIds.length === 0) return []
  const { weekOn, defaults } = frame
  const last = sundayOf(weekOn)
  const chosen = await findThresholdsOf(db, customerIds)
  const limitsBy = (customerId: number) => limitsOf(chosen.get(customerId) ?? NONE_CHOSEN, defaults)
  const weeks = await findWeeks(db, customerIds, frame, limitsBy)
  const quota = groupByCustomer(await findQuota(db, customerIds, weekOn))
  const beginnings = await findBeginnings(db, customerIds)
  const replyWeeks = [0, REPLY_WEEKS].map((from) =>
    Array.from({ length: REPLY_WEEKS }, (_, back) => addWeeks(weekOn, -from - back)),
  )
  const since = addDays(last, 1 - COMPLAINT_DAYS)
  const complaints = await countComplaints(db, customerIds, { from: since, to: last })
  const overdue = await findOverdue(db, customerIds, last)
  const facts = await mapInChunks(customerIds, (customerId) => {
    const stores = weeks.get(customerId) ?? []
    const rows = stores.flatMap(({ weeks: storeWeeks }) => storeWeeks.get(weekOn) ?? [])
    const served = new Set(rows.filter(({ expected }) => expected > 0).map(({ storeId }) => storeId))
    if (served.size === 0) return null
    return {
      customerId,
      rows,
      stores,
      quota: quota.get(customerId) ?? [],
      beganOn: beginnings.get(customerId) ?? null,
      volumeOf: [...new Set(rows.flatMap(({ volumeOf }) => volumeOf))],
      replies: stores
        .filter(({ storeId }) => served.has(storeId))
        .flatMap((store) => repliesOf(store, replyWeeks)),
      complaints: complaints.get(customerId) ?? 0,
      arrears: overdue.get(customerId) ?? { cents: 0, days: 0 },
      limits: limitsBy(customerId),
    }
  })
  return facts.filter((one) => one !== null)
}

/**
 * The customers' weeks by store, as far back as they can affect the findings. Reads recent weeks first, which contain
 * most baselines; older weeks are read only for customers who need them, since reading them for all takes three times
 * as long.
 */
async function findWeeks(
  db: Database,
  customerIds: readonly number[],
  { weekOn, promotions }: RunFrame,
  limitsBy: (customerId: number) => Thresholds,
): Promise<Map<number, LoadedStoreWeeks[]>> {
  const ordinary = ordinaryWeeksBefore(weekOn, promotions)
  const ofReplies = addWeeks(weekOn, 1 - 2 * REPLY_WEEKS)
  const ofBaselines = ordinary[FIRST_WEEKS - 1] ?? oldestWeek(weekOn)
  const from = ofReplies < ofBaselines ? ofReplies : ofBaselines
  const rows = groupByCustomer(await readWeeks(db, customerIds, { from, to: weekOn }))
  const storesByCustomer = await mapInChunks(
    [...rows],
    ([customerId, customerRows]) => [customerId, weeksByStore(customerRows)] as const,
  )
  const weeks = new Map(storesByCustomer)
  const [before] = ordinary
  const lacking = await mapInChunks(storesByCustomer, ([customerId, stores]) => {
    if (!isComparedWithin(stores, weekOn, promotions, from)) return customerId
    const isRed = before && hasFallen(compareWeek(stores, weekOn, promotions), limitsBy(customerId))
    return isRed && !isComparedWithin(stores, before, promotions, from) ? customerId : null
  })
  const ids = lacking.filter((id) => id !== null)
  if (ids.length === 0) return weeks
  const older = groupByCustomer(
    await readWeeks(db, ids, { from: oldestWeek(weekOn), to: addWeeks(from, -1) }),
  )
  for (const customerId of ids) {
    weeks.set(customerId, weeksByStore([...(rows.get(customerId) ?? []), ...(older.get(customerId) ?? [])]))
  }
  return weeks
}

/** Reads weeks in statements of a few weeks each, to bound their duration and memory; newest weeks first. */
async function readWeeks(db: Database, customerIds: readonly number[], { from, to }: Weeks) {
  const read: StoreWeekRow[][] = []
  for (let last = to; last >= from; last = addWeeks(last, -WEEKS_PER_STATEMENT)) {
    const first = addWeeks(last, 1 - WEEKS_PER_STATEMENT)
    read.push(await findStoreWeeks(db, customerIds, { from: first < from ? from : first, to: last }))
  }
  return read.flat()
}

/** The replies of a store in the last weeks and in the weeks before; empty if no week has figures. */
function repliesOf(
  { storeId, weeks }: LoadedStoreWeeks,
  replyWeeks: readonly (readonly Day[])[],
): StoreReplies[] {
  const [now = [], before = []] = replyWeeks.map((some) => some.map((week) => weeks.get(week)))
  const weeksWithReplies = [...now, ...before].filter((week) => week !== undefined && week.replyBase !== null)
  const [first] = weeksWithReplies
  if (!first) return []
  return [{ storeId, targetBp: first.targetBp, now: repliesIn(now), before: repliesIn(before) }]
}

function repliesIn(weeks: readonly (StoreWeekRow | undefined)[]) {
  const sum = (of: 'replyPart' | 'replyBase') => weeks.reduce((total, week) => total + (week?.[of] ?? 0), 0)
  return { part: sum('replyPart'), base: sum('replyBase') }
}
