/** The record kinds whose audit log can be read. */
export const AUDITED_KINDS = [
  'staff',
  'customer',
  'store',
  'churn',
  'worklog',
  'roster',
  'customer-bill',
  'reimbursement',
  'warning',
  'follow-up',
  'customer-note',
  'leave',
] as const

export type AuditedKind = (typeof AUDITED_KINDS)[number]

/** The record kinds that appear in the audit log. An unlisted kind does not compile. */
export type LoggedKind =
  | AuditedKind
  | 'audit'
  | 'bank-file'
  | 'bank-row'
  | 'clock-day'
  | 'clock-file'
  | 'clock-person'
  | 'clock-rule'
  | 'company'
  | 'customer-bill-batch'
  | 'customer-bill-run'
  | 'customer-threshold'
  | 'export'
  | 'figure'
  | 'figure-check'
  | 'figure-file'
  | 'figure-question'
  | 'holiday'
  | 'import'
  | 'import-alias'
  | 'import-setup'
  | 'leave-rule'
  | 'monthly-financial'
  | 'nick'
  | 'payroll'
  | 'promotion-period'
  | 'reimbursement-item'
  | 'reimbursement-rule'
  | 'rerate'
  | 'rerate-batch'
  | 'rerate-rule'
  | 'reveal-limit'
  | 'shift'
  | 'stand-in'
  | 'statement-rule'
  | 'store-need'
  | 'store-terms'
  | 'subscription'
  | 'view'
  | 'warning-threshold'
  | 'warning-week'
  | 'webhook'

/**
 * The record kinds that pickers offer, for each of which an empty picker says how one is added
 * (`app/browser/NoOptions.tsx`).
 */
export type OfferedKind =
  | 'customer'
  | 'store'
  | 'staff'
  | 'colleague'
  | 'stand-in'
  | 'bill'
  | 'import'
  | 'webhook'

/** The record kinds for which an admin can open the access explanation (谁能看到). */
export const EXPLAINED_KINDS = [
  'staff',
  'customer',
  'store',
  'churn',
  'warning',
  'worklog',
  'customer-bill',
  'reimbursement',
] as const

export type ExplainedKind = (typeof EXPLAINED_KINDS)[number]

/** The record kinds that support bulk edits. */
export const BULK_KINDS = ['staff', 'customer', 'store'] as const

export type BulkKind = (typeof BULK_KINDS)[number]

/** The record kinds that can be imported from a sheet. */
export const IMPORT_KINDS = [...BULK_KINDS, 'terms', 'assignment', 'nick', 'opening'] as const

export type ImportKind = (typeof IMPORT_KINDS)[number]
