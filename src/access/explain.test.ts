import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Actor, can } from './can.ts'
import { explain } from './explain.ts'
import { permissionNames } from './permissions.ts'

const person = (role: number | null, parentId: number | null = null, companyCode = '001'): Actor => ({
  id: 9,
  role,
  parentId,
  companyCode,
})

test('explain() returns the deciding fact for each effective role', () => {
  const record = { companyCode: '001', ownerId: 8, headIds: [7], staffIds: [6] }
  const why = (actor: Actor, facts: object = {}) =>
    explain(actor, 'canReadStore', { ...record, ...facts }).because
  assert.equal(why(person(1)), 'everything')
  assert.equal(why(person(1, null, '002')), 'otherCompany')
  assert.equal(why(person(4)), 'company')
  assert.equal(why(person(2)), 'notTeam')
  assert.equal(why(person(2), { headIds: [9] }), 'team')
  assert.equal(why(person(2, 7)), 'notOwn')
  assert.equal(why(person(2, 7), { staffIds: [9] }), 'assigned')
  assert.equal(why(person(3), { ownerId: 9 }), 'owner')
  assert.equal(why(person(null)), 'noPermission')
})

test('explain() agrees with can() for every permission, effective role and record', () => {
  const actors = [1, 2, 3, 4, 9, null].flatMap((role) =>
    ['001', '002'].flatMap((company) => [person(role, null, company), person(role, 7, company)]),
  )
  const records = [{}, { ownerId: 9 }, { headIds: [9] }, { staffIds: [9] }, { ownerId: 8, headIds: [8] }]
  for (const permission of permissionNames) {
    for (const actor of actors) {
      for (const facts of records) {
        const record = { companyCode: '001', ...facts }
        assert.equal(explain(actor, permission, record).allowed, can(actor, permission, record))
      }
    }
  }
})
