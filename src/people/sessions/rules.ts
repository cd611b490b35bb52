import { type Actor, can } from '#access/can.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { commonPasswords } from './commonPasswords.ts'

const HOUR_MS = 3_600_000

/** The idle limit of a session: 12 hours, or 30 days with autoLogin. */
export function idleLimitMs(autoLogin: boolean): number {
  return autoLogin ? 30 * 24 * HOUR_MS : 12 * HOUR_MS
}

/** The limit of a session since the sign-in, however much it is used: 24 hours, or 30 days with autoLogin. */
export function absoluteLimitMs(autoLogin: boolean): number {
  return autoLogin ? 30 * 24 * HOUR_MS : 24 * HOUR_MS
}

/** The times of a session. `createdAt` is its sign-in, `seenAt` its last use. */
interface SessionTimes {
  createdAt: Date
  seenAt: Date
  autoLogin: boolean
}

/** The last instant at which a session is valid if it is not used again: the earlier end of both limits. */
export function endOfSession({ createdAt, seenAt, autoLogin }: SessionTimes): Date {
  const idleEnd = seenAt.getTime() + idleLimitMs(autoLogin)
  return new Date(Math.min(idleEnd, createdAt.getTime() + absoluteLimitMs(autoLogin)))
}

export const MINUTE_MS = 60_000
export const DAY_MS = 24 * HOUR_MS

/** The period over which failures are counted, per name (known or not), per IP address and per known device. */
export const FAILURE_WINDOW_MS = 15 * MINUTE_MS

/**
 * Failures allowed within the window per name and IP address, and per name in a row until an admin resets it. A device
 * that is known for the person has the limits of a name of its own.
 */
export const MAX_FAILURES = { byName: 10, byAddress: 100, inARow: 100 }

/** A count, and the time of the oldest entry. */
interface Count {
  count: number
  firstAt: Date | null
}

interface Failures {
  /** Of the name, or of the known device. */
  byName: Count
  /** Absent if the attempt does not count for its address. */
  byAddress?: Count | undefined
  inARow: number
}

/**
 * Returns how many attempts are left after this one. Throws TOO_MANY if a limit is reached, with the time left; the limit
 * in a row lasts until an admin lifts it or resets the password.
 */
export function assertMayTry({ byName, byAddress, inARow }: Failures, now: Date): number {
  if (inARow >= MAX_FAILURES.inARow) {
    throw new AppError('TOO_MANY', '连续登录失败次数过多，已停止登录。请联系您的管理员解除限制或重置密码。')
  }
  for (const [failures, limit] of [
    [byName, MAX_FAILURES.byName],
    [byAddress, MAX_FAILURES.byAddress],
  ] as const) {
    if (!failures?.firstAt || failures.count < limit) continue
    const leftMs = failures.firstAt.getTime() + FAILURE_WINDOW_MS - now.getTime()
    throw tooManyError('登录失败次数过多，请 {minutes} 分钟后再试。', leftMs)
  }
  const left = [
    MAX_FAILURES.inARow - inARow,
    MAX_FAILURES.byName - byName.count,
    MAX_FAILURES.byAddress - (byAddress?.count ?? 0),
  ]
  return Math.min(...left) - 1
}

/** From this number on, a wrong password says how many attempts are left. */
const FEW_LEFT = 3

/** The error for a wrong user name or password, with the attempts left if they are few. */
export function wrongPasswordError(left: number): AppError {
  if (left > FEW_LEFT) return new AppError('UNAUTHENTICATED', '用户名或密码错误。')
  if (left === 0) return new AppError('UNAUTHENTICATED', '用户名或密码错误，这次起暂停登录。')
  return new AppError('UNAUTHENTICATED', '用户名或密码错误，还可以再试 {n} 次。', { values: { n: left } })
}

