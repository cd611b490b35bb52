import { findOverdue } from '#billing/receivables/queries.ts'
import type { Overdue } from '#billing/receivables/rules.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays } from '#kit/calendar.ts'
import type { StoreCourse } from './comparison.ts'
import type { Thresholds } from './contract.ts'
import type { CustomerFacts } from './findings.ts'
import { findChosenOf, limitsOf, NONE_CHOSEN } from './queriesOfThresholds.ts'
import type { StoreWeekRow } from './queriesOfWeeks.ts'
import { countComplaints, findBeginnings, findQuota, findReplies, findStoreWeeks } from './queriesOfWeeks.ts'
import type { StoreReplies } from './score.ts'
import { COMPLAINT_DAYS } from './score.ts'
import { sundayOf } from './weeks.ts'

/** All that a customer's week is weighed and scored by. */
export interface WeekFacts extends CustomerFacts {
  customerId: number
  /** The week itself, store by store. */
  rows: readonly StoreWeekRow[]
  volumeOf: StoreWeekRow['volumeOf']
  replies: readonly StoreReplies[]
  complaints: number
  arrears: Overdue
  limits: Thresholds
}

function grouped<R extends { customerId: number }>(rows: readonly R[]): Map<number, R[]> {
  return Map.groupBy(rows, ({ customerId }) => customerId)
}

/** The weeks of one customer, store by store. */
export function coursesOf(rows: readonly StoreWeekRow[]): StoreCourse[] {
  return [...Map.groupBy(rows, ({ storeId }) => storeId)].map(([storeId, own]) => ({
    storeId,
    weeks: new Map(own.map((row) => [row.weekOn, row])),
  }))
}

/** Reads what a week of these customers is weighed by; those that no store was served for in it are left out. */
export async function findFacts(
  db: Database,
  customerIds: readonly number[],
  weekOn: Day,
  usual: Thresholds,
): Promise<WeekFacts[]> {
  if (customerIds.length === 0) return []
  const last = sundayOf(weekOn)
  const weeks = grouped(await findStoreWeeks(db, customerIds, weekOn))
  const quota = grouped(await findQuota(db, customerIds, weekOn))
  const replies = grouped(await findReplies(db, customerIds, weekOn))
  const beginnings = await findBeginnings(db, customerIds)
  const since = addDays(last, 1 - COMPLAINT_DAYS)
  const complaints = await countComplaints(db, customerIds, { from: since, to: last })
  const overdue = await findOverdue(db, customerIds, last)
  const chosen = await findChosenOf(db, customerIds)
  return customerIds.flatMap((customerId) => {
    const rows = weeks.get(customerId) ?? []
    const now = rows.filter((row) => row.weekOn === weekOn)
    const served = new Set(now.filter(({ expected }) => expected > 0).map(({ storeId }) => storeId))
    if (served.size === 0) return []
    const own = (replies.get(customerId) ?? []).filter(({ storeId }) => served.has(storeId))
    return {
      customerId,
      rows: now,
      stores: coursesOf(rows),
      quota: quota.get(customerId) ?? [],
      beganOn: beginnings.get(customerId) ?? null,
      volumeOf: [...new Set(now.flatMap(({ volumeOf }) => volumeOf))],
      replies: own,
      complaints: complaints.get(customerId) ?? 0,
      arrears: overdue.get(customerId) ?? { cents: 0, days: 0 },
      limits: limitsOf(chosen.get(customerId) ?? NONE_CHOSEN, usual),
    }
  })
}
