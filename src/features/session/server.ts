import { findCredentials, getOwnProfile, setPassword } from '#features/staff/queries.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { maskMobile } from '#kit/fields.ts'
import { hashPassword, hashToken, newToken, verifyPassword } from '#kit/secret.ts'
import type { Context } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import { session } from './contract.ts'
import * as queries from './queries.ts'
import {
  assertGoodPassword,
  assertMayTry,
  idleLimitMs,
  MAX_FAILURES_PER_ADDRESS,
  MAX_FAILURES_PER_NAME,
} from './rules.ts'

// An unknown name costs the same hash as a known one, so that the time does not tell them apart.
const nobody = hashPassword(newToken())

async function assertNotLocked({ db, clock, ip }: Context<unknown>, name: string): Promise<void> {
  const now = clock()
  const byName = await queries.countFailures(db, { name }, now)
  assertMayTry(byName.count, MAX_FAILURES_PER_NAME, byName.firstAt, now)
  const byAddress = await queries.countFailures(db, { ip }, now)
  assertMayTry(byAddress.count, MAX_FAILURES_PER_ADDRESS, byAddress.firstAt, now)
}

export const sessionServer = serve(session, {
  signIn: {
    ownTransaction: async (context, { username, password, autoLogin }, transact) => {
      const { db, clock, ip, userAgent } = context
      const name = username.normalize('NFKC').toLowerCase()
      await assertNotLocked(context, name)
      const staff = await findCredentials(db, name)
      const right = await verifyPassword(password, staff?.passwordHash ?? (await nobody))
      const now = clock()
      if (!staff || !right) {
        await queries.insertFailure(db, name, ip, now)
        throw new AppError('UNAUTHENTICATED', '用户名或密码错误。')
      }
      const token = newToken()
      await transact(async (tx) => {
        // A token that the browser still holds from before ends with the new sign-in.
        if (tx.tokenHash) await queries.deleteSession(tx.db, tx.tokenHash)
        await queries.deleteFailures(tx.db, name)
        const times = { createdAt: now, seenAt: now }
        const row = { tokenHash: hashToken(token), staffId: staff.id, autoLogin, ...times, ip, userAgent }
        await queries.insertSession(tx.db, row)
      })
      const expiresAt = new Date(now.getTime() + idleLimitMs(autoLogin)).toISOString()
      return { token, expiresAt, mustChangePassword: staff.mustChangePassword }
    },
  },

  // The sign-in by code comes with its own issue; until then the number is checked and the answer is always the same.
  captcha: () => null,

  signOut: async ({ db, tokenHash }) => {
    if (tokenHash) await queries.deleteSession(db, tokenHash)
    return null
  },

  currentUser: async ({ db, actor }) => {
    const profile = await getOwnProfile(db, actor.id)
    return {
      ...actor,
      role: profile.role,
      mobile: maskMobile(profile.mobile),
      companyName: profile.companyName,
    }
  },

  changePassword: {
    ownTransaction: async ({ db, actor, tokenHash }, { oldPassword, newPassword }, transact) => {
      const staff = await findCredentials(db, actor.username.toLowerCase())
      if (!staff || !(await verifyPassword(oldPassword, staff.passwordHash))) {
        throw invalidField('oldPassword', '原密码不正确。')
      }
      const { companyName } = await getOwnProfile(db, actor.id)
      assertGoodPassword(newPassword, actor.username, companyName)
      if (newPassword === oldPassword) throw invalidField('newPassword', '新密码不能与原密码相同。')
      const passwordHash = await hashPassword(newPassword)
      await transact(async (tx) => {
        await setPassword(tx.db, actor.id, passwordHash, false, tx.clock())
        await queries.deleteSessionsOf(tx.db, actor.id, tokenHash)
        tx.record({ action: 'change-password', entity: 'staff', recordId: actor.id, changes: {} })
      })
      return null
    },
  },
})
