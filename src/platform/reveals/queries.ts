import type { Actor } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import { dayOf } from '#kit/calendar.ts'
import { assertRevealsLeft, assertRevealsLeftToday } from '#kit/reveal.ts'
import { countReveals, countRevealsSince } from '#platform/audit-logs/queries.ts'
import { USUAL_PER_DAY } from './contract.ts'

/** The limits of a company, of every role. */
export async function findLimits(db: Database, companyCode: string) {
  const rows = await db
    .selectFrom('revealLimit')
    .select(['role', 'perDay', 'version'])
    .where('companyCode', '=', companyCode)
    .execute()
  const usual = { perDay: USUAL_PER_DAY, version: 0 }
  return Object.values(ROLES)
    .sort()
    .map((role) => rows.find((row) => row.role === role) ?? { role: role as number, ...usual })
}

/** Keeps the limit of a role where `version` stands (0: none was chosen yet); undefined where it does not. */
export async function putLimit(
  db: Database,
  row: { companyCode: string; role: number; perDay: number; updatedAt: Date; updatedBy: number },
  version: number,
) {
  const { companyCode, role, ...changes } = row
  if (version === 0) {
    return db
      .insertInto('revealLimit')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['role', 'perDay', 'version'])
      .executeTakeFirst()
  }
  return db
    .updateTable('revealLimit')
    .set(changes)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('companyCode', '=', companyCode)
    .where('role', '=', role)
    .where('version', '=', version)
    .returning(['role', 'perDay', 'version'])
    .executeTakeFirst()
}

/** Throws TOO_MANY where the person has had enough masked values shown for this hour, or for today. */
export async function assertMayReveal(db: Database, actor: Actor, now: Date): Promise<void> {
  assertRevealsLeft(await countReveals(db, actor.id, now), now)
  const midnight = new Date(`${dayOf(now)}T00:00:00+08:00`)
  const limits = await findLimits(db, actor.companyCode)
  const limit = limits.find(({ role }) => role === actor.role)?.perDay ?? 0
  assertRevealsLeftToday(await countRevealsSince(db, actor.id, midnight), limit)
}
