/**
 * Sums of money that are not whole: the only place where an amount is rounded. Half a 分 goes away from zero, so that what
 * is given back mirrors what was billed. Worked in whole numbers of any length: nothing is lost on the way.
 */

/** The fraction as a whole number, half rounded away from zero. The denominator is positive. */
export function halfUp(numerator: bigint, denominator: bigint): number {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return Number(numerator < 0n ? -rounded : rounded)
}

/** So many parts of a whole of an amount: `shareOf(310_000, 10, 31)`; in the unit of the amount, half up. */
export function shareOf(amount: number, parts: number, whole: number): number {
  return halfUp(BigInt(amount) * BigInt(parts), BigInt(whole))
}

/**
 * Fractions of one denominator as whole numbers whose sum is that of all of them, rounded once: each is rounded by
 * itself, and the last takes the remainder.
 */
export function wholeParts(numerators: readonly bigint[], denominator: bigint): number[] {
  const parts = numerators.map((numerator) => halfUp(numerator, denominator))
  const total = halfUp(
    numerators.reduce((sum, numerator) => sum + numerator, 0n),
    denominator,
  )
  const before = sum(parts.slice(0, -1))
  return parts.map((part, index) => (index === parts.length - 1 ? total - before : part))
}

/**
 * The same by rounding the running sum: the first few parts together are what they come to, rounded once, and no part has
 * another sign than its numerator. For shares among several people, none of whom is to carry all that is left over.
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
 * An amount among several by their weights, whole and without loss (largest remainder: each gets the whole part of its
 * share; what is left over goes one by one to those that lost most, of equals to the first). Weights are not negative;
 * where all are 0 they count alike. Nobody to divide among: nothing comes back.
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
    return { at, whole: Number(share / total), rest: share % total }
  })
  const left = Number(size) - sum(shares.map(({ whole }) => whole))
  const byLoss = shares.toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest < b.rest ? 1 : -1))
  for (const share of byLoss.slice(0, left)) share.whole += 1
  return shares.map(({ whole }) => (amount < 0 && whole > 0 ? -whole : whole))
}

/** The sum of amounts. */
export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
