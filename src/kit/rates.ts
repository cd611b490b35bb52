/** a ÷ b for a ≥ 0, halves up; null where either is not known or b is 0. */
export function ratio(a: number | null, b: number | null): number | null {
  return a === null || b === null || b <= 0 ? null : Math.floor((2 * a + b) / (2 * b))
}

/** A rate in basis points; null where the denominator is 0 or something is not known. */
export function rateBp(numerator: number | null, denominator: number | null): number | null {
  return ratio(numerator === null ? null : numerator * 10_000, denominator)
}

/** By how much `now` is above `before`, in basis points of `before`, halves up; null where that has no answer. */
export function changeBp(now: number | null, before: number | null): number | null {
  const part = rateBp(now, before)
  return part === null ? null : part - 10_000
}

/** `a − b`; null where either is not known. */
export function difference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b
}

/** An average in seconds with one decimal, halves up, from hundredths of a second and their weight. */
export function secondsOf(totalCs: number | null, weight: number | null): number | null {
  const tenths = ratio(totalCs, weight === null ? null : weight * 10)
  return tenths === null ? null : tenths / 10
}

/** Σ of what is known; null where nothing is. */
export function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** Both sides of a comparison, Σ over those that are known on both; what a page's total says beside the whole list's. */
export function compare(pairs: readonly { now: number | null; before: number | null }[]) {
  const both = pairs.filter(({ now, before }) => now !== null && before !== null)
  const now = sumOf(both.map((pair) => pair.now))
  const before = sumOf(both.map((pair) => pair.before))
  return { now, before, changeBp: changeBp(now, before), pairs: both.length }
}

/** Σ/Σ over rows of one metric; a row without figures counts on neither side. */
export function sumRate(rows: readonly { numerator: number | null; denominator: number | null }[]): {
  numerator: number | null
  denominator: number | null
  rateBp: number | null
} {
  const known = rows.filter(({ numerator, denominator }) => numerator !== null && denominator !== null)
  const numerator = sumOf(known.map((row) => row.numerator))
  const denominator = sumOf(known.map((row) => row.denominator))
  return { numerator, denominator, rateBp: rateBp(numerator, denominator) }
}
