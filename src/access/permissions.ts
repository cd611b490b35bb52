/** The four roles of the specification (§6). A role 2 without a parent is a head, with one a member of that head's team. */
export const ROLES = { admin: 1, agent: 2, sales: 3, finance: 4 } as const

/** What a person is when it comes to rights: the role, with role 2 split into heads and members. */
export type Standing = 'admin' | 'head' | 'member' | 'sales' | 'finance'

/**
 * How far a permission reaches:
 * `company` rows of the own company (all companies for an admin of 001) ·
 * `team` what belongs to the head's team · `own` what is the person's own.
 */
export type Grant = 'company' | 'team' | 'own'

type Row = Partial<Record<Standing, Grant>>

/** The specification's table (§6), to the letter, with the reach of `design/domain.md`. */
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

/** Rights of our own, kept apart from the specification's. */
export const ownPermissions = {
  canReviewReimbursementBill: { admin: 'company', finance: 'company' },
  canReviewWorklog: { admin: 'company', head: 'team' },
} satisfies Record<string, Row>

export const permissions: Record<Permission, Row> = { ...specifiedPermissions, ...ownPermissions }

/** The name of a permission; a route or an endpoint whose rule is no such name is invalid. */
export type Permission = keyof typeof specifiedPermissions | keyof typeof ownPermissions

export const permissionNames = Object.keys(permissions) as Permission[]
