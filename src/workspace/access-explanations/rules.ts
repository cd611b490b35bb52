import { type Actor, can, type ReachFacts } from '#access/can.ts'
import { explain } from '#access/explain.ts'
import type { Permission } from '#access/permissions.ts'
import type { DecidingFact, ExplainedEntity, RecordAction, Verdict } from './contract.ts'

/** The actions on each kind of record, and the permission that each needs. */
const ACTION_PERMISSIONS: Record<ExplainedEntity, Partial<Record<RecordAction, Permission>>> = {
  staff: { read: 'canManageUser', update: 'canManageUser' },
  customer: { read: 'canReadCustomer', update: 'canUpdateCustomer', transfer: 'canTransferCustomer' },
  store: { read: 'canReadStore', update: 'canUpdateStore', assign: 'canAssignStore' },
  churn: { read: 'canReadCustomer', update: 'canUpdateCustomer' },
  warning: { handle: 'canWarningCustomer' },
  worklog: { read: 'canReportWorklog', review: 'canReviewWorklog' },
  'customer-bill': { update: 'canChargeCustomer' },
  reimbursement: { read: 'canReportReimbursementBill', review: 'canReviewReimbursementBill' },
}

/** A person, and whether they can sign in. */
export interface ExplainedPerson extends Actor {
  isActive: boolean
}

/** The fields of a record that reaches are compared with, and those that are checked before. */
export interface RecordFacts extends ReachFacts {
  /** Whether it is a stopped store. */
  isStopped?: boolean
  /** The author, who may not review the record. */
  authorId?: number
}

/** Whether a person may take each action on a record, and the deciding fact. */
export function verdictsOn(entity: ExplainedEntity, person: ExplainedPerson, record: RecordFacts): Verdict[] {
  return Object.entries(ACTION_PERMISSIONS[entity]).map(([action, permission]) => {
    const found = { ...explain(person, permission, record), act: action as RecordAction }
    const refused = (because: DecidingFact) => ({ ...found, allowed: false, because })
    if (!person.isActive) return refused('notActive')
    if (!found.allowed) return found
    // Stopped stores are visible only with `canReadStopStore`.
    if (record.isStopped && !can(person, 'canReadStopStore')) return refused('stopped')
    return action === 'review' && record.authorId === person.id ? refused('selfReview') : found
  })
}
