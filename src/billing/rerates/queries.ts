import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Clock } from '#kit/calendar.ts'
import { compareBatch, compareMarked } from './compare.ts'
import { findRerates } from './listQueries.ts'
import { countMissingIssued, countPending, countPriced } from './rerateQueries.ts'

interface CompanyMonth {
  companyCode: string
  month: string
}

/**
 * Updates the differences of a company's month. Call it before the month is locked: settling locks the differences
 * first and the month second.
 */
export async function refreshRerates(
  { db, clock }: { db: Database; clock: Clock },
  of: CompanyMonth,
): Promise<void> {
  if (!db.isTransaction) await compareMarked({ db, clock }, of)
  else while ((await compareBatch({ db, clock }, of)).compared > 0);
}

/** Number of pending differences of a company's month, of all billed stores, with up to three store names. */
export async function findOpenRerates(db: Database, of: CompanyMonth) {
  return countPending(db, of)
}

/** Number of bills of a company's month issued with missing data, of all issued bills, with up to three store names. */
export async function findMissingIssued(db: Database, of: CompanyMonth) {
  return countMissingIssued(db, of)
}

/**
 * Number of pending store months in scope, and their net difference in 分 (positive: charged too little). `covers`: the
 * store months with issued bills; read only if none is pending, else 0.
 */
export async function sumPending(
  db: Database,
  actor: Actor,
): Promise<{ count: number; cents: number; covers: number }> {
  const { total, pendingCents } = await findRerates(db, actor, {
    status: ['pending'],
    current: 1,
    pageSize: 1,
  })
  return { count: total, cents: pendingCents, covers: total === 0 ? await countPriced(db, actor) : 0 }
}
