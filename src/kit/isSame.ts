/** Whether two values are equal as JSON, as they are stored and sent; a missing value equals null. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
