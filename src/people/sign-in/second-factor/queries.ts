import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { AppError } from '#kit/errors.ts'
import type { KeyFor } from '#kit/keys.ts'
import { seal, unseal } from '#kit/seal.ts'
import { keyedHash } from '#kit/secret.ts'
import { normalRecoveryCode, stepOf } from './rules.ts'

const ownerOf = (staffId: number) => `staff:${staffId}`

/** A person's second factor, also one that is not confirmed yet. */
export async function findFactor(db: Database, staffId: number) {
  return db
    .selectFrom('secondFactor')
    .select(['secret', 'confirmedAt'])
    .where('staffId', '=', staffId)
    .executeTakeFirst()
}

/** Whether a sign-in of this person takes two steps. */
export async function hasFactor(db: Database, staffId: number): Promise<boolean> {
  return Boolean((await findFactor(db, staffId))?.confirmedAt)
}

/** Keeps a secret until its first code confirms it; an unconfirmed one before it is replaced. */
export async function insertPending(
  db: Database,
  keyFor: KeyFor,
  staffId: number,
  plain: Buffer,
  now: Date,
): Promise<void> {
  const fresh = {
    secret: seal(keyFor('second-factor'), plain, ownerOf(staffId)),
    lastStep: null,
    createdAt: now,
  }
  const stored = await db
    .insertInto('secondFactor')
    .values({ staffId, ...fresh })
    .onConflict((clash) =>
      clash.column('staffId').doUpdateSet(fresh).where('secondFactor.confirmedAt', 'is', null),
    )
    .returning('staffId')
    .executeTakeFirst()
  if (!stored) throw new AppError('WRONG_STATE', '您已开启两步验证。要换手机，请先关闭再重新开启。')
}

/** Uses up a code of the app: whether it is right and neither it nor a later one has been used. */
export async function takeOtp(
  db: Database,
  keyFor: KeyFor,
  staffId: number,
  otp: string,
  now: Date,
): Promise<boolean> {
  const factor = await findFactor(db, staffId)
  if (!factor) return false
  const step = stepOf(unseal(keyFor('second-factor'), factor.secret, ownerOf(staffId)), otp, now)
  if (step === null) return false
  const taken = await db
    .updateTable('secondFactor')
    .set({ lastStep: step })
    .where('staffId', '=', staffId)
    .where((eb) => eb.or([eb('lastStep', 'is', null), eb('lastStep', '<', step)]))
    .returning('staffId')
    .executeTakeFirst()
  return taken !== undefined
}

/** Uses up a recovery code. */
export async function takeRecoveryCode(
  db: Database,
  keyFor: KeyFor,
  staffId: number,
  text: string,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('recoveryCode')
    .where('staffId', '=', staffId)
    .where('codeHash', '=', keyedHash(keyFor('recovery-codes'), normalRecoveryCode(text)))
    .returning('staffId')
    .executeTakeFirst()
  return taken !== undefined
}

/** From now on sign-ins take two steps. */
export async function confirmFactor(db: Database, staffId: number, now: Date): Promise<void> {
  await db
    .updateTable('secondFactor')
    .set({ confirmedAt: now })
    .where('staffId', '=', staffId)
    .where('confirmedAt', 'is', null)
    .execute()
}

/** Puts new recovery codes in the place of the old ones. */
export async function replaceRecoveryCodes(
  db: Database,
  keyFor: KeyFor,
  staffId: number,
  codes: string[],
): Promise<void> {
  await db.deleteFrom('recoveryCode').where('staffId', '=', staffId).execute()
  const hashes = codes.map((code) => keyedHash(keyFor('recovery-codes'), normalRecoveryCode(code)))
  const rows = hashes.map((codeHash) => ({ staffId, codeHash }))
  await db.insertInto('recoveryCode').values(rows).execute()
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(db: Database, staffId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCode')
    .select(sql<number>`count(*)`.as('count'))
    .where('staffId', '=', staffId)
    .executeTakeFirstOrThrow()
  return count
}

/** Takes a person's second factor away; false where there was none. */
export async function deleteFactor(db: Database, staffId: number): Promise<boolean> {
  await db.deleteFrom('recoveryCode').where('staffId', '=', staffId).execute()
  const gone = await db
    .deleteFrom('secondFactor')
    .where('staffId', '=', staffId)
    .where('confirmedAt', 'is not', null)
    .returning('staffId')
    .executeTakeFirst()
  return gone !== undefined
}

/** What a company asks of its roles. */
export async function getRule(db: Database, companyCode: string) {
  const row = await db
    .selectFrom('secondFactorRule')
    .select(['roles', 'version'])
    .where('companyCode', '=', companyCode)
    .executeTakeFirst()
  return row ?? { roles: [], version: 0 }
}

/** Sets what a company asks of its roles, where `version` is still the one that stands; null where it is not. */
export async function putRule(
  db: Database,
  rule: { companyCode: string; roles: number[]; updatedAt: Date; updatedBy: number },
  version: number,
) {
  const { companyCode: _, ...changes } = rule
  const row = await db
    .insertInto('secondFactorRule')
    .values(rule)
    .onConflict((clash) =>
      clash
        .column('companyCode')
        .doUpdateSet((eb) => ({ ...changes, version: eb('secondFactorRule.version', '+', 1) }))
        .where('secondFactorRule.version', '=', version),
    )
    .returning(['roles', 'version'])
    .executeTakeFirst()
  return row ?? null
}
