import type * as z from 'zod'
import { AppError } from '#kit/errors.ts'
import type { KeyFor } from '#kit/keys.ts'
import type { Person } from '#kit/person.ts'
import { hashPassword, hashToken, isWeak, keyedHash, newToken, verifyPassword } from '#kit/secret.ts'
import type { Context, Transact } from '#kit/serve.ts'
import { recordAttempt } from '#people/sessions/attempts/queries.ts'
import {
  type Attempt,
  countAttempt,
  mobileName,
  removeAttempt,
  secondStepName,
} from '#people/sessions/queries.ts'
import { wrongPasswordError } from '#people/sessions/rules.ts'
import {
  type Credentials,
  findCredentials,
  findCredentialsByMobile,
  getCredentials,
  rehashPassword,
} from '#people/staff/queries.ts'
import { assertAllowedAddress } from './addresses/queries.ts'
import { type Claim, claimOf, outcomeOf, SignInRefusal } from './claim.ts'
import type { session } from './contract.ts'
import { type Opening, openSession } from './openSession.ts'
import { consumeOtp, consumeRecoveryCode, hasFactor } from './second-factor/queries.ts'
import * as queries from './signInQueries.ts'

/** The actor is null, or the user of an earlier session whose token the browser still sends. */
export type SignInContext = Context<Person | null>
type InTransaction = Transact<Person | null>

type Input = z.output<(typeof session)['signIn']['input']>
type InputOf<T extends Input['type']> = Extract<Input, { type: T }>

/** A step of a sign-in: who is meant, where the session will be opened, and the transaction for it. */
interface Step extends Pick<Opening, 'hasSharedAccounts'> {
  context: SignInContext
  claim: Claim
  transact: InTransaction
}

/** A person who passed the first step, and the attempt that counted it. */
interface FirstStepResult {
  staff: Credentials
  attempt: Attempt
}

/** The message is the same for an unknown and an expired ticket. */
const ticketError = () => new AppError('UNAUTHENTICATED', '登录等候的时间过长，请返回重新登录。')

/**
 * Takes one step of a sign-in and records the attempt. Throws UNAUTHENTICATED, TOO_MANY, and SECOND_FACTOR with the
 * ticket for the second step.
 */
export async function signIn(
  context: SignInContext,
  input: Input,
  transact: InTransaction,
  { hasSharedAccounts = false }: { hasSharedAccounts?: boolean | undefined },
) {
  const claim = await claimOf(context, input)
  if (!claim) throw ticketError()
  const step: Step = { context, claim, transact, hasSharedAccounts }
  try {
    return await takeStep(step, input)
  } catch (error) {
    const outcome = outcomeOf(error)
    // In a transaction of its own: the one of the attempt was rolled back.
    if (outcome)
      await context.db.transaction().execute((tx) => recordAttempt(tx, { ...claim.record, outcome }))
    throw error
  }
}

function takeStep(step: Step, input: Input) {
  if (input.type === 'ticket') return finishSecondStep(step, input)
  const { autoLogin } = input
  const passed = input.type === 'account' ? checkPassword(step, input) : checkCode(step, input)
  return passed.then((result) => finishFirstStep(step, result, autoLogin))
}

// Verified for unknown names, so that the response time does not tell them from known ones.
const dummyHash = hashPassword(newToken())

/** Checks user name and password. Throws UNAUTHENTICATED, with the same message for a wrong name or password. */
async function checkPassword(
  { context: { db, clock, ip }, claim }: Step,
  input: InputOf<'account'>,
): Promise<FirstStepResult> {
  const { name, deviceId } = claim
  const attempt = await countAttempt(db, { name, ip, deviceId }, clock())
  const staff = await findCredentials(db, name)
  const right = await verifyPassword(input.password, staff?.passwordHash ?? (await dummyHash))
  if (!staff || !right) throw wrongPasswordError(attempt.left)
  // Checked after the password, so that a caller without it cannot tell that the account exists.
  if (staff.companyStatus !== 'active') {
    throw new SignInRefusal('companyDisabled', '贵公司已停用，不能登录。如有疑问，请联系总部的管理员。')
  }
  if (isWeak(staff.passwordHash)) {
    await rehashPassword(db, staff.id, staff.passwordHash, await hashPassword(input.password))
  }
  return { staff, attempt }
}

/** The stored hash of a sign-in code, keyed and bound to the mobile number. */
export function codeHashOf(keyFor: KeyFor, mobile: string, code: string): Buffer {
  return keyedHash(keyFor('sign-in-code'), `${mobile}:${code}`)
}

/** Checks a mobile number and its code, and consumes the code if it is right. Throws UNAUTHENTICATED. */
async function checkCode(
  { context: { db, clock, ip, keyFor }, claim }: Step,
  { mobile, captcha }: InputOf<'mobile'>,
): Promise<FirstStepResult> {
  const counted = { name: mobileName(mobile), ip, deviceId: claim.deviceId }
  const attempt = await countAttempt(db, counted, clock())
  const codeHash = codeHashOf(keyFor, mobile, captcha)
  const right = await db.transaction().execute((tx) => queries.consumeCode(tx, mobile, codeHash, clock()))
  const staff = await findCredentialsByMobile(db, mobile)
  if (!staff || !right) throw new AppError('UNAUTHENTICATED', '验证码错误或已过期，请核对，或重新获取。')
  return { staff, attempt }
}

/** Opens a session after the first step, or throws SECOND_FACTOR with the ticket for the second. */
async function finishFirstStep(step: Step, { staff, attempt }: FirstStepResult, autoLogin: boolean) {
  const { context, transact, claim, hasSharedAccounts } = step
  await assertAllowedAddress(context.db, staff.companyCode, context.ip)
  if (!(await hasFactor(context.db, staff.id))) {
    return transact((tx) => openSession(tx, { staff, claim, autoLogin, hasSharedAccounts }))
  }
  const ticket = newToken()
  await transact(async ({ db, clock }) => {
    await removeAttempt(db, attempt)
    await queries.insertTicket(db, { tokenHash: hashToken(ticket), staffId: staff.id, autoLogin }, clock())
  })
  throw new AppError('SECOND_FACTOR', '请输入动态码，完成登录。', { data: { ticket } })
}

/**
 * The second step: a code of the app or a recovery code. Wrong ones have a count of their own, so that only a caller
 * who passed the first step can exhaust it.
 */
async function finishSecondStep(
  { context, claim, transact, hasSharedAccounts }: Step,
  input: InputOf<'ticket'>,
) {
  const { db, clock, keyFor } = context
  const tokenHash = hashToken(input.ticket)
  const ticket = await queries.findTicket(db, tokenHash, clock())
  if (!ticket) throw ticketError()
  const staff = await getCredentials(db, ticket.staffId)
  await countAttempt(db, { name: secondStepName(staff.id), deviceId: claim.deviceId }, clock())
  await assertAllowedAddress(db, staff.companyCode, context.ip)
  return transact(async (tx) => {
    const right = isAppCode(input.otp)
      ? await consumeOtp(tx.db, keyFor, staff.id, input.otp, clock())
      : await consumeRecoveryCode(tx.db, keyFor, staff.id, input.otp)
    if (!right) throw new AppError('UNAUTHENTICATED', '动态码不正确，或已经用过，请输入最新的动态码。')
    if (!(await queries.consumeTicket(tx.db, tokenHash))) throw ticketError()
    return openSession(tx, { staff, claim, autoLogin: ticket.autoLogin, hasSharedAccounts })
  })
}

const isAppCode = (otp: string) => /^\d{6}$/.test(otp)
