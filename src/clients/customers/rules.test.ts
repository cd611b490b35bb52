import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Actor } from '#access/can.ts'
import { AppError } from '#kit/errors.ts'
import {
  assertContract,
  assertMayOwn,
  assertOwner,
  isRenewable,
  isValidUscc,
  nextContract,
  warningsOf,
} from './rules.ts'

const TRUE_CODES = ['91330100799655058B', '9144030071526726XG']
const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'

test('usccHolds accepts codes from the public registry', () => {
  for (const code of TRUE_CODES) assert.equal(isValidUscc(code), true, code)
})

test('usccHolds rejects every code with one mistyped character', () => {
  const mistake = fc.tuple(fc.constantFrom(...TRUE_CODES), fc.nat({ max: 17 }), fc.constantFrom(...ALPHABET))
  fc.assert(
    fc.property(mistake, ([code, at, character]) => {
      fc.pre(code[at] !== character)
      assert.equal(isValidUscc(code.slice(0, at) + character + code.slice(at + 1)), false)
    }),
  )
})

test('usccHolds rejects a wrong length, a letter outside the alphabet and an empty text', () => {
  for (const code of ['', '91330100799655058', '91330100799655058BB', '9133010079965505IB']) {
    assert.equal(isValidUscc(code), false, code)
  }
})

test('warningsOf warns of a doubtful code, not of a correct or missing one', () => {
  assert.equal(warningsOf({ uscc: '913301007996550580' }).length, 1)
  assert.deepEqual(warningsOf({ uscc: '91330100799655058B' }), [])
  assert.deepEqual(warningsOf({ uscc: null }), [])
})

const refusal = (work: () => void) => {
  let thrown: unknown
  try {
    work()
  } catch (error) {
    thrown = error
  }
  return thrown instanceof AppError ? [thrown.code, ...Object.keys(thrown.data?.fields ?? {})] : thrown
}

test('assertContract requires both days of an active customer, and an end not before the start', () => {
  const day = (contractStartOn: string | null, contractEndOn: string | null, status = 'trial') =>
    refusal(() => assertContract({ status, contractStartOn, contractEndOn }))
  assert.equal(day(null, null), undefined)
  assert.equal(day('2026-01-01', '2026-01-01', 'active'), undefined)
  assert.deepEqual(day('2026-01-02', '2026-01-01'), ['INVALID', 'contractEndOn'])
  assert.deepEqual(day(null, '2026-01-01', 'active'), ['INVALID', 'contractStartOn'])
  assert.deepEqual(day('2026-01-01', null, 'active'), ['INVALID', 'contractEndOn'])
})

test('assertMayOwn: sales create customers for themselves, finance and admins for others within their reach', () => {
  const actor = (role: number, companyCode = '001'): Actor => ({ id: 7, role, parentId: null, companyCode })
  const of = (who: Actor, ownerId: number, companyCode = '001') =>
    refusal(() => assertMayOwn(who, { companyCode, ownerId }))
  assert.equal(of(actor(3), 7), undefined)
  assert.deepEqual(of(actor(3), 8), ['FORBIDDEN'])
  assert.equal(of(actor(4), 8), undefined)
  assert.equal(of(actor(1), 8, '002'), undefined)
  assert.deepEqual(of(actor(1, '002'), 8, '001'), ['FORBIDDEN'])
})

test('assertOwner accepts an active sales person or admin of the company', () => {
  const owner = { id: 7, role: 3, companyCode: '001', status: 'active' }
  const of = (facts: Partial<typeof owner>) => refusal(() => assertOwner({ ...owner, ...facts }, '001'))
  assert.equal(of({}), undefined)
  assert.equal(of({ role: 1 }), undefined)
  for (const wrong of [{ role: 2 }, { role: 4 }, { status: 'left' }, { companyCode: '002' }]) {
    assert.deepEqual(of(wrong), ['INVALID', 'ownerId'])
  }
  assert.deepEqual(
    refusal(() => assertOwner(undefined, '001')),
    ['INVALID', 'ownerId'],
  )
})

test('the next contract begins on the day after the end and is as long as the present one', () => {
  const next = (contractStartOn: string | null, contractEndOn: string | null) =>
    Object.values(nextContract({ contractStartOn, contractEndOn }))
  assert.deepEqual(next('2025-06-01', '2026-05-31'), ['2026-06-01', '2027-05-31'])
  assert.deepEqual(next('2026-02-15', '2026-05-14'), ['2026-05-15', '2026-08-14'])
  // 100 days are no whole months.
  assert.deepEqual(next('2026-01-01', '2026-04-10'), ['2026-04-11', '2026-07-19'])
  // A year with a leap day has 366.
  assert.deepEqual(next('2024-02-29', '2025-02-28'), ['2025-03-01', '2026-03-01'])
  assert.deepEqual(next(null, '2026-05-31'), ['2026-06-01', '2027-05-31'])
  assert.deepEqual(next(null, null), [null, null])
})

test('a contract can be renewed from 60 days before its end, unless the customer has churned', () => {
  const renewable = (contractEndOn: string | null, status = 'active') =>
    isRenewable({ status, contractStartOn: null, contractEndOn }, '2026-05-19')
  assert.deepEqual([renewable('2026-07-18'), renewable('2026-07-19')], [true, false])
  assert.deepEqual([renewable('2026-05-01'), renewable('2026-05-01', 'churned')], [true, false])
  assert.equal(renewable(null), false)
})
