import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { halfUp, shareOf, sum, wholeParts } from './money.ts'

test('half a 分 goes away from zero, on both sides', () => {
  assert.equal(halfUp(1n, 2n), 1)
  assert.equal(halfUp(-1n, 2n), -1)
  assert.equal(halfUp(149n, 100n), 1)
  assert.equal(halfUp(-149n, 100n), -1)
  assert.equal(halfUp(0n, 7n), 0)
})

test('a share of an amount is exact where a fraction of a number would not be', () => {
  assert.equal(shareOf(310_000, 10, 31), 100_000)
  assert.equal(shareOf(99_999_999_999, 9_999, 10_000), 99_989_999_999)
  assert.equal(shareOf(1_000_000_000_000, 10_000, 10_000), 1_000_000_000_000)
})

test('parts lose no 分: their sum is that of the whole, rounded once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: -10_000_000_000n, max: 10_000_000_000n }), { minLength: 1, maxLength: 12 }),
      fc.bigInt({ min: 1n, max: 366n }),
      (numerators, denominator) => {
        const whole = halfUp(
          numerators.reduce((total, one) => total + one, 0n),
          denominator,
        )
        assert.equal(sum(wholeParts(numerators, denominator)), whole)
      },
    ),
  )
})
