/** `a ÷ b`, rounded half up (−0.5 → 0); null if either is unknown or b ≤ 0. */
export function ratio(a: number | null, b: number | null): number | null {
  return a === null || b === null || b <= 0 ? null : Math.floor((2 * a + b) / (2 * b))
}

/**
 * A share of a whole in basis points, rounded half up; null if the whole is 0 or either is unknown. `rateBpSql` of
 * ratesSql.ts is the same in SQL.
 */
export function rateBp(numerator: number | null, denominator: number | null): number | null {
  return ratio(numerator === null ? null : numerator * 10_000, denominator)
}

/**
 * The change from `before` to `now` in basis points of |before|, rounded half up; null if either is unknown or `before`
 * is 0.
 */
export function changeBp(now: number | null | undefined, before: number | null | undefined): number | null {
  if (now == null || before == null) return null
  const part = rateBp(now, Math.abs(before))
  return part === null ? null : part - Math.sign(before) * 10_000
}

/** `a − b`; null if either is unknown. */
export function difference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b
}

/** A mean in seconds with one decimal, rounded half up, from a total in hundredths of a second and its weight. */
export function secondsOf(totalCs: number | null, weight: number | null): number | null {
  const tenths = ratio(totalCs, weight === null ? null : weight * 10)
  return tenths === null ? null : tenths / 10
}

/** Sum of the non-null values; null if there are none. */
export function sumOf(values: readonly (number | null)[]): number | null {
  const numbers = values.filter((value) => value !== null)
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0)
}

/** Sums both sides of a comparison over the pairs that have both values; for totals of a page and of the whole list. */
export function compare(pairs: readonly { now: number | null; before: number | null }[]) {
  const both = pairs.filter(({ now, before }) => now !== null && before !== null)
  const now = sumOf(both.map((pair) => pair.now))
  const before = sumOf(both.map((pair) => pair.before))
  return { now, before, changeBp: changeBp(now, before), pairs: both.length }
}

/** Σ numerator / Σ denominator over rows of one metric; rows without figures are ignored. */
export function sumRate(rows: readonly { numerator: number | null; denominator: number | null }[]): {
  numerator: number | null
  denominator: number | null
  rateBp: number | null
} {
  const complete = rows.filter(({ numerator, denominator }) => numerator !== null && denominator !== null)
  const numerator = sumOf(complete.map((row) => row.numerator))
  const denominator = sumOf(complete.map((row) => row.denominator))
  return { numerator, denominator, rateBp: rateBp(numerator, denominator) }
}