/** An error with the time left in its message and as `retryAfterSeconds`. */
function tooManyError(sentence: string, leftMs: number): AppError {
  const atLeastOne = (unitMs: number) => Math.max(1, Math.ceil(leftMs / unitMs))
  const [seconds, minutes, hours] = [1000, MINUTE_MS, HOUR_MS].map(atLeastOne) as [number, number, number]
  return new AppError('TOO_MANY', sentence, {
    values: { seconds, minutes, hours },
    data: { retryAfterSeconds: seconds },
  })
}

/** Known devices per person; the one that was used least recently is forgotten. */
export const MAX_DEVICES = 20
/** A device that its person has not used for this long is forgotten. */
export const DEVICE_LIFE_MS = 180 * DAY_MS

/** The validity of a sign-in code, and the number of attempts per code. */
export const CODE_LIFE_MS = 5 * MINUTE_MS
export const CODE_TRIES = 5
/** The validity of a ticket for the second step. */
export const TICKET_LIFE_MS = 5 * MINUTE_MS

const MAX_CODES_PER_DAY = 10
const MAX_CODES_PER_ADDRESS = 30

/** Code requests of a number within 24 hours, and of an IP address within one minute. */
export interface CodeRequests {
  ofNumber: Count & { lastAt: Date | null }
  ofAddress: Count
}

/** Throws TOO_MANY, with the time left, if a number or an IP address requests codes too often. */
export function assertMayRequestCode({ ofNumber, ofAddress }: CodeRequests, now: Date): void {
  const leftMs = (from: Date | null, spanMs: number) => (from ? from.getTime() + spanMs - now.getTime() : 0)
  const resendMs = leftMs(ofNumber.lastAt, MINUTE_MS)
  if (resendMs > 0) throw tooManyError('刚刚发过验证码，请 {seconds} 秒后再获取。', resendMs)
  if (ofNumber.count >= MAX_CODES_PER_DAY) {
    const sentence =
      '这个手机号 24 小时内获取验证码的次数已用完，请 {hours} 小时后再试，或用用户名和密码登录。'
    throw tooManyError(sentence, leftMs(ofNumber.firstAt, DAY_MS))
  }
  if (ofAddress.count >= MAX_CODES_PER_ADDRESS) {
    const sentence = '您所在的网络获取验证码过于频繁，请 {seconds} 秒后再试。'
    throw tooManyError(sentence, leftMs(ofAddress.firstAt, MINUTE_MS))
  }
}

/** In code points. There is no rule about character kinds (NIST SP 800-63B). */
const MIN_LENGTH = 8
const MAX_LENGTH = 128

/** Words that a password may not consist of, in addition to the common ones: product, user name and company. */
function contextWords(username: string, companyName: string): string[] {
  return ['houtai', '后台', username, companyName].map((word) => word.toLowerCase())
}

/** Throws INVALID if a new password is too short, too long, common, or equals a context word plus digits or symbols. */
export function assertGoodPassword(password: string, username: string, companyName = ''): void {
  const text = password.normalize('NFKC')
  const length = [...text].length
  if (length < MIN_LENGTH) throw invalidField('newPassword', '新密码至少 8 个字符，建议 15 个以上。')
  if (length > MAX_LENGTH) throw invalidField('newPassword', '新密码最多 128 个字符。')
  const lowered = text.toLowerCase()
  const trimmed = lowered.replace(/[\d\W_]+$/u, '')
  if (
    commonPasswords.has(lowered) ||
    contextWords(username, companyName).some((word) => word && (word === lowered || word === trimmed))
  ) {
    throw invalidField('newPassword', '这个密码太常见，或就是用户名、公司名，容易被猜到，请换一个。')
  }
}

/** A person as whom an admin may want to view the console. */
export interface Viewed {
  id: number
  companyCode: string
  status: string
  companyStatus: string
}

/** Whether an admin may view the console as this person: another user within reach who could sign in. */
export function mayViewAs(actor: Actor, { id, companyCode, status, companyStatus }: Viewed): boolean {
  const couldSignIn = status === 'active' && companyStatus === 'active'
  return couldSignIn && id !== actor.id && can(actor, 'canAdmin', { companyCode })
}
