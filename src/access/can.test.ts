import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from './can.ts'
import { can, hideCompany, hideRoleUpdate, hideStoreSalary, reachOf, standing } from './can.ts'
import type { Permission } from './permissions.ts'
import { ownPermissions, permissionNames, specifiedPermissions } from './permissions.ts'

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

/** Specification §6, written out by hand: who holds what. */
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

/** The reach of each (design/domain.md), where it is not the company: t the team, o the own. */
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

test('the table of permissions is the one of the specification, by name', () => {
  assert.deepEqual(Object.keys(specifiedPermissions).sort(), Object.keys(SPECIFIED).sort())
  assert.deepEqual(Object.keys(ownPermissions), ['canReviewReimbursementBill', 'canReviewWorklog'])
})

for (const [permission, holders] of Object.entries(SPECIFIED)) {
  test(`${permission}: ${holders}, each with the reach of the table`, () => {
    for (const [column, actor] of Object.entries(people)) {
      const holds = holders.split(' ').includes(column.replace('otherAdmin', 'admin'))
      const narrower = NARROWER[permission]?.[column as keyof typeof people]
      const reach = column === 'admin' ? 'all' : (narrower ?? 'company')
      assert.equal(reachOf(actor, permission as Permission), holds ? reach : null, column)
      assert.equal(can(actor, permission as Permission), holds, column)
    }
  })
}

test('our own rights: claims are reviewed by roles 1 and 4, logs by role 1 and the head', () => {
  const holders = (permission: Permission) =>
    Object.entries(people)
      .filter(([, actor]) => can(actor, permission))
      .map(([column]) => column)
  assert.deepEqual(holders('canReviewReimbursementBill'), ['admin', 'otherAdmin', 'finance'])
  assert.deepEqual(holders('canReviewWorklog'), ['admin', 'otherAdmin', 'head'])
})

test('nobody, no role and an unknown role: everything denied, pay and company hidden', () => {
  for (const actor of [null, undefined, person(null), person(0), person(5), person(9)]) {
    assert.equal(standing(actor), null)
    assert.deepEqual(
      permissionNames.filter((permission) => can(actor, permission)),
      [],
    )
    assert.equal(hideStoreSalary(actor), true)
    assert.equal(hideCompany(actor), true)
    assert.equal(hideRoleUpdate(actor), false)
  }
})

test('what is hidden: pay from role 2, companies from all but role 1 of 001, roles from a head', () => {
  const hidden = (rule: (actor: Actor) => boolean) =>
    Object.entries(people)
      .filter(([, actor]) => rule(actor))
      .map(([column]) => column)
  assert.deepEqual(hidden(hideStoreSalary), ['head', 'member'])
  assert.deepEqual(hidden(hideCompany), ['otherAdmin', 'head', 'member', 'sales', 'finance'])
  assert.deepEqual(hidden(hideRoleUpdate), ['head'])
})

test('a record of another company is reached by the admin of 001 alone', () => {
  const record = { companyCode: '003', ownerId: 9, headIds: [9], staffIds: [9] }
  for (const [column, actor] of Object.entries(people)) {
    assert.equal(can(actor, 'canReadStore', record), column === 'admin', column)
  }
})

test('within the company a record is reached by the reach: all of it, the team, the own', () => {
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
