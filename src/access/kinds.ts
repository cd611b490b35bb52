/** The kinds of record whose log can be read. */
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
] as const

export type AuditedKind = (typeof AUDITED_KINDS)[number]

/** The kinds of record that the audit log has lines of. A kind that is not listed does not compile. */
export type LoggedKind =
  | AuditedKind
  | 'audit'
  | 'bank-file'
  | 'bank-row'
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
  | 'stand-in'
  | 'statement-rule'
  | 'store-terms'
  | 'subscription'
  | 'view'
  | 'warning-threshold'
  | 'warning-week'
  | 'webhook'

/** The kinds of record whose access an admin can have explained: 谁能看到. */
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

/** The kinds of record that can be edited in bulk. */
export const BULK_KINDS = ['staff', 'customer', 'store'] as const

export type BulkKind = (typeof BULK_KINDS)[number]

/** The kinds of record that a sheet can bring. */
export const IMPORT_KINDS = [...BULK_KINDS, 'assignment', 'nick', 'opening'] as const

export type ImportKind = (typeof IMPORT_KINDS)[number]
