/** The roles of the specification (§6). Role 2 without a parent is a head; with one, a member of that head's team. */
export const ROLES = { admin: 1, agent: 2, sales: 3, finance: 4 } as const

/** A person's effective role: the role, with role 2 split into heads and members. */
export type EffectiveRole = 'admin' | 'head' | 'member' | 'sales' | 'finance'

/**
 * The reach of a permission:
 * `company` records of the actor's own company (all companies for an admin of 001) ·
 * `team` records of the head's team · `own` the actor's own records.
 */
export type Grant = 'company' | 'team' | 'own'

type Row = Partial<Record<EffectiveRole, Grant>>

/** The specification's permission table (§6), unchanged, with the reaches of `design/domain.md`. */
export const specifiedPermissions = {
  canAdmin: { admin: 'company' },
  canManageUser: { admin: 'company', head: 'team' },
  canReadCustomer: { admin: 'company', head: 'team', sales: 'own', finance: 'company' },
  canUpdateCustomer: { admin: 'company', sales: 'own', finance: 'company' },
  canTransferCustomer: { admin: 'company', sales: 'own' },
  canChargeCustomer: { admin: 'company', finance: 'company' },
  canWarningCustomer: { admin: 'company', head: 'team', finance: 'company' },
  canReadStore: { admin: 'company', head: 'team', member: 'own', sales: 'own', finance: 'company' },
  canReadStopStore: { admin: 'company', sales: 'own', finance: 'company' },
  canUpdateStore: { admin: 'company', sales: 'own', finance: 'company' },
  canReportWorklog: { admin: 'company', head: 'team', member: 'own' },
  canAssignStore: { admin: 'company', head: 'team', member: 'own' },
  canReportReimbursementBill: {
    admin: 'company',
    head: 'own',
    member: 'own',
    sales: 'own',
    finance: 'company',
  },
  canManageMonthlyFinancial: { admin: 'company' },
} satisfies Record<string, Row>

/** Permissions that we added; kept separate from the specification's. */
export const addedPermissions = {
  canReviewReimbursementBill: { admin: 'company', finance: 'company' },
  canReviewWorklog: { admin: 'company', head: 'team' },
} satisfies Record<string, Row>

export const permissions: Record<Permission, Row> = { ...specifiedPermissions, ...addedPermissions }

/** A permission name; a route or endpoint that names another is invalid. */
export type Permission = keyof typeof specifiedPermissions | keyof typeof addedPermissions

export const permissionNames = Object.keys(permissions) as Permission[]
