import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { allocate, halfUp, roundedParts, shareOf, sum } from './money.ts'

test('half a 分 is rounded away from zero, for both signs', () => {
  assert.equal(halfUp(1n, 2n), 1)
  assert.equal(halfUp(-1n, 2n), -1)
  assert.equal(halfUp(149n, 100n), 1)
  assert.equal(halfUp(-149n, 100n), -1)
  assert.equal(halfUp(0n, 7n), 0)
})

test('a share of an amount is exact where floating point is not', () => {
  assert.equal(shareOf(310_000, 10, 31), 100_000)
  assert.equal(shareOf(99_999_999_999, 9_999, 10_000), 99_989_999_999)
  assert.equal(shareOf(1_000_000_000_000, 10_000, 10_000), 1_000_000_000_000)
})

test('the sum of the parts is the whole, rounded once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: -10_000_000_000n, max: 10_000_000_000n }), { minLength: 1, maxLength: 12 }),
      fc.bigInt({ min: 1n, max: 366n }),
      (numerators, denominator) => {
        const expected = halfUp(
          numerators.reduce((total, one) => total + one, 0n),
          denominator,
        )
        assert.equal(sum(roundedParts(numerators, denominator)), expected)
      },
    ),
  )
})

test('the remainder of a division goes to the largest remainders, on a tie to the first', () => {
  assert.deepEqual(allocate(100, [1, 1, 1]), [34, 33, 33])
  assert.deepEqual(allocate(9_901, [295_000, 150_000, 0]), [6_564, 3_337, 0])
  assert.deepEqual(allocate(-100, [1, 1, 1]), [-34, -33, -33])
  assert.deepEqual(allocate(5, [0, 0]), [3, 2])
  assert.deepEqual(allocate(0, [3, 7]), [0, 0])
  assert.deepEqual(allocate(5, []), [])
})

test('a division loses no 分, and each part is less than one 分 from the exact share', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }),
      fc.array(fc.integer({ min: 0, max: 9_999_999_999 }), { minLength: 1, maxLength: 20 }),
      (amount, weights) => {
        const parts = allocate(amount, weights)
        assert.equal(sum(parts), amount)
        const total = BigInt(sum(weights))
        if (total === 0n) return
        parts.forEach((part, at) => {
          const off = BigInt(part) * total - BigInt(amount) * BigInt(weights[at] ?? 0)
          assert.ok(off > -total && off < total)
        })
      },
    ),
  )
})
