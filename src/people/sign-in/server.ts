import { AppError, invalidField, notFound } from '#kit/errors.ts'
import { maskMobile } from '#kit/fields.ts'
import { digitCode, hashPassword } from '#kit/secret.ts'
import { type Handlers, type Served, serve } from '#kit/serve.ts'
import { findLock } from '#people/sessions/locks/queries.ts'
import { clearAllFailures, deleteSession, deleteSessionsOf } from '#people/sessions/queries.ts'
import { assertGoodPassword } from '#people/sessions/rules.ts'
import {
  findCredentialsByMobile,
  getOwnProfile,
  lockStaff,
  setPassword,
  staffScope,
} from '#people/staff/queries.ts'
import { devices, session } from './contract.ts'
import { assertOwnPassword } from './ownPassword.ts'
import { codeHashOf, signIn } from './signIn.ts'
import { deleteDevice, findDevices, getSignInFacts, insertCode } from './signInQueries.ts'
import type { SignInServices } from './signInServices.ts'
import { deviceOf } from './userAgent.ts'

const CODE_DIGITS = 6

type All = Handlers<typeof session>

const captcha = (sendCode: SignInServices['sendCode']): All['captcha'] => ({
  ownTransaction: async ({ ip, clock, keyFor }, { mobile }, transact) => {
    if (!sendCode) throw new AppError('WRONG_STATE', '系统没有开通验证码登录，请用用户名和密码登录。')
    const code = digitCode(CODE_DIGITS)
    const codeHash = codeHashOf(keyFor, mobile, code)
    const staff = await transact(async ({ db }) => {
      await insertCode(db, { mobile, ip, codeHash }, clock())
      return findCredentialsByMobile(db, mobile)
    })
    // Not awaited: the sending time would tell a known number from an unknown one.
    if (staff) void sendCode(mobile, code)
    return null
  },
})

const changePassword: All['changePassword'] = {
  ownTransaction: async (context, { oldPassword, newPassword }, transact) => {
    const { db, actor, tokenHash } = context
    await assertOwnPassword(context, oldPassword, { field: 'oldPassword', problem: '原密码不正确。' })
    const { companyName } = await getOwnProfile(db, actor.id)
    assertGoodPassword(newPassword, actor.username, companyName)
    if (newPassword === oldPassword) throw invalidField('newPassword', '新密码不能与原密码相同。')
    const passwordHash = await hashPassword(newPassword)
    await transact(async (tx) => {
      await setPassword(
        tx.db,
        actor.id,
        { hash: passwordHash, mustChange: false },
        { id: actor.id, at: tx.clock() },
      )
      await deleteSessionsOf(tx.db, actor.id, tokenHash)
      tx.record({ action: 'change-password', entity: 'staff', recordId: actor.id, changes: {} })
    })
    return null
  },
}

/** Serves sign-in, sign-out, the current user and their password change. */
export function sessionServer({ sendCode, hasSharedAccounts }: SignInServices): Served {
  return serve(session, {
    signIn: {
      ownTransaction: (context, input, transact) => signIn(context, input, transact, { hasSharedAccounts }),
    },

    captcha: captcha(sendCode),

    signOut: async ({ db, tokenHash }) => {
      if (tokenHash) await deleteSession(db, tokenHash)
      return null
    },

    currentUser: async ({ db, actor }) => {
      const profile = await getOwnProfile(db, actor.id)
      return {
        ...actor,
        role: profile.role,
        mobile: maskMobile(profile.mobile),
        companyName: profile.companyName,
        companyShortName: profile.companyShortName,
        companyLogo: profile.companyLogo,
        viewer: actor.viewer ?? null,
      }
    },

    changePassword,
  })
}

const auditLine = (action: string, recordId: number, companyCode: string) => ({
  action,
  entity: 'staff' as const,
  recordId,
  companyCode,
  changes: {},
})

/**
 * Serves the user's own sessions, and session counts and revocation for staff within reach. The own ones end with the
 * password only: whoever finds an open session must not sign its owner out elsewhere.
 */
export const devicesServer = serve(devices, {
  list: async ({ db, actor, clock, tokenHash }) => {
    const rows = await findDevices(db, actor.id, clock())
    return rows.map(({ tokenHash: rowTokenHash, userAgent, createdAt, seenAt, ...row }) => ({
      ...row,
      ...deviceOf(userAgent ?? ''),
      createdAt: createdAt.toISOString(),
      seenAt: seenAt.toISOString(),
      current: tokenHash !== undefined && rowTokenHash.equals(tokenHash),
    }))
  },

  revoke: {
    ownTransaction: async (context, { id, password }, transact) => {
      await assertOwnPassword(context, password)
      return transact(async ({ db, actor, record }) => {
        await deleteDevice(db, actor.id, id)
        record(auditLine('revoke-session', actor.id, actor.companyCode))
        return null
      })
    },
  },

  revokeOthers: {
    ownTransaction: async (context, { password }, transact) => {
      await assertOwnPassword(context, password)
      return transact(async ({ db, actor, record, tokenHash }) => {
        const count = await deleteSessionsOf(db, actor.id, tokenHash)
        record(auditLine('revoke-other-sessions', actor.id, actor.companyCode))
        return { count }
      })
    },
  },

  ofStaff: async ({ db, actor, clock }, { id }) => {
    const reached = await db
      .selectFrom('staff')
      .select(['id', 'username', 'mobile'])
      .where('id', '=', id)
      .where(staffScope(actor, 'canManageUser'))
      .executeTakeFirst()
    if (!reached) throw notFound('员工')
    const [facts, lock] = [await getSignInFacts(db, id, clock()), await findLock(db, reached, clock())]
    return { ...facts, lock: lock && { until: lock.until?.toISOString() ?? null } }
  },

  revokeOfStaff: async ({ db, actor, record }, { id }) => {
    const person = await lockStaff(db, staffScope(actor, 'canManageUser'), id)
    const count = await deleteSessionsOf(db, id)
    record(auditLine('revoke-sessions', id, person.companyCode))
    return { count }
  },

  unlockOfStaff: async ({ db, actor, clock, record }, { id }) => {
    const person = await lockStaff(db, staffScope(actor, 'canManageUser'), id)
    // An open session must not give its holder more guesses at the password.
    if (person.id === actor.id)
      throw new AppError('WRONG_STATE', '不能解除对自己的限制，请另一位管理员操作。')
    if (!(await findLock(db, person, clock()))) throw new AppError('WRONG_STATE', '此人的登录没有受到限制。')
    await clearAllFailures(db, person)
    record(auditLine('unlock-sign-in', id, person.companyCode))
    return null
  },
})
