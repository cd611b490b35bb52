import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#kit/errors.ts'
import { Platform, Seat, ServiceType, StoreInput, StoreStatus } from './contract.ts'
import * as rules from './rules.ts'

const refusal = (work: () => void) => {
  try {
    work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [error.code, ...Object.keys(error.data?.fields ?? {})]
  }
  return null
}

test('every enum value of the contract has a Chinese name', () => {
  const pairs = [
    [Platform, rules.platformNames],
    [StoreStatus, rules.statusNames],
    [ServiceType, rules.serviceTypeNames],
    [Seat, rules.seatNames],
  ] as const
  for (const [schema, names] of pairs) {
    assert.deepEqual([...schema.options].sort(), Object.keys(names).sort())
  }
})

test('url accepts only http and https', () => {
  const base = { customerId: 1, platform: 'tmall', name: '店' }
  const parseUrl = (url: string) => StoreInput.safeParse({ ...base, url })
  for (const url of ['https://shop.example.com/1?a=b', 'http://example.com', ' https://example.com ']) {
    assert.equal(parseUrl(url).data?.url, url.trim())
  }
  assert.equal(parseUrl('').data?.url, null)
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'example.com',
    'http://',
  ]) {
    assert.equal(parseUrl(url).success, false, url)
  }
})

test('assertDays requires the trial day of a trial and the online day of a served store', () => {
  assert.equal(
    refusal(() => rules.assertDays({ status: 'pending' })),
    null,
  )
  assert.deepEqual(
    refusal(() => rules.assertDays({ status: 'trial', onlineOn: '2026-05-01' })),
    ['INVALID', 'trialOn'],
  )
  assert.deepEqual(
    refusal(() => rules.assertDays({ status: 'serving', trialOn: '2026-05-01' })),
    ['INVALID', 'onlineOn'],
  )
})

test('assertIdentityKept allows another customer or platform only before the service begins', () => {
  const before = { customerId: 1, platform: 'tmall' }
  const move = (status: string, after: Partial<typeof before>) =>
    refusal(() => rules.assertIdentityUnchanged({ ...before, status }, { ...before, ...after }))
  assert.equal(move('pending', { platform: 'jd' }), null)
  assert.equal(move('serving', {}), null)
  assert.deepEqual(move('serving', { platform: 'jd' }), ['WRONG_STATE'])
  assert.deepEqual(move('stopped', { customerId: 2 }), ['WRONG_STATE'])
})

test('assertLeader accepts only an active head of the company', () => {
  const head = { role: 2, parentId: null, companyCode: '001', status: 'active' }
  const of = (facts: object) => refusal(() => rules.assertLeader({ ...head, ...facts }, '001'))
  assert.equal(of({}), null)
  for (const wrong of [{ parentId: 3 }, { role: 1 }, { companyCode: '002' }, { status: 'disabled' }]) {
    assert.deepEqual(of(wrong), ['INVALID', 'leaderId'])
  }
})

test('assertCustomer accepts only a customer within reach, not lost, of the same company', () => {
  const customer = { companyCode: '001', status: 'active' }
  assert.equal(
    refusal(() => rules.assertCustomer(customer)),
    null,
  )
  const wrong = [
    () => rules.assertCustomer(undefined),
    () => rules.assertCustomer({ ...customer, status: 'churned' }),
    () => rules.assertCustomer(customer, '002'),
  ]
  for (const work of wrong) assert.deepEqual(refusal(work), ['INVALID', 'customerId'])
})
