import { invalidField } from '#kit/errors.ts'
import { verifyPassword } from '#kit/secret.ts'
import type { Context } from '#kit/serve.ts'
import { clearFailures, countAttempt, sessionName } from '#people/sessions/queries.ts'
import { getCredentials } from '#people/staff/queries.ts'

/** Where a wrong password is shown. */
interface WrongPassword {
  field: string
  problem: string
}

const WRONG_PASSWORD: WrongPassword = { field: 'password', problem: '密码不正确。' }

/**
 * Throws INVALID for a wrong password of the user. Counted like a failed sign-in, so that an open session cannot guess
 * it, but under a name of its own, so that failed sign-ins of strangers do not lock the owner out of these steps.
 */
export async function assertOwnPassword(
  { db, actor, clock }: Context,
  password: string,
  { field, problem }: WrongPassword = WRONG_PASSWORD,
): Promise<void> {
  const staff = await getCredentials(db, actor.id)
  await countAttempt(db, { name: sessionName(actor.id) }, clock())
  if (!(await verifyPassword(password, staff.passwordHash))) throw invalidField(field, problem)
  await clearFailures(db, [sessionName(actor.id)])
}
