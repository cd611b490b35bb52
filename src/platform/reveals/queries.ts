import type { Actor } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import { dayOf } from '#kit/calendar.ts'
import { assertRevealsLeft, assertRevealsLeftToday } from '#kit/reveal.ts'
import { nextVersion } from '#kit/version.ts'
import { countReveals, countRevealsSince } from '#platform/audit-logs/queries.ts'
import { DEFAULT_PER_DAY } from './contract.ts'

/** The limits of a company for all roles. */
export async function findLimits(db: Database, companyCode: string) {
  const rows = await db
    .selectFrom('revealLimit')
    .select(['role', 'perDay', 'version'])
    .where('companyCode', '=', companyCode)
    .execute()
  const defaults = { perDay: DEFAULT_PER_DAY, version: 0 }
  return Object.values(ROLES)
    .sort()
    .map((role) => rows.find((row) => row.role === role) ?? { role: role as number, ...defaults })
}

/** Saves a role's limit; returns undefined unless `version` is current (0 if none was set). */
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
    .set(nextVersion)
    .where('companyCode', '=', companyCode)
    .where('role', '=', role)
    .where('version', '=', version)
    .returning(['role', 'perDay', 'version'])
    .executeTakeFirst()
}

/** Throws TOO_MANY if the person has reached the limit of masked values per hour or per day. */
export async function assertMayReveal(db: Database, actor: Actor, now: Date): Promise<void> {
  assertRevealsLeft(await countReveals(db, actor.id, now), now)
  const midnight = new Date(`${dayOf(now)}T00:00:00+08:00`)
  const limits = await findLimits(db, actor.companyCode)
  const limit = limits.find(({ role }) => role === actor.role)?.perDay ?? 0
  assertRevealsLeftToday(await countRevealsSince(db, actor.id, midnight), limit)
}
