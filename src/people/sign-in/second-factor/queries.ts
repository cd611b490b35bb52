import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { decrypt, encrypt } from '#kit/encryption.ts'
import { AppError } from '#kit/errors.ts'
import type { KeyFor } from '#kit/keys.ts'
import { keyedHash } from '#kit/secret.ts'
import { normalRecoveryCode, timeStepOf } from './rules.ts'

const encryptionOwner = (staffId: number) => `staff:${staffId}`

/** A person's second factor, including an unconfirmed one. */
export async function findFactor(db: Database, staffId: number) {
  return db
    .selectFrom('secondFactor')
    .select(['secret', 'confirmedAt', 'createdAt'])
    .where('staffId', '=', staffId)
    .executeTakeFirst()
}

/** Whether this person signs in with a second factor. */
export async function hasFactor(db: Database, staffId: number): Promise<boolean> {
  return Boolean((await findFactor(db, staffId))?.confirmedAt)
}

/** Stores an unconfirmed secret and replaces an earlier unconfirmed one. Throws WRONG_STATE if one is confirmed. */
export async function insertPending(
  db: Database,
  keyFor: KeyFor,
  staffId: number,
  plain: Buffer,
  now: Date,
): Promise<void> {
  const pendingRow = {
    secret: encrypt(keyFor('second-factor'), plain, encryptionOwner(staffId)),
    lastStep: null,
    createdAt: now,
  }
  const stored = await db
    .insertInto('secondFactor')
    .values({ staffId, ...pendingRow })
    .onConflict((clash) =>
      clash.column('staffId').doUpdateSet(pendingRow).where('secondFactor.confirmedAt', 'is', null),
    )
    .returning('staffId')
    .executeTakeFirst()
  if (!stored) throw new AppError('WRONG_STATE', '您已开启两步验证。要换手机，请先关闭再重新开启。')
}

/** Consumes a code of the app; returns whether it is right and no code of its time step or a later one was used. */
export async function consumeOtp(
  db: Database,
  keyFor: KeyFor,
  staffId: number,
  otp: string,
  now: Date,
): Promise<boolean> {
  const factor = await findFactor(db, staffId)
  if (!factor) return false
  const step = timeStepOf(decrypt(keyFor('second-factor'), factor.secret, encryptionOwner(staffId)), otp, now)
  if (step === null) return false
  const consumed = await db
    .updateTable('secondFactor')
    .set({ lastStep: step })
    .where('staffId', '=', staffId)
    .where((eb) => eb.or([eb('lastStep', 'is', null), eb('lastStep', '<', step)]))
    .returning('staffId')
    .executeTakeFirst()
  return consumed !== undefined
}

/** Consumes a recovery code; returns false if it is unknown or already used. */
export async function consumeRecoveryCode(
  db: Database,
  keyFor: KeyFor,
  staffId: number,
  text: string,
): Promise<boolean> {
  const consumed = await db
    .deleteFrom('recoveryCode')
    .where('staffId', '=', staffId)
    .where('codeHash', '=', keyedHash(keyFor('recovery-codes'), normalRecoveryCode(text)))
    .returning('staffId')
    .executeTakeFirst()
  return consumed !== undefined
}

/** Activates the second factor. */
export async function confirmFactor(db: Database, staffId: number, now: Date): Promise<void> {
  await db
    .updateTable('secondFactor')
    .set({ confirmedAt: now })
    .where('staffId', '=', staffId)
    .where('confirmedAt', 'is', null)
    .execute()
}

/** Replaces a person's recovery codes. */
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

/** The number of unused recovery codes. */
export async function countRecoveryCodes(db: Database, staffId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCode')
    .select(sql<number>`count(*)`.as('count'))
    .where('staffId', '=', staffId)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes a person's second factor and recovery codes; returns false if none was active. */
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

/** Encrypts all secrets with another key; returns their number. */
export async function reencryptFactors(db: Database, before: KeyFor, after: KeyFor): Promise<number> {
  const rows = await db.selectFrom('secondFactor').select(['staffId', 'secret']).forUpdate().execute()
  for (const { staffId, secret } of rows) {
    const owner = encryptionOwner(staffId)
    const plain = decrypt(before('second-factor'), secret, owner)
    await db
      .updateTable('secondFactor')
      .set({ secret: encrypt(after('second-factor'), plain, owner) })
      .where('staffId', '=', staffId)
      .execute()
  }
  return rows.length
}

/** Deletes all recovery codes, whose hashes another key cannot check; returns their number. */
export async function deleteAllRecoveryCodes(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('recoveryCode')
    .where('codeHash', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The roles for which a company requires a second factor. */
export async function getRule(db: Database, companyCode: string) {
  const row = await db
    .selectFrom('secondFactorRule')
    .select(['roles', 'version'])
    .where('companyCode', '=', companyCode)
    .executeTakeFirst()
  return row ?? { roles: [], version: 0 }
}

/** Sets the roles for which a company requires a second factor; returns null unless `version` is current. */
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
