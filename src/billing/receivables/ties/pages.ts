import { sum } from '#kit/money.ts'

interface PageQuery {
  keyword?: string | undefined
  current: number
  pageSize: number
  sort?: string | undefined
}

/**
 * Filters rows by name, sorts by the requested figure (default: id) and cuts a page; `found` has all filtered rows.
 * Done in memory, because the rows of closed months come from JSON snapshots.
 */
export function pageOfRows<R extends { id: number; name: string }>(
  rows: readonly R[],
  { keyword, current, pageSize, sort = 'id' }: PageQuery,
): { found: R[]; items: R[]; total: number } {
  const word = keyword?.toLowerCase()
  const found = rows.filter(({ name }) => word === undefined || name.toLowerCase().includes(word))
  const field = sort.replace(/^-/, '') as keyof R
  const direction = sort.startsWith('-') ? -1 : 1
  const from = (current - 1) * pageSize
  const items = found
    .toSorted((a, b) => direction * (Number(a[field]) - Number(b[field]) || a.id - b.id))
    .slice(from, from + pageSize)
  return { found, items, total: found.length }
}

/** Sums of the figures over the rows. */
export function sumsOf<K extends string>(
  rows: readonly Record<K, number>[],
  figures: readonly K[],
): Record<K, number> {
  const sums = figures.map((figure) => [figure, sum(rows.map((row) => row[figure]))])
  return Object.fromEntries(sums) as Record<K, number>
}
