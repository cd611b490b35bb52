import type { Actor } from '#access/can.ts'
import { can, hideCompany } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import { countReveals } from '#features/audit-logs/queries.ts'
import { assertCompanyFilter } from '#features/companies/rules.ts'
import { deleteSessionsOf, forgive, namesOf } from '#features/session/queries.ts'
import { changesBetween } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { maskCard, maskMobile } from '#kit/fields.ts'
import { assertFresh, sentOnly } from '#kit/fresh.ts'
import { searchPinyin } from '#kit/pinyin.ts'
import { assertRevealsLeft, revealed } from '#kit/reveal.ts'
import { hashPassword, oneTimePassword } from '#kit/secret.ts'
import { serve } from '#kit/serve.ts'
import type { StaffInput } from './contract.ts'
import { staff } from './contract.ts'
import * as queries from './queries.ts'
import { assertHierarchy, assertMaySee, assertMaySet, conflicts, optionPermission, seesPay } from './rules.ts'

type Row = Awaited<ReturnType<typeof queries.getStaff>>

/** A row as this person may see it. */
function present(actor: Actor, row: Row) {
  const { baseSalaryCents, seniorityPayCents, commissionRateBp, payeeBank, payeeCard, ...rest } = row
  const pay = {
    baseSalaryCents,
    seniorityPayCents,
    commissionRateBp,
    payeeBank,
    payeeCard: maskCard(payeeCard),
  }
  return {
    ...rest,
    status: row.status as 'active',
    mobile: maskMobile(row.mobile),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(seesPay(actor) ? pay : {}),
  }
}

/** Where a new person belongs: a head's members to the head, everybody else's where the form says. */
function placement(actor: Actor, input: StaffInput) {
  if (!can(actor, 'canAdmin'))
    return { role: ROLES.agent, parentId: actor.id, companyCode: actor.companyCode }
  if (!input.role) throw invalidField('role', '请选择角色')
  if (input.companyCode && input.companyCode !== actor.companyCode && hideCompany(actor)) {
    throw invalidField('companyCode', '您只能在本公司新建员工。')
  }
  return {
    role: input.role,
    parentId: input.parentId ?? null,
    companyCode: input.companyCode ?? actor.companyCode,
  }
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
        items: found.items.map((row) => present(actor, { ...row, storeCount: row.storeCount ?? 0 })),
      }
    },

    get: async ({ db, actor, clock }, { id }) =>
      present(
        actor,
        await queries.getStaff(db, queries.staffScope(actor, 'canManageUser'), id, today(clock)),
      ),

    create: {
      ownTransaction: async ({ actor, clock }, input, transact) => {
        assertMaySet(actor, input)
        const place = placement(actor, input)
        const password = oneTimePassword()
        const passwordHash = await hashPassword(password)
        return transact(async ({ db, record }) => {
          assertHierarchy(place, await queries.findParent(db, place.parentId))
          const row = await queries.insertStaff(db, {
            ...input,
            ...place,
            namePinyin: searchPinyin(input.name, true),
            passwordHash,
            ...{ createdAt: clock(), createdBy: actor.id, updatedAt: clock(), updatedBy: actor.id },
          })
          const changes = changesBetween({}, row)
          record({
            action: 'create',
            entity: 'staff',
            recordId: row.id,
            changes,
            companyCode: row.companyCode,
          })
          const reach = queries.staffScope(actor, 'canManageUser')
          const created = present(actor, await queries.getStaff(db, reach, row.id, today(clock)))
          return { staff: created, oneTimePassword: password }
        })
      },
    },

    update: async ({ db, actor, clock, record }, { id, version, ...sent }) => {
      const changes = sentOnly(sent)
      assertMaySet(actor, changes)
      const reach = queries.staffScope(actor, 'canManageUser')
      const before = await queries.lockStaff(db, reach, id)
      const shown = await queries.getStaff(db, reach, id, today(clock))
      assertFresh(shown, version, (row) => present(actor, row))
      const person = { ...before, ...changes, memberCount: await queries.countMembers(db, id) }
      assertHierarchy(person, await queries.findParent(db, person.parentId))
      const after = await queries.updateStaff(db, id, {
        ...changes,
        ...(changes.name ? { namePinyin: searchPinyin(changes.name, true) } : {}),
        ...{ updatedAt: clock(), updatedBy: actor.id },
      })
      const companyCode = after.companyCode
      record({
        action: 'update',
        entity: 'staff',
        recordId: id,
        changes: changesBetween(before, after),
        companyCode,
      })
      return present(actor, await queries.getStaff(db, reach, id, today(clock)))
    },

    resetPassword: {
      ownTransaction: async ({ actor, clock }, { id, version }, transact) => {
        const password = oneTimePassword()
        const passwordHash = await hashPassword(password)
        return transact(async ({ db, record }) => {
          const reach = queries.staffScope(actor, 'canManageUser')
          const row = await queries.lockStaff(db, reach, id)
          const shown = await queries.getStaff(db, reach, id, today(clock))
          assertFresh(shown, version, (standing) => present(actor, standing))
          if (row.status !== 'active') throw new AppError('WRONG_STATE', '此人不在职，不能重置密码。')
          if (row.id === actor.id) throw new AppError('WRONG_STATE', '请在个人设置里修改自己的密码。')
          await queries.setPassword(
            db,
            id,
            { hash: passwordHash, mustChange: true },
            { id: actor.id, at: clock() },
          )
          await deleteSessionsOf(db, id)
          await forgive(db, namesOf(row))
          const companyCode = row.companyCode
          record({ action: 'reset-password', entity: 'staff', recordId: id, changes: {}, companyCode })
          return { oneTimePassword: password }
        })
      },
    },

    reveal: async ({ db, actor, clock, record }, { id, field, reason }) => {
      assertMaySee(actor, field)
      assertRevealsLeft(await countReveals(db, actor.id, clock()), clock())
      const reach = queries.staffScope(actor, 'canManageUser')
      const row = await queries.getStaff(db, reach, id, today(clock))
      const of = { entity: 'staff', recordId: id, companyCode: row.companyCode }
      const { answer, line } = revealed({ ...of, field, reason, value: row[field] })
      record(line)
      return answer
    },

    options: async ({ db, actor }, { purpose, ...wanted }) => {
      if (!can(actor, optionPermission[purpose])) {
        throw new AppError('FORBIDDEN', '您没有这项操作的权限。如需使用，请联系管理员。')
      }
      return queries.findStaffOptions(db, actor, purpose, wanted)
    },
  },
  conflicts,
)
