import type * as z from 'zod'
import { ROLES } from '#access/permissions.ts'
import { today } from '#kit/calendar.ts'
import { hashPassword, oneTimePassword } from '#kit/secret.ts'
import { type Context, type Handlers, serve } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { clearFailures, deleteSessionsOf, failureNames } from '#people/sessions/queries.ts'
import { type StaffStatus, staffSteps } from './contract.ts'
import * as queries from './queries.ts'
import { countOtherAdmins, enterStaffState, lockStaffVersion } from './queries.ts'
import {
  assertAdminLeft,
  assertHierarchy,
  assertNotOneself,
  assertStep,
  conflicts,
  toStaff,
} from './rules.ts'

type All = Handlers<typeof staffSteps>
type StepInput = z.output<(typeof staffSteps)['disable']['input']>

/** Saves the new status with its audit line; returns the person as this actor may see them. */
async function changeStatus(
  { db, actor, clock, record }: Context,
  before: Awaited<ReturnType<typeof lockStaffVersion>>,
  action: string,
  changes: { status: StaffStatus; parentId?: number | null; leftOn?: null },
  reason: string | null | undefined,
) {
  const { id, companyCode } = before
  await queries.updateStaff(db, id, { ...changes, ...updatedNow({ actor, clock }) })
  const entering = { status: changes.status, fromOn: today(clock), by: actor.id, at: clock() }
  await enterStaffState(db, before, entering)
  const moved = Object.entries(changes).filter(([field, value]) => before[field as 'status'] !== value)
  const lines = Object.fromEntries(moved.map(([field, value]) => [field, [before[field as 'status'], value]]))
  record({
    action,
    entity: 'staff',
    recordId: id,
    companyCode,
    changes: { ...(lines as Record<string, [unknown, unknown]>), ...(reason && { reason: [null, reason] }) },
  })
  return toStaff(
    actor,
    await queries.getStaff(db, queries.staffScope(actor, 'canManageUser'), id, today(clock)),
  )
}

/** Disables a person and ends all of their sessions. */
async function disable(context: Context, { reason, ...input }: StepInput) {
  assertNotOneself(context.actor, input.id)
  const person = await lockStaffVersion(context, input)
  assertStep('disable', person.status)
  assertAdminLeft(person, await countOtherAdmins(context.db, person))
  await deleteSessionsOf(context.db, person.id)
  return changeStatus(context, person, 'disable', { status: 'disabled' }, reason)
}

async function enable(context: Context, { reason, ...input }: StepInput) {
  const person = await lockStaffVersion(context, input)
  assertStep('enable', person.status)
  return changeStatus(context, person, 'enable', { status: 'active' }, reason)
}

/** A former staff member returns with a one-time password; a member needs an active head. */
const returnToWork: All['return'] = {
  ownTransaction: async (_, { reason, parentId: newParentId, ...input }, transact) => {
    const password = oneTimePassword()
    const hash = await hashPassword(password)
    return transact(async (context) => {
      const { db, actor, clock } = context
      const person = await lockStaffVersion(context, input)
      assertStep('return', person.status)
      const isMember = person.role === ROLES.agent && person.parentId !== null
      const parentId = isMember ? (newParentId ?? person.parentId) : person.parentId
      assertHierarchy({ ...person, parentId }, await queries.findParent(db, parentId))
      await queries.setPassword(db, person.id, { hash, mustChange: true }, { id: actor.id, at: clock() })
      await clearFailures(db, failureNames(person))
      const changes = { status: 'active' as const, leftOn: null, parentId }
      const staff = await changeStatus(context, person, 'return', changes, reason)
      return { staff, oneTimePassword: password }
    })
  },
}

/** Serves the status changes, except leaving, which is a handover. */
export const staffStepsServer = serve(staffSteps, { disable, enable, return: returnToWork }, conflicts)
