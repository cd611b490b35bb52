import type { MonthPart } from './contract.ts'

interface PartsQuery {
  keyword?: string | undefined
  current: number
  pageSize: number
  sort?: string | undefined
}

type Figure = 'grossCents' | 'marginBp' | 'revenueCents'

/** Page of the parts whose name or parent's name contains the keyword; default order: gross, ascending. */
export function pageOfParts(
  parts: readonly MonthPart[],
  query: PartsQuery,
): { items: MonthPart[]; total: number } {
  const word = query.keyword?.toLowerCase()
  const found = word
    ? parts.filter(({ name, under }) => `${name}\n${under ?? ''}`.toLowerCase().includes(word))
    : parts
  const sort = query.sort ?? 'grossCents'
  const figure = sort.replace(/^-/, '') as Figure
  const direction = sort.startsWith('-') ? -1 : 1
  const from = (query.current - 1) * query.pageSize
  return {
    items: found
      .toSorted((a, b) => compareNullable(a[figure], b[figure], direction) || a.id - b.id)
      .slice(from, from + query.pageSize),
    total: found.length,
  }
}

/** Null figures come last in both directions. */
function compareNullable(a: number | null, b: number | null, direction: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return direction * (a - b)
}
