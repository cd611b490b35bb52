/** If a complete test takes too long, a push runs a part of it; `npm run test:long` sets TRY=all. */
export const triesAll = process.env.TRY === 'all'

/** FNV-1a: deterministic, and evenly distributed. */
export function hashOf(key: string): number {
  return [...key].reduce((hash, sign) => Math.imul(hash ^ sign.charCodeAt(0), 0x01000193) >>> 0, 0x811c9dc5)
}

/**
 * About one in `share` entries, at least one, chosen by a hash of their names so that every run tests the same ones;
 * with TRY=all every entry.
 */
export function shareOf<T>(entries: readonly (readonly [string, T])[], share: number) {
  if (triesAll) return entries
  const chosen = entries.filter(([name]) => hashOf(name) % share === 0)
  return chosen.length > 0 ? chosen : entries.slice(0, 1)
}
