import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Actor,
  can,
  effectiveRole,
  hideCompany,
  hideRoleUpdate,
  hideStoreSalary,
  reachOf,
} from './can.ts'
import { addedPermissions, type Permission, permissionNames, specifiedPermissions } from './permissions.ts'

const person = (role: number | null, parentId: number | null = null, companyCode = '001', id = 9): Actor => ({
  id,
  role,
  parentId,
  companyCode,
})

const people = {
  admin: person(1),
  otherAdmin: person(1, null, '002'),
  head: person(2),
  member: person(2, 4),
  sales: person(3),
  finance: person(4),
}

/** Specification §6, copied by hand: the columns that hold each permission. */
const SPECIFIED: Record<string, string> = {
  canAdmin: 'admin',
  canManageUser: 'admin head',
  canReadCustomer: 'admin head sales finance',
  canUpdateCustomer: 'admin sales finance',
  canTransferCustomer: 'admin sales',
  canChargeCustomer: 'admin finance',
  canWarningCustomer: 'admin head finance',
  canReadStore: 'admin head member sales finance',
  canReadStopStore: 'admin sales finance',
  canUpdateStore: 'admin sales finance',
  canReportWorklog: 'admin head member',
  canAssignStore: 'admin head member',
  canReportReimbursementBill: 'admin head member sales finance',
  canManageMonthlyFinancial: 'admin',
}

/** The reaches (design/domain.md) that are narrower than the company. */
const NARROWER: Record<string, Partial<Record<keyof typeof people, 'team' | 'own'>>> = {
  canManageUser: { head: 'team' },
  canReadCustomer: { head: 'team', sales: 'own' },
  canUpdateCustomer: { sales: 'own' },
  canTransferCustomer: { sales: 'own' },
  canWarningCustomer: { head: 'team' },
  canReadStore: { head: 'team', member: 'own', sales: 'own' },
  canReadStopStore: { sales: 'own' },
  canUpdateStore: { sales: 'own' },
  canReportWorklog: { head: 'team', member: 'own' },
  canAssignStore: { head: 'team', member: 'own' },
  canReportReimbursementBill: { head: 'own', member: 'own', sales: 'own' },
}

test('the permission table contains the names of the specification and two of our own', () => {
  assert.deepEqual(Object.keys(specifiedPermissions).sort(), Object.keys(SPECIFIED).sort())
  assert.deepEqual(Object.keys(addedPermissions), ['canReviewReimbursementBill', 'canReviewWorklog'])
})

for (const [permission, holders] of Object.entries(SPECIFIED)) {
  test(`${permission} is granted to ${holders}, with the reach of the table`, () => {
    for (const [column, actor] of Object.entries(people)) {
      const holds = holders.split(' ').includes(column.replace('otherAdmin', 'admin'))
      const narrower = NARROWER[permission]?.[column as keyof typeof people]
      const reach = column === 'admin' ? 'all' : (narrower ?? 'company')
      assert.equal(reachOf(actor, permission as Permission), holds ? reach : null, column)
      assert.equal(can(actor, permission as Permission), holds, column)
    }
  })
}

test('our own permissions: roles 1 and 4 review reimbursement claims, role 1 and heads review work logs', () => {
  const holders = (permission: Permission) =>
    Object.entries(people)
      .filter(([, actor]) => can(actor, permission))
      .map(([column]) => column)
  assert.deepEqual(holders('canReviewReimbursementBill'), ['admin', 'otherAdmin', 'finance'])
  assert.deepEqual(holders('canReviewWorklog'), ['admin', 'otherAdmin', 'head'])
})

test('without an actor or a known role all permissions are denied, and pay and company are hidden', () => {
  for (const actor of [null, undefined, person(null), person(0), person(5), person(9)]) {
    assert.equal(effectiveRole(actor), null)
    assert.deepEqual(
      permissionNames.filter((permission) => can(actor, permission)),
      [],
    )
    assert.equal(hideStoreSalary(actor), true)
    assert.equal(hideCompany(actor), true)
    assert.equal(hideRoleUpdate(actor), false)
  }
})

test('pay is hidden from role 2, companies from all but role 1 of 001, and the role field from heads', () => {
  const hidden = (rule: (actor: Actor) => boolean) =>
    Object.entries(people)
      .filter(([, actor]) => rule(actor))
      .map(([column]) => column)
  assert.deepEqual(hidden(hideStoreSalary), ['head', 'member'])
  assert.deepEqual(hidden(hideCompany), ['otherAdmin', 'head', 'member', 'sales', 'finance'])
  assert.deepEqual(hidden(hideRoleUpdate), ['head'])
})

test('only an admin of 001 reaches a record of another company', () => {
  const record = { companyCode: '003', ownerId: 9, headIds: [9], staffIds: [9] }
  for (const [column, actor] of Object.entries(people)) {
    assert.equal(can(actor, 'canReadStore', record), column === 'admin', column)
  }
})

test('within a company access follows the reach: company, team or own', () => {
  const reaches = (actor: Actor, facts: object) =>
    can(actor, 'canReadStore', { companyCode: '001', ...facts })
  assert.equal(reaches(people.finance, {}), true)
  assert.equal(reaches(people.head, { headIds: [9] }), true)
  assert.equal(reaches(people.head, { headIds: [8], staffIds: [9] }), false)
  assert.equal(reaches(people.member, { staffIds: [7, 9] }), true)
  assert.equal(reaches(people.member, { headIds: [9] }), false)
  assert.equal(reaches(people.sales, { ownerId: 9 }), true)
  assert.equal(reaches(people.sales, { ownerId: 8 }), false)
  assert.equal(reaches(people.sales, {}), false)
})
