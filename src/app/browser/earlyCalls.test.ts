import assert from 'node:assert/strict'
import { test } from 'node:test'
import { menu, screensOf } from '#app/routes.ts'
import { startup } from '#app/startupContract.ts'
import { customerBills } from '#billing/customer-bills/contract.ts'
import { customers } from '#clients/customers/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { claims } from '#finance/reimbursement-bills/contract.ts'
import { companies } from '#people/companies/contract.ts'
import { staff } from '#people/staff/contract.ts'
import { bell } from '#platform/notices/bellContract.ts'
import { preferences } from '#platform/preferences/contract.ts'
import { savedViews } from '#platform/saved-views/contract.ts'
import { home } from '#workspace/home/contract.ts'
import { firstCall, firstReads, screenCalls, startupCall, startupCalls } from './earlyCalls.ts'

const contracts = [
  startup.get,
  bell.unread,
  preferences.list,
  savedViews.list,
  companies.list,
  home.get,
  staff.list,
  customers.list,
  stores.list,
  customerBills.list,
  claims.list,
]

test('the early calls match their contracts', () => {
  const calls = [startupCall, ...Object.values(startupCalls), ...Object.values(screenCalls)]
  assert.equal(calls.length, contracts.length)
  for (const { endpoint, input } of calls) {
    const contract = contracts.find(({ path }) => path === endpoint.path)
    assert.ok(contract, endpoint.path)
    const { method, path, takes } = contract
    assert.deepEqual(endpoint, { method, path, takes })
    assert.ok(contract.input.safeParse(input).success, path)
  }
})

test('the early calls of screens belong to screens of the menu', () => {
  const paths = screensOf(menu).map(({ path }) => path)
  for (const path of Object.keys(screenCalls)) assert.ok(paths.includes(path), path)
})

const address = (pathname: string, search = '') => ({ pathname, search })
const [ADMIN, AGENT] = [1, 2]
const pathFor = (role: number, at: ReturnType<typeof address>) =>
  firstCall({ id: 1, role, companyCode: '002', parentId: 7 }, at)?.endpoint.path

test('a screen is read ahead only without filters and for users who may open it', () => {
  const at = address('/customer-bill-management')
  assert.equal(pathFor(ADMIN, at), '/api/customer-bills')
  assert.equal(pathFor(ADMIN, address('/customer-bill-management', '?status=draft')), undefined)
  assert.equal(pathFor(AGENT, at), undefined)
  assert.equal(pathFor(ADMIN, address('/')), '/api/home')
  assert.equal(pathFor(ADMIN, address('/customer-bill-management/3')), undefined)
})

test('the reads that the browser stores for its next visit are those that the user may send', () => {
  const reads = firstReads({ id: 1, role: AGENT, companyCode: '002', parentId: 7 })
  assert.equal(reads['/store-management'], '/api/stores?current=1&pageSize=20')
  assert.equal(reads['/customer-bill-management'], undefined)
  assert.equal(reads['/'], '/api/home')
})
