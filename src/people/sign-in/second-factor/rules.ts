import { Secret, TOTP } from 'otpauth'
import { AppError } from '#kit/errors.ts'

/** The parameters that every authenticator app supports (RFC 6238): SHA-1, six digits, a period of 30 seconds. */
const PERIOD_S = 30
const DIGITS = 6
/** Accepts the codes of one step before and after, for clock differences and typing time. */
const WINDOW = 1
/** Recommended by RFC 4226. */
const SECRET_BYTES = 20

function totpOf(secret: Buffer, names: { issuer: string; label: string }): TOTP {
  const bytes = new Uint8Array(secret).buffer
  return new TOTP({ ...names, secret: new Secret({ buffer: bytes }), digits: DIGITS, period: PERIOD_S })
}

export function newSecret(): Buffer {
  return Buffer.from(new Secret({ size: SECRET_BYTES }).bytes)
}

/** A secret in base32, for manual entry, and as otpauth URI, for the QR code. */
export function toSetupSecret(secret: Buffer, issuer: string, label: string) {
  const totp = totpOf(secret, { issuer, label })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The time step of a code; null if it matches none of the steps around `now`. */
export function timeStepOf(secret: Buffer, otp: string, now: Date): number | null {
  const totp = totpOf(secret, { issuer: '', label: '' })
  const delta = totp.validate({ token: otp, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_S) + delta
}

/** The number of recovery codes in a new set. */
export const RECOVERY_CODES = 10

/** Normalizes a recovery code before hashing: users may omit the dash, add spaces and change the case. */
export function normalRecoveryCode(text: string): string {
  return text.replace(/[\s-]/g, '').toLowerCase()
}

/** How long after the password a set-up may be confirmed. */
const SETUP_LIFE_MS = 15 * 60_000

/** Throws WRONG_STATE unless a set-up was begun within 15 minutes and is not confirmed yet. */
export function assertBegun(
  factor: { confirmedAt: Date | null; createdAt: Date } | undefined,
  now: Date,
): void {
  if (factor?.confirmedAt) throw new AppError('WRONG_STATE', '您已开启两步验证，不必再次确认。')
  if (!factor || now.getTime() - factor.createdAt.getTime() > SETUP_LIFE_MS) {
    throw new AppError('WRONG_STATE', '设置两步验证的时间已过，请输入密码重新开始。')
  }
}
