import type * as z from 'zod'
import { type Actor, can, hideCompany } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import { type Changes, changesBetween, type Via } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import { deleteUnlessReferenced } from '#kit/deleteUnlessReferenced.ts'
import { invalidField } from '#kit/errors.ts'
import { searchPinyin } from '#kit/pinyin.ts'
import type { Context } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import { assertVersionLazy, definedOnly } from '#kit/version.ts'
import type { StaffChanges, StaffInput } from './contract.ts'
import { followFirstDay, type PaidPerson, setPay, undoPay } from './pay/edit.ts'
import { type PayField, payFields } from './pay/fields.ts'
import { firstDayOf } from './pay/rules.ts'
import * as queries from './queries.ts'
import { countOtherAdmins } from './queries.ts'
import { assertAdminLeft, assertHierarchy, assertMaySet, toStaff } from './rules.ts'

/** Role, head and company of a new person: a head creates members of their own team, an admin chooses. */
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

const auditLine = (action: string, row: { id: number; companyCode: string }, changes: Changes, via: Via) => ({
  action,
  entity: 'staff' as const,
  recordId: row.id,
  changes,
  via,
  companyCode: row.companyCode,
})

/** Splits the input into columns of `staff` and fields of a pay row. */
function splitPay<T extends object>(sent: T) {
  const isPay = (field: string) => payFields.some((name) => name === field)
  const entries = Object.entries(sent).filter(([, value]) => value !== undefined)
  const columns = Object.fromEntries(entries.filter(([field]) => !isPay(field)))
  const pay = Object.fromEntries(entries.filter(([field]) => isPay(field)))
  return { columns: columns as Omit<T, PayField>, pay: pay as Pick<T, Extract<keyof T, PayField>> }
}

/** Creates a person with the hash of a one-time password. Returns the person as this actor may see them. */
export async function createStaff(
  context: Context,
  input: StaffInput,
  passwordHash: string,
  via: Via = 'form',
) {
  const { db, actor, clock, record } = context
  assertMaySet(actor, input)
  const place = placement(actor, input)
  assertHierarchy(place, await queries.findParent(db, place.parentId))
  const { columns, pay } = splitPay(input)
  const row = await queries.insertStaff(db, {
    ...columns,
    ...place,
    namePinyin: searchPinyin(input.name, true),
    passwordHash,
    ...createdNow(context),
    ...updatedNow(context),
  })
  const { id, companyCode, version } = row
  const agreed = await setPay(context, { id, companyCode, version, firstOn: firstDayOf(row) }, pay)
  record(auditLine('create', row, { ...changesBetween({}, row), ...agreed }, via))
  const reach = queries.staffScope(actor, 'canManageUser')
  return toStaff(actor, await queries.getStaff(db, reach, row.id, today(clock)))
}

/** Updates the given fields of a person; throws STALE unless `version` is current. */
export async function updateStaff(
  context: Context,
  { id, version, ...sent }: z.output<typeof StaffChanges>,
  via: Via = 'form',
) {
  const { db, actor, clock, record } = context
  const { columns: changes, pay } = splitPay(definedOnly(sent))
  assertMaySet(actor, definedOnly(sent))
  const reach = queries.staffScope(actor, 'canManageUser')
  const before = await queries.lockStaff(db, reach, id)
  await assertVersionLazy(before, version, async () =>
    toStaff(actor, await queries.getStaff(db, reach, id, today(clock))),
  )
  const person = { ...before, ...changes, memberCount: await queries.countMembers(db, id) }
  assertHierarchy(person, await queries.findParent(db, person.parentId))
  if (person.role !== before.role) assertAdminLeft(before, await countOtherAdmins(db, before))
  const paid = await writePay(context, { before, becomes: { ...before, ...changes }, pay, via })
  const after = await queries.updateStaff(db, id, {
    ...changes,
    ...(changes.name ? { namePinyin: searchPinyin(changes.name, true) } : {}),
    ...updatedNow(context),
  })
  record(auditLine('update', after, { ...changesBetween(before, after), ...paid }, via))
  return toStaff(actor, await queries.getStaff(db, reach, id, today(clock)))
}

type Row = Awaited<ReturnType<typeof queries.lockStaff>>

interface PayWrite {
  before: Row
  becomes: Row
  pay: Parameters<typeof setPay>[2]
  via: Via
}

/** Writes the pay part of an update. An undo removes only the pay rows that the undone write added. */
async function writePay(context: Context, { before, becomes, pay, via }: PayWrite): Promise<Changes> {
  const { id, companyCode } = before
  const person: PaidPerson = { id, companyCode, version: before.version + 1, firstOn: firstDayOf(before) }
  if (via === 'undo') return undoPay(context, person, before.version)
  const firstOn = firstDayOf(becomes)
  const followed = firstOn < person.firstOn ? await followFirstDay(context, person, firstOn) : {}
  return { ...followed, ...(await setPay(context, { ...person, firstOn }, pay)) }
}

/** Deletes a person without any references; throws STALE, and CONFLICT if the person is referenced. */
export async function removeStaff(
  { db, actor, clock, record }: Context,
  { id, version }: { id: number; version: number },
  via: Via,
): Promise<void> {
  const reach = queries.staffScope(actor, 'canManageUser')
  const row = await queries.lockStaff(db, reach, id)
  await assertVersionLazy(row, version, async () =>
    toStaff(actor, await queries.getStaff(db, reach, id, today(clock))),
  )
  await deleteUnlessReferenced(() => queries.deleteStaff(db, id))
  record(auditLine('delete', row, changesBetween(row, {}), via))
}
