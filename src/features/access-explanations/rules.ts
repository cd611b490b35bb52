import type { Actor, ReachFacts } from '#access/can.ts'
import { can } from '#access/can.ts'
import { explain } from '#access/explain.ts'
import type { Permission } from '#access/permissions.ts'
import type { Act, ExplainedEntity, Verdict } from './contract.ts'

/** What can be done with each kind of record, and the permission that it takes. */
const ACTS: Record<ExplainedEntity, Partial<Record<Act, Permission>>> = {
  staff: { read: 'canManageUser', update: 'canManageUser' },
  customer: { read: 'canReadCustomer', update: 'canUpdateCustomer', transfer: 'canTransferCustomer' },
  store: { read: 'canReadStore', update: 'canUpdateStore', assign: 'canAssignStore' },
}

/** A person, and whether they could sign in at all. */
export interface Asked extends Actor {
  isActive: boolean
}

/** Whether a person may do each thing with a record, and the fact that decides. */
export function verdictsOn(
  entity: ExplainedEntity,
  person: Asked,
  record: ReachFacts & { isStopped: boolean },
): Verdict[] {
  return Object.entries(ACTS[entity]).map(([act, permission]) => {
    const found = { ...explain(person, permission, record), act: act as Act }
    if (!person.isActive) return { ...found, allowed: false, because: 'notActive' }
    // A stopped store is there only for whom may read such.
    const hidden = record.isStopped && !can(person, 'canReadStopStore')
    return found.allowed && hidden ? { ...found, allowed: false, because: 'stopped' } : found
  })
}
