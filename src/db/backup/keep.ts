const HOUR_MS = 60 * 60_000

/** How many of the newest hours, days and weeks that have a backup keep one: the last of each. */
const KEPT = [
  { count: 24, ms: HOUR_MS },
  { count: 7, ms: 24 * HOUR_MS },
  { count: 4, ms: 7 * 24 * HOUR_MS },
]

const NAME = /^houtai-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.gz$/

/** What a backup made at an instant is called: `houtai-2026-05-19T04-00-00Z.gz`. */
export function backupName(at: Date): string {
  return `houtai-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.gz`
}

/** When a backup was made, by its name, as ms since 1970; null where a file is none of ours. */
export function madeAt(name: string): number | null {
  const found = NAME.exec(name)
  return found ? Date.parse(`${found[1]}T${found[2]}:${found[3]}:${found[4]}Z`) : null
}

/** Which files may go; what has another name is never ours to delete. */
export function outlived(names: readonly string[]): string[] {
  const ours = names
    .map((name) => ({ name, at: madeAt(name) }))
    .filter((file): file is { name: string; at: number } => file.at !== null)
    .sort((a, b) => b.at - a.at)
  const kept = new Set<string>()
  for (const { count, ms } of KEPT) {
    const spans = new Map<number, string>()
    for (const { name, at } of ours) {
      const span = Math.floor(at / ms)
      if (!spans.has(span) && spans.size < count) spans.set(span, name)
    }
    for (const name of spans.values()) kept.add(name)
  }
  return ours.map(({ name }) => name).filter((name) => !kept.has(name))
}
