import { AppError, invalidField } from '#kit/errors.ts'
import { assertFresh } from '#kit/fresh.ts'
import { legibleText, verifyPassword } from '#kit/secret.ts'
import type { Context, Handlers, Served } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import { forgive, namesOf, takeAttempt } from '#people/sessions/queries.ts'
import { getCredentials, lockStaff, staffScope } from '#people/staff/queries.ts'
import { secondFactor } from './contract.ts'
import * as queries from './queries.ts'
import { newSecret, presentSecret, RECOVERY_CODES } from './rules.ts'

const HALF = 5

/** New codes in the displayed format, two halves: `k7m2p-9xqwd`. */
function newRecoveryCodes(): string[] {
  const half = () => legibleText(HALF).toLowerCase()
  return Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`)
}

/** Throws INVALID for a wrong password. Counted like a failed sign-in, so that an open session cannot guess it. */
async function assertPassword({ db, actor, clock, ip }: Context, password: string): Promise<void> {
  const staff = await getCredentials(db, actor.id)
  await takeAttempt(db, staff.username.toLowerCase(), ip, clock())
  if (!(await verifyPassword(password, staff.passwordHash))) throw invalidField('password', '密码不正确。')
  await forgive(db, namesOf(staff))
}

/** An audit line in the person's own log. */
const line = (action: string, recordId: number, companyCode: string) => ({
  action,
  entity: 'staff' as const,
  recordId,
  companyCode,
  changes: {},
})

const notOn = (who: '您' | '此人') =>
  new AppError('WRONG_STATE', who === '您' ? '您没有开启两步验证。' : '此人没有开启两步验证。')

type All = Handlers<typeof secondFactor>

const begin = (title: string): All['begin'] => {
  return async ({ db, actor, clock, keyFor }) => {
    const secret = newSecret()
    await queries.insertPending(db, keyFor, actor.id, secret, clock())
    return presentSecret(secret, title, actor.username)
  }
}

const confirm: All['confirm'] = {
  ownTransaction: async (context, { otp }, transact) => {
    const { db, actor, clock, ip } = context
    if (await queries.hasFactor(db, actor.id)) {
      throw new AppError('WRONG_STATE', '您已开启两步验证，不必再次确认。')
    }
    await takeAttempt(db, actor.username.toLowerCase(), ip, clock())
    return transact(async (tx) => {
      if (!(await queries.takeOtp(tx.db, tx.keyFor, actor.id, otp, clock()))) {
        throw invalidField('otp', '动态码不正确，请核对手机的时间是否准确，再输入最新的动态码。')
      }
      await queries.confirmFactor(tx.db, actor.id, clock())
      await forgive(tx.db, [actor.username.toLowerCase()])
      const recoveryCodes = newRecoveryCodes()
      await queries.replaceRecoveryCodes(tx.db, tx.keyFor, actor.id, recoveryCodes)
      tx.record(line('enable-second-factor', actor.id, actor.companyCode))
      return { recoveryCodes }
    })
  },
}

const renewCodes: All['renewCodes'] = {
  ownTransaction: async (context, { password }, transact) => {
    const { db, actor } = context
    if (!(await queries.hasFactor(db, actor.id))) throw notOn('您')
    await assertPassword(context, password)
    return transact(async (tx) => {
      const recoveryCodes = newRecoveryCodes()
      await queries.replaceRecoveryCodes(tx.db, tx.keyFor, actor.id, recoveryCodes)
      tx.record(line('renew-recovery-codes', actor.id, actor.companyCode))
      return { recoveryCodes }
    })
  },
}

const others: Omit<All, 'begin' | 'confirm' | 'renewCodes'> = {
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
      await assertPassword(context, password)
      return transact(async (tx) => {
        if (!(await queries.deleteFactor(tx.db, actor.id))) throw notOn('您')
        tx.record(line('disable-second-factor', actor.id, actor.companyCode))
        return null
      })
    },
  },

  reset: async ({ db, actor, record }, { id }) => {
    const person = await lockStaff(db, staffScope(actor, 'canManageUser'), id)
    if (person.id === actor.id) throw new AppError('WRONG_STATE', '请在个人设置里管理自己的两步验证。')
    if (!(await queries.deleteFactor(db, id))) throw notOn('此人')
    record(line('reset-second-factor', id, person.companyCode))
    return null
  },

  getRule: ({ db, actor }) => queries.getRule(db, actor.companyCode),

  setRule: async ({ db, actor, clock, record }, { roles, version }) => {
    const { companyCode } = actor
    const before = await queries.getRule(db, companyCode)
    assertFresh(before, version, (row) => row)
    const wanted = [...new Set(roles)].sort()
    const rule = { companyCode, roles: wanted, updatedAt: clock(), updatedBy: actor.id }
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
  return serve(secondFactor, { ...others, begin: begin(title), confirm, renewCodes })
}
