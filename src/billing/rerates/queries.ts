import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Clock } from '#kit/calendar.ts'
import { compareMarked, workOff } from './compare.ts'
import { findRerates } from './queriesOfList.ts'
import { countMissingIssued, countPending } from './queriesOfRerates.ts'

/** A month of a company. */
interface CompanyMonth {
  companyCode: string
  month: string
}

/**
 * Brings what a company's bills of a month differ by up to the facts of now. Before the month is locked, where it is: who
 * settles a difference locks the differences first, and then the month.
 */
export async function refreshRerates(
  { db, clock }: { db: Database; clock: Clock },
  of: CompanyMonth,
): Promise<void> {
  if (!db.isTransaction) await compareMarked({ db, clock }, of)
  else while ((await workOff({ db, clock }, of)).compared > 0);
}

/** How many differences of a company's month wait for somebody, and the first few by store. */
export async function findOpenRerates(db: Database, of: CompanyMonth) {
  return countPending(db, of)
}

/** How many bills of a company's month were issued although something was missing, and the first few by store. */
export async function findMissingIssued(db: Database, of: CompanyMonth) {
  return countMissingIssued(db, of)
}

/** How many store months wait to be settled within reach, and what they come to: too little less too much, 分. */
export async function sumPending(db: Database, actor: Actor): Promise<{ count: number; cents: number }> {
  const { total, pendingCents } = await findRerates(db, actor, {
    status: ['pending'],
    current: 1,
    pageSize: 1,
  })
  return { count: total, cents: pendingCents }
}
