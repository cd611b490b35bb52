import { can } from '#access/can.ts'
import type { AuditLine } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import { assertReason, revealResult } from '#kit/reveal.ts'
import { hashPassword, oneTimePassword } from '#kit/secret.ts'
import { type Context, serve } from '#kit/serve.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import {
  clearFailures,
  deleteSessionsOf,
  failureNames,
  getCompanyStatus,
  setViewing,
} from '#people/sessions/queries.ts'
import { mayViewAs } from '#people/sessions/rules.ts'
import { assertMayReveal } from '#platform/reveals/queries.ts'
import { assertMayCreateMany, createPeople } from './batch.ts'
import { staff, viewing } from './contract.ts'
import { createStaff, updateStaff } from './edit.ts'
import * as queries from './queries.ts'
import { findStaffOptions, findTeams, lockStaff, staffScope } from './queries.ts'
import { assertMaySee, assertMaySet, conflicts, optionPermission, toStaff } from './rules.ts'

/** A one-time password and its hash. Hashing is slow, so call it outside a transaction. */
async function newPassword(): Promise<{ text: string; hash: string }> {
  const text = oneTimePassword()
  return { text, hash: await hashPassword(text) }
}

export const staffServer = serve(
  staff,
  {
    list: async ({ db, actor, clock }, query) => {
      assertCompanyFilter(actor, query.companyCode)
      const reach = queries.staffScope(actor, 'canManageUser')
      const found = await queries.findStaff(db, reach, query, today(clock))
      return {
        ...found,
        items: found.items.map((row) => toStaff(actor, { ...row, storeCount: row.storeCount ?? 0 })),
      }
    },

    get: async ({ db, actor, clock }, { id }) =>
      toStaff(
        actor,
        await queries.getStaff(db, queries.staffScope(actor, 'canManageUser'), id, today(clock)),
      ),

    create: {
      ownTransaction: async ({ actor }, input, transact) => {
        assertMaySet(actor, input)
        const password = await newPassword()
        return transact(async (context) => ({
          staff: await createStaff(context, input, password.hash),
          oneTimePassword: password.text,
        }))
      },
    },

    createMany: {
      ownTransaction: async ({ actor }, { people }, transact) => {
        assertMayCreateMany(actor, people)
        const passwords: Awaited<ReturnType<typeof newPassword>>[] = []
        // In turn: the queue of hashes also serves sign-ins.
        for (const _ of people) passwords.push(await newPassword())
        const hashes = passwords.map(({ hash }) => hash)
        const created = await transact((context) => createPeople(context, people, hashes))
        return {
          people: created.map(({ id, name, username }, row) => ({
            id,
            name,
            username,
            oneTimePassword: passwords[row]?.text ?? '',
          })),
        }
      },
    },

    update: (context, changes) => updateStaff(context, changes),

    resetPassword: {
      ownTransaction: async ({ actor, clock }, { id, version }, transact) => {
        const password = await newPassword()
        return transact(async (context) => {
          const { db, record } = context
          const row = await queries.lockStaffVersion(context, { id, version })
          if (row.status !== 'active') throw new AppError('WRONG_STATE', '此人不在职，不能重置密码。')
          if (row.id === actor.id) throw new AppError('WRONG_STATE', '请在个人设置里修改自己的密码。')
          await queries.setPassword(
            db,
            id,
            { hash: password.hash, mustChange: true },
            { id: actor.id, at: clock() },
          )
          await deleteSessionsOf(db, id)
          await clearFailures(db, failureNames(row))
          const companyCode = row.companyCode
          record({ action: 'reset-password', entity: 'staff', recordId: id, changes: {}, companyCode })
          return { oneTimePassword: password.text }
        })
      },
    },

    reveal: async ({ db, actor, clock, record }, { id, field, reason }) => {
      assertMaySee(actor, field)
      const reach = queries.staffScope(actor, 'canManageUser')
      const row = await queries.getStaff(db, reach, id, today(clock))
      assertReason(row.parentId === actor.id, reason)
      await assertMayReveal(db, actor, clock())
      const of = { entity: 'staff' as const, recordId: id, companyCode: row.companyCode }
      const { answer, line } = revealResult({ ...of, field, reason, value: row[field] })
      record(line)
      return answer
    },

    teams: ({ db, actor }) => findTeams(db, queries.staffScope(actor, 'canManageUser')),

    options: async ({ db, actor }, { purpose, ...filter }) => {
      if (!can(actor, optionPermission[purpose])) {
        throw new AppError('FORBIDDEN', '您没有这项操作的权限。如需使用，请联系管理员。')
      }
      return findStaffOptions(db, actor, purpose, filter)
    },

    contacts: ({ db, actor }) => queries.findContacts(db, actor),
  },
  conflicts,
)

/** The audit line in the viewed person's log, with both names. */
function auditLine(
  action: string,
  viewed: { id: number; name: string; companyCode: string },
  viewer: string,
) {
  const changes: AuditLine['changes'] = { viewer: [null, viewer], viewed: [null, viewed.name] }
  return { action, entity: 'staff' as const, recordId: viewed.id, companyCode: viewed.companyCode, changes }
}

const sessionToken = ({ tokenHash }: Context) => {
  if (!tokenHash) throw new Error('a person without a session')
  return tokenHash
}

/** Serves viewing the console as another user. */
export const viewingServer = serve(viewing, {
  begin: async (context, { id }) => {
    const { db, actor, record } = context
    const person = await lockStaff(db, staffScope(actor, 'canAdmin'), id)
    const companyStatus = await getCompanyStatus(db, person.companyCode)
    if (!mayViewAs(actor, { ...person, companyStatus })) {
      throw new AppError('WRONG_STATE', '只能以其他在职员工的身份查看。')
    }
    await setViewing(db, sessionToken(context), id)
    record(auditLine('begin-viewing', person, actor.name))
    return null
  },

  end: async (context) => {
    const { db, actor, record } = context
    if (!actor.viewer) throw new AppError('WRONG_STATE', '您没有在以别人的身份查看。')
    await setViewing(db, sessionToken(context), null)
    record(auditLine('end-viewing', actor, actor.viewer.name))
    return null
  },
})
