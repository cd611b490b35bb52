import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Actor, seesPay } from '#access/can.ts'
import { AppError } from '#kit/errors.ts'
import { assertHierarchy, assertMaySet, roleName } from './rules.ts'

const actor = (role: number, parentId: number | null = null): Actor => ({
  id: 10,
  role,
  parentId,
  companyCode: '001',
})

const refusal = (work: () => void) => {
  try {
    work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.data?.fields ? Object.keys(error.data.fields)[0] : error.code
  }
  return null
}

test('roleName: role 2 is a head without a parent and an agent with one', () => {
  assert.equal(roleName(2, null), '组长')
  assert.equal(roleName(2, 10), '客服')
  assert.equal(roleName(4, null), '财务')
  assert.equal(roleName(9, null), '未知')
})

test('seesPay: false for role 2, true for roles 1 and 4', () => {
  assert.equal(seesPay(actor(1)), true)
  assert.equal(seesPay(actor(4)), true)
  assert.equal(seesPay(actor(2)), false)
  assert.equal(seesPay(actor(2, 5)), false)
})

test('assertMaySet: a head may set neither role, parent, company nor pay; an admin may set all', () => {
  const fields = ['role', 'parentId', 'companyCode', 'baseSalaryCents', 'commissionRateBp', 'payeeCard']
  for (const field of fields) {
    assert.equal(
      refusal(() => assertMaySet(actor(2), { [field]: 1 })),
      'FORBIDDEN',
      field,
    )
    assert.equal(
      refusal(() => assertMaySet(actor(1), { [field]: 1 })),
      null,
      field,
    )
  }
  assert.equal(
    refusal(() => assertMaySet(actor(2), { name: '甲', mobile: null })),
    null,
  )
})

const agent = { role: 2, parentId: 5, companyCode: '001' }
const head = { id: 5, role: 2, parentId: null, companyCode: '001', status: 'active' }

test('assertHierarchy: only an agent has a parent, who is an active head of the same company', () => {
  const under = (parent: object) => refusal(() => assertHierarchy(agent, { ...head, ...parent }))
  assert.equal(under({}), null)
  assert.equal(under({ parentId: 4 }), 'parentId', 'depth is two')
  assert.equal(under({ role: 1 }), 'parentId')
  assert.equal(under({ companyCode: '002' }), 'parentId')
  assert.equal(under({ status: 'left' }), 'parentId')
  assert.equal(
    refusal(() => assertHierarchy(agent, undefined)),
    'parentId',
  )
  assert.equal(
    refusal(() => assertHierarchy({ ...agent, role: 3 }, head)),
    'parentId',
  )
})

test('assertHierarchy: a person cannot be their own head, and a head with members stays a head', () => {
  assert.equal(
    refusal(() => assertHierarchy({ ...agent, id: 5 }, head)),
    'parentId',
  )
  const leader = { id: 5, role: 2, parentId: null, companyCode: '001', memberCount: 2 }
  assert.equal(
    refusal(() => assertHierarchy(leader, undefined)),
    null,
  )
  assert.equal(
    refusal(() => assertHierarchy({ ...leader, role: 3 }, undefined)),
    'parentId',
  )
  assert.equal(
    refusal(() => assertHierarchy({ ...leader, parentId: 6 }, { ...head, id: 6 })),
    'parentId',
  )
})
