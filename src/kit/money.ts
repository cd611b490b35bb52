/**
 * The only place where amounts are rounded. Half a 分 is rounded away from zero, so that a refund mirrors what was
 * billed. Calculated with BigInt, so that nothing is lost.
 */

/** `numerator ÷ denominator` as an integer, half rounded away from zero. The denominator must be positive. */
export function halfUp(numerator: bigint, denominator: bigint): number {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return Number(numerator < 0n ? -rounded : rounded)
}

/**
 * `amount × parts ÷ whole`, as in `shareOf(310_000, 10, 31)`; in the unit of the amount, half rounded away from zero.
 */
export function shareOf(amount: number, parts: number, total: number): number {
  return halfUp(BigInt(amount) * BigInt(parts), BigInt(total))
}

/**
 * Rounds fractions with one denominator to integers whose sum is the rounded sum of the fractions: each is rounded
 * separately, and the last takes the remainder.
 */
export function roundedParts(numerators: readonly bigint[], denominator: bigint): number[] {
  const parts = numerators.map((numerator) => halfUp(numerator, denominator))
  const total = halfUp(
    numerators.reduce((sum, numerator) => sum + numerator, 0n),
    denominator,
  )
  const before = sum(parts.slice(0, -1))
  return parts.map((part, index) => (index === parts.length - 1 ? total - before : part))
}

/**
 * Like `roundedParts`, but rounds the running sum: the first n parts add up to their exact sum, rounded once, and no part
 * has another sign than its numerator. For shares of several people, so that none of them takes the whole remainder.
 */
export function runningParts(numerators: readonly bigint[], denominator: bigint): number[] {
  let running = 0n
  return numerators.map((numerator) => {
    const before = halfUp(running, denominator)
    running += numerator
    return halfUp(running, denominator) - before
  })
}

/**
 * Divides an amount by weights without loss (largest remainder: each gets the integer part of its share; the rest goes
 * one by one to the largest remainders, on a tie to the first). Weights must not be negative; if all are 0 they count
 * as equal. Without weights the result is empty.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const total = BigInt(sum(weights))
  if (weights.length === 0) return []
  if (total === 0n) {
    return allocate(
      amount,
      weights.map(() => 1),
    )
  }
  const size = BigInt(Math.abs(amount))
  const shares = weights.map((weight, at) => {
    const share = size * BigInt(weight)
    return { at, integerPart: Number(share / total), rest: share % total }
  })
  const left = Number(size) - sum(shares.map(({ integerPart }) => integerPart))
  const byLoss = shares.toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest < b.rest ? 1 : -1))
  for (const share of byLoss.slice(0, left)) share.integerPart += 1
  return shares.map(({ integerPart }) => (amount < 0 && integerPart > 0 ? -integerPart : integerPart))
}

/** The sum of amounts. */
export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
