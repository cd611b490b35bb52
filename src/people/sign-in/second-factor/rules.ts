import { Secret, TOTP } from 'otpauth'

/** What every authenticator app understands (RFC 6238): SHA-1, six digits, a new code every 30 seconds. */
const PERIOD_S = 30
const DIGITS = 6
/** A code of the step before or after is taken as well: clocks differ, and typing takes time. */
const WINDOW = 1
/** The length that RFC 4226 recommends. */
const SECRET_BYTES = 20

function totpOf(secret: Buffer, names: { issuer: string; label: string }): TOTP {
  const bytes = new Uint8Array(secret).buffer
  return new TOTP({ ...names, secret: new Secret({ buffer: bytes }), digits: DIGITS, period: PERIOD_S })
}

/** A new random secret. */
export function newSecret(): Buffer {
  return Buffer.from(new Secret({ size: SECRET_BYTES }).bytes)
}

/** A secret as a person types it into an app, and as the picture that an app photographs says it. */
export function presentSecret(secret: Buffer, issuer: string, label: string) {
  const totp = totpOf(secret, { issuer, label })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The number of the time step whose code this is, or null where it is none of those around `now`. */
export function stepOf(secret: Buffer, otp: string, now: Date): number | null {
  const totp = totpOf(secret, { issuer: '', label: '' })
  const delta = totp.validate({ token: otp, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_S) + delta
}

/** How many recovery codes there are at first. */
export const RECOVERY_CODES = 10

/** A recovery code as it is compared: people write it with and without its dash, in any case. */
export function normalRecoveryCode(text: string): string {
  return text.replace(/[\s-]/g, '').toLowerCase()
}
