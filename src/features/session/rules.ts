import { AppError, invalidField } from '#kit/errors.ts'
import { commonPasswords } from './commonPasswords.ts'

const HOUR_MS = 3_600_000

/** How long a session lives without a request: 12 hours, or 30 days where the person asked to stay signed in. */
export function idleLimitMs(autoLogin: boolean): number {
  return autoLogin ? 30 * 24 * HOUR_MS : 12 * HOUR_MS
}

/** Failures are counted over this long, per name (known or not) and per address. */
export const FAILURE_WINDOW_MS = 15 * 60_000
export const MAX_FAILURES_PER_NAME = 10
export const MAX_FAILURES_PER_ADDRESS = 100

/** Throws TOO_MANY with the time left where one of the counts has been reached. `firstAt` is the oldest counted failure. */
export function assertMayTry(count: number, limit: number, firstAt: Date | null, now: Date): void {
  if (count < limit || !firstAt) return
  const leftMs = firstAt.getTime() + FAILURE_WINDOW_MS - now.getTime()
  const minutes = Math.max(1, Math.ceil(leftMs / 60_000))
  throw new AppError('TOO_MANY', '登录失败次数过多，请 {minutes} 分钟后再试。', {
    params: { minutes },
    data: { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) },
  })
}

/** Fewer characters than this are too few; there is no rule about their kinds (NIST SP 800-63B). */
const MIN_LENGTH = 8
const MAX_LENGTH = 128

/** Words that a password may not consist of, beside the common ones: the product's, and the person's own. */
function contextWords(username: string, companyName: string): string[] {
  return ['houtai', '后台', username, companyName].map((word) => word.toLowerCase())
}

/** Throws INVALID where a new password is too short, too long, common, or made of the person's own name. */
export function assertGoodPassword(password: string, username: string, companyName = ''): void {
  const text = password.normalize('NFKC')
  const length = [...text].length
  if (length < MIN_LENGTH) throw invalidField('newPassword', '新密码至少 8 个字符，建议 15 个以上。')
  if (length > MAX_LENGTH) throw invalidField('newPassword', '新密码最多 128 个字符。')
  const bare = text.toLowerCase()
  const trimmed = bare.replace(/[\d\W_]+$/u, '')
  if (
    commonPasswords.has(bare) ||
    contextWords(username, companyName).some((word) => word && (word === bare || word === trimmed))
  ) {
    throw invalidField('newPassword', '这个密码太常见，或就是用户名、公司名，容易被猜到，请换一个。')
  }
}
