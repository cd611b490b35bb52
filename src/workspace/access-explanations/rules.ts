import type { Actor, ReachFacts } from '#access/can.ts'
import { can } from '#access/can.ts'
import { explain } from '#access/explain.ts'
import type { Permission } from '#access/permissions.ts'
import type { Act, Because, ExplainedEntity, Verdict } from './contract.ts'

/** What can be done with each kind of record, and the permission that it takes. */
const ACTS: Record<ExplainedEntity, Partial<Record<Act, Permission>>> = {
  staff: { read: 'canManageUser', update: 'canManageUser' },
  customer: { read: 'canReadCustomer', update: 'canUpdateCustomer', transfer: 'canTransferCustomer' },
  store: { read: 'canReadStore', update: 'canUpdateStore', assign: 'canAssignStore' },
  churn: { read: 'canReadCustomer', update: 'canUpdateCustomer' },
  warning: { handle: 'canWarningCustomer' },
  worklog: { read: 'canReportWorklog', review: 'canReviewWorklog' },
  'customer-bill': { update: 'canChargeCustomer' },
  reimbursement: { read: 'canReportReimbursementBill', review: 'canReviewReimbursementBill' },
}

/** A person, and whether they could sign in at all. */
export interface Asked extends Actor {
  isActive: boolean
}

/** What a reach is measured against, and what decides before it. */
export interface RecordFacts extends ReachFacts {
  /** A store that has stopped. */
  isStopped?: boolean
  /** Whose paper it is: nobody reviews an own one. */
  authorId?: number
}

/** Whether a person may do each thing with a record, and the fact that decides. */
export function verdictsOn(entity: ExplainedEntity, person: Asked, record: RecordFacts): Verdict[] {
  return Object.entries(ACTS[entity]).map(([act, permission]) => {
    const found = { ...explain(person, permission, record), act: act as Act }
    const refused = (because: Because) => ({ ...found, allowed: false, because })
    if (!person.isActive) return refused('notActive')
    if (!found.allowed) return found
    // A stopped store is there only for whom may read such.
    if (record.isStopped && !can(person, 'canReadStopStore')) return refused('stopped')
    return act === 'review' && record.authorId === person.id ? refused('selfReview') : found
  })
}
