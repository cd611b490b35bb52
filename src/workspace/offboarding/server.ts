import type * as z from 'zod'
import type { Database } from '#db/connect.ts'
import { addDays, type Day, today } from '#kit/calendar.ts'
import { type Context, serve } from '#kit/serve.ts'
import { deleteEntriesAfter } from '#operations/rosters/queries.ts'
import { deleteSessionsOf } from '#people/sessions/queries.ts'
import { deleteFactor } from '#people/sign-in/second-factor/queries.ts'
import * as queries from '#people/staff/queries.ts'
import { countOtherAdmins, enterStaffState, lockStaffVersion } from '#people/staff/queries.ts'
import { assertAdminLeft, assertNotOneself, assertStep, toStaff } from '#people/staff/rules.ts'
import { deleteSubscriptionsOf } from '#platform/saved-views/subscriptions/queries.ts'
import { type handovers as contract, handovers } from './contract.ts'
import { handOver } from './handOverRecords.ts'
import { findHandover, findRecipient, lockStoresOf } from './queries.ts'
import * as rules from './rules.ts'

/**
 * Deletes sessions, subscriptions, second factor and planned days after `leftOn`; returns the number of planned days.
 */
async function endAccess(db: Database, id: number, leftOn: Day): Promise<number> {
  await deleteSessionsOf(db, id)
  await deleteSubscriptionsOf(db, id)
  await deleteFactor(db, id)
  return deleteEntriesAfter(db, id, leftOn)
}

type LeaveInput = z.output<(typeof contract)['leave']['input']>

/**
 * Processes a leave in one transaction: hands over the items by the choices, then ends all access. Throws WRONG_STATE
 * with the list if items are left, which rolls everything back.
 */
async function leave(context: Context, { id, version, leftOn, reason, choices }: LeaveInput) {
  const { db, actor, clock, record } = context
  assertNotOneself(actor, id)
  await lockStoresOf(db, id)
  const person = await lockStaffVersion(context, { id, version })
  assertStep('leave', person.status)
  assertAdminLeft(person, await countOtherAdmins(db, person))
  rules.assertLastDay(leftOn, person.hiredOn, today(clock))

  const after = addDays(leftOn, 1)
  const items = await findHandover(db, id, after)
  rules.assertMayHandOver(actor, items)
  const { groups, left } = rules.planHandover(items, choices, today(clock))
  rules.assertNothingLeft(left)
  for (const group of groups) {
    const recipient = group.toId === null ? undefined : await findRecipient(db, group.toId)
    if (group.toId !== null) rules.assertRecipient(actor, person, recipient)
    await handOver(context, { person, leftOn, items, recipient, ...group })
  }
  // Read again: no item may be left that the handover missed.
  rules.assertNothingLeft(await findHandover(db, id, after))

  const [by, at] = [actor.id, clock()]
  await queries.updateStaff(db, id, { status: 'left', leftOn, updatedAt: at, updatedBy: by })
  await enterStaffState(db, person, { status: 'left', fromOn: after, by, at })
  const unplanned = await endAccess(db, id, leftOn)
  record({
    action: 'leave',
    entity: 'staff',
    recordId: id,
    companyCode: person.companyCode,
    changes: {
      status: [person.status, 'left'],
      leftOn: [null, leftOn],
      ...(items.length > 0 && { handedOver: [null, items.length] }),
      ...(unplanned > 0 && { unplanned: [null, unplanned] }),
      ...(reason && { reason: [null, reason] }),
    },
  })
  const reach = queries.staffScope(actor, 'canManageUser')
  return toStaff(actor, await queries.getStaff(db, reach, id, today(clock)))
}

/** The items that a person must hand over before leaving, and the leave. */
export const handoverServer = serve(
  handovers,
  {
    get: async ({ db, actor, clock }, { id, leftOn = today(clock) }) => {
      await queries.getStaff(db, queries.staffScope(actor, 'canManageUser'), id, today(clock))
      return { items: await findHandover(db, id, addDays(leftOn, 1)) }
    },

    leave,
  },
  { saved_view_team_name: { field: 'choices', message: '接手的组长已有同名的本组视图，请先改名。' } },
)
