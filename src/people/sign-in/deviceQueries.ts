import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { DB } from '#db/tables.ts'
import { notFound } from '#kit/errors.ts'
import { idleLimitMs } from '#people/sessions/rules.ts'

/** Condition: the session is within its idle limit. */
function isWithinIdleLimit(now: Date) {
  const since = (autoLogin: boolean) => new Date(now.getTime() - idleLimitMs(autoLogin))
  return (eb: ExpressionBuilder<DB, 'session'>) =>
    eb.or([
      eb('seenAt', '>=', since(false)),
      eb.and([eb('autoLogin', '=', true), eb('seenAt', '>=', since(true))]),
    ])
}

/** A person's current sessions, most recently used first. */
export async function findDevices(db: Database, staffId: number, now: Date) {
  return db
    .selectFrom('session')
    .select(['id', 'tokenHash', 'autoLogin', 'createdAt', 'seenAt', 'ip', 'userAgent'])
    .where('staffId', '=', staffId)
    .where(isWithinIdleLimit(now))
    .orderBy('seenAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** A person's number of current sessions, and whether a second factor is active. */
export async function getSignInFacts(db: Database, staffId: number, now: Date) {
  const { sessions } = await db
    .selectFrom('session')
    .select(sql<number>`count(*)`.as('sessions'))
    .where('staffId', '=', staffId)
    .where(isWithinIdleLimit(now))
    .executeTakeFirstOrThrow()
  const factor = await db
    .selectFrom('secondFactor')
    .select('staffId')
    .where('staffId', '=', staffId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  return { sessions, secondFactor: factor !== undefined }
}

/** Ends one of a person's sessions; throws NOT_FOUND if it is not theirs. */
export async function deleteDevice(db: Database, staffId: number, id: number): Promise<void> {
  const ended = await db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('staffId', '=', staffId)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw notFound('这台设备的登录')
}
