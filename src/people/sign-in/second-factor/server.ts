import { AppError, invalidField } from '#kit/errors.ts'
import { legibleText } from '#kit/secret.ts'
import { type Handlers, type Served, serve } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { assertVersion } from '#kit/version.ts'
import { clearFailures, countAttempt, deleteSessionsOf, sessionName } from '#people/sessions/queries.ts'
import { assertOwnPassword } from '#people/sign-in/ownPassword.ts'
import { lockStaff, staffScope } from '#people/staff/queries.ts'
import { secondFactor } from './contract.ts'
import * as queries from './queries.ts'
import { assertBegun, newSecret, RECOVERY_CODES, toSetupSecret } from './rules.ts'

/** 24 characters are 117 random bits, so that a keyed hash without a work factor is enough to store them. */
const CODE_PARTS = 4
const PART_LENGTH = 6

/** New codes in the displayed format, four parts: `k7m2pq-9xqwda-3hnv5c-w8tjyb`. */
function newRecoveryCodes(): string[] {
  const newCode = () => Array.from({ length: CODE_PARTS }, () => legibleText(PART_LENGTH)).join('-')
  return Array.from({ length: RECOVERY_CODES }, () => newCode().toLowerCase())
}

/** An audit line in the person's own log. */
const auditLine = (action: string, recordId: number, companyCode: string) => ({
  action,
  entity: 'staff' as const,
  recordId,
  companyCode,
  changes: {},
})

const notEnabledError = (who: '您' | '此人') =>
  new AppError('WRONG_STATE', who === '您' ? '您没有开启两步验证。' : '此人没有开启两步验证。')

type All = Handlers<typeof secondFactor>

const begin = (title: string): All['begin'] => ({
  ownTransaction: async (context, { password }, transact) => {
    await assertOwnPassword(context, password)
    return transact(async ({ db, actor, clock, keyFor }) => {
      const secret = newSecret()
      await queries.insertPending(db, keyFor, actor.id, secret, clock())
      return toSetupSecret(secret, title, actor.username)
    })
  },
})

const confirm: All['confirm'] = {
  ownTransaction: async (context, { otp }, transact) => {
    const { db, actor, clock } = context
    assertBegun(await queries.findFactor(db, actor.id), clock())
    await countAttempt(db, { name: sessionName(actor.id) }, clock())
    return transact(async (tx) => {
      if (!(await queries.consumeOtp(tx.db, tx.keyFor, actor.id, otp, clock()))) {
        throw invalidField('otp', '动态码不正确，请核对手机的时间是否准确，再输入最新的动态码。')
      }
      await queries.confirmFactor(tx.db, actor.id, clock())
      await deleteSessionsOf(tx.db, actor.id, tx.tokenHash)
      await clearFailures(tx.db, [sessionName(actor.id)])
      const recoveryCodes = newRecoveryCodes()
      await queries.replaceRecoveryCodes(tx.db, tx.keyFor, actor.id, recoveryCodes)
      tx.record(auditLine('enable-second-factor', actor.id, actor.companyCode))
      return { recoveryCodes }
    })
  },
}

const renewCodes: All['renewCodes'] = {
  ownTransaction: async (context, { password }, transact) => {
    const { db, actor } = context
    if (!(await queries.hasFactor(db, actor.id))) throw notEnabledError('您')
    await assertOwnPassword(context, password)
    return transact(async (tx) => {
      const recoveryCodes = newRecoveryCodes()
      await queries.replaceRecoveryCodes(tx.db, tx.keyFor, actor.id, recoveryCodes)
      tx.record(auditLine('renew-recovery-codes', actor.id, actor.companyCode))
      return { recoveryCodes }
    })
  },
}

const otherHandlers: Omit<All, 'begin' | 'confirm' | 'renewCodes'> = {
  get: async ({ db, actor }) => {
    const factor = await queries.findFactor(db, actor.id)
    const { roles } = await queries.getRule(db, actor.companyCode)
    return {
      since: factor?.confirmedAt?.toISOString() ?? null,
      recoveryCodesLeft: await queries.countRecoveryCodes(db, actor.id),
      required: roles.includes(Number(actor.role)),
    }
  },

  disable: {
    ownTransaction: async (context, { password }, transact) => {
      const { actor } = context
      await assertOwnPassword(context, password)
      return transact(async (tx) => {
        if (!(await queries.deleteFactor(tx.db, actor.id))) throw notEnabledError('您')
        await deleteSessionsOf(tx.db, actor.id, tx.tokenHash)
        tx.record(auditLine('disable-second-factor', actor.id, actor.companyCode))
        return null
      })
    },
  },

  reset: async ({ db, actor, record }, { id }) => {
    const person = await lockStaff(db, staffScope(actor, 'canManageUser'), id)
    if (person.id === actor.id) throw new AppError('WRONG_STATE', '请在个人设置里管理自己的两步验证。')
    if (!(await queries.deleteFactor(db, id))) throw notEnabledError('此人')
    await deleteSessionsOf(db, id)
    record(auditLine('reset-second-factor', id, person.companyCode))
    return null
  },

  getRule: ({ db, actor }) => queries.getRule(db, actor.companyCode),

  setRule: async ({ db, actor, clock, record }, { roles, version }) => {
    const { companyCode } = actor
    const before = await queries.getRule(db, companyCode)
    assertVersion(before, version, (row) => row)
    const uniqueRoles = [...new Set(roles)].sort()
    const rule = { companyCode, roles: uniqueRoles, ...updatedNow({ actor, clock }) }
    const after = await queries.putRule(db, rule, version)
    if (!after) throw new AppError('STALE', '别人刚刚改过这项设置，您的修改没有保存，请刷新后再改。')
    const changes = { secondFactorRoles: [before.roles, after.roles] as [unknown, unknown] }
    record({ action: 'update', entity: 'company', recordId: companyCode, changes })
    return after
  },
}

/**
 * Serves the second factor: setup, disabling, and the roles that must have one. An authenticator app lists the account
 * under `title`.
 */
export function secondFactorServer({ title }: { title: string }): Served {
  return serve(secondFactor, { ...otherHandlers, begin: begin(title), confirm, renewCodes })
}
