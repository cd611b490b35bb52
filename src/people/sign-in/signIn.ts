import { AppError } from '#kit/errors.ts'
import type { KeyFor } from '#kit/keys.ts'
import type { Person } from '#kit/person.ts'
import { hashPassword, hashToken, isWeak, keyedHash, newToken, verifyPassword } from '#kit/secret.ts'
import type { Context, Transact } from '#kit/serve.ts'
import {
  type Attempt,
  clearFailures,
  countAttempt,
  deleteSession,
  failureNames,
  mobileName,
  removeAttempt,
} from '#people/sessions/queries.ts'
import { idleLimitMs } from '#people/sessions/rules.ts'
import {
  type Credentials,
  findCredentials,
  findCredentialsByMobile,
  getCredentials,
  rehashPassword,
} from '#people/staff/queries.ts'
import { consumeOtp, consumeRecoveryCode, hasFactor } from './second-factor/queries.ts'
import * as queries from './signInQueries.ts'

/** The actor is null, or the user of an earlier session whose token the browser still sends. */
export type SignInContext = Context<Person | null>
type InTransaction = Transact<Person | null>

/** A person who passed the first step, and the attempt that counted it. */
interface FirstStepResult {
  staff: Credentials
  attempt: Attempt
  autoLogin: boolean
}

// Verified for unknown names, so that the response time does not tell them from known ones.
const dummyHash = hashPassword(newToken())

/** Checks user name and password. Throws UNAUTHENTICATED, with the same message for a wrong name or password. */
export async function checkPassword(
  { db, clock, ip }: SignInContext,
  input: { username: string; password: string; autoLogin: boolean },
): Promise<FirstStepResult> {
  const name = input.username.normalize('NFKC').toLowerCase()
  const attempt = await countAttempt(db, name, ip, clock())
  const staff = await findCredentials(db, name)
  const right = await verifyPassword(input.password, staff?.passwordHash ?? (await dummyHash))
  if (!staff || !right) throw new AppError('UNAUTHENTICATED', '用户名或密码错误。')
  // Checked after the password, so that a caller without it cannot tell that the account exists.
  if (staff.companyStatus !== 'active') {
    throw new AppError('UNAUTHENTICATED', '贵公司已停用，不能登录。如有疑问，请联系总部的管理员。')
  }
  if (isWeak(staff.passwordHash)) {
    await rehashPassword(db, staff.id, staff.passwordHash, await hashPassword(input.password))
  }
  return { staff, attempt, autoLogin: input.autoLogin }
}

/** The stored hash of a sign-in code, keyed and bound to the mobile number. */
export function codeHashOf(keyFor: KeyFor, mobile: string, code: string): Buffer {
  return keyedHash(keyFor('sign-in-code'), `${mobile}:${code}`)
}

/** Checks a mobile number and its code, and consumes the code if it is right. Throws UNAUTHENTICATED. */
export async function checkCode(
  { db, clock, ip, keyFor }: SignInContext,
  input: { mobile: string; captcha: string; autoLogin: boolean },
): Promise<FirstStepResult> {
  const { mobile, captcha, autoLogin } = input
  const attempt = await countAttempt(db, mobileName(mobile), ip, clock())
  const codeHash = codeHashOf(keyFor, mobile, captcha)
  const right = await db.transaction().execute((tx) => queries.consumeCode(tx, mobile, codeHash, clock()))
  const staff = await findCredentialsByMobile(db, mobile)
  if (!staff || !right) throw new AppError('UNAUTHENTICATED', '验证码错误或已过期，请核对，或重新获取。')
  return { staff, attempt, autoLogin }
}

/** Opens a session after the first step, or throws SECOND_FACTOR with the ticket for the second. */
export async function finishFirstStep(
  context: SignInContext,
  passed: FirstStepResult,
  transact: InTransaction,
) {
  const { staff, attempt, autoLogin } = passed
  if (!(await hasFactor(context.db, staff.id))) {
    return transact((tx) => openSession(tx, staff, autoLogin))
  }
  const ticket = newToken()
  await transact(async ({ db, clock }) => {
    await removeAttempt(db, attempt)
    await queries.insertTicket(db, { tokenHash: hashToken(ticket), staffId: staff.id, autoLogin }, clock())
  })
  throw new AppError('SECOND_FACTOR', '请输入动态码，完成登录。', { data: { ticket } })
}

/** The second step: a code of the app or a recovery code. A wrong one counts as a failure of the name. */
export async function finishSecondStep(
  { db, clock, ip, keyFor }: SignInContext,
  input: { ticket: string; otp: string },
  transact: InTransaction,
) {
  const tokenHash = hashToken(input.ticket)
  const ticket = await queries.findTicket(db, tokenHash, clock())
  if (!ticket) throw new AppError('UNAUTHENTICATED', '登录等候的时间过长，请返回重新登录。')
  const staff = await getCredentials(db, ticket.staffId)
  await countAttempt(db, staff.username.toLowerCase(), ip, clock())
  return transact(async (tx) => {
    const right = /^\d{6}$/.test(input.otp)
      ? await consumeOtp(tx.db, keyFor, staff.id, input.otp, clock())
      : await consumeRecoveryCode(tx.db, keyFor, staff.id, input.otp)
    if (!right) throw new AppError('UNAUTHENTICATED', '动态码不正确，或已经用过，请输入最新的动态码。')
    if (!(await queries.consumeTicket(tx.db, tokenHash))) {
      throw new AppError('UNAUTHENTICATED', '登录等候的时间过长，请返回重新登录。')
    }
    return openSession(tx, staff, ticket.autoLogin)
  })
}

async function openSession(
  { db, clock, ip, userAgent, tokenHash }: SignInContext,
  staff: Credentials,
  autoLogin: boolean,
) {
  const token = newToken()
  const now = clock()
  // The browser's earlier session ends with the new sign-in.
  if (tokenHash) await deleteSession(db, tokenHash)
  await clearFailures(db, failureNames(staff))
  const times = { createdAt: now, seenAt: now }
  const row = { tokenHash: hashToken(token), staffId: staff.id, autoLogin, ...times, ip, userAgent }
  await queries.insertSession(db, row)
  const expiresAt = new Date(now.getTime() + idleLimitMs(autoLogin)).toISOString()
  return { token, expiresAt, mustChangePassword: staff.mustChangePassword }
}
