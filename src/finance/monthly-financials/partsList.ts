import type { MonthPart } from './contract.ts'

interface Asked {
  keyword?: string | undefined
  current: number
  pageSize: number
  sort?: string | undefined
}

type Figure = 'grossCents' | 'marginBp' | 'revenueCents'

/** Page of the parts whose name or parent's name contains the keyword; default order: gross, ascending. */
export function pageOfParts(
  parts: readonly MonthPart[],
  asked: Asked,
): { items: MonthPart[]; total: number } {
  const word = asked.keyword?.toLowerCase()
  const found = word
    ? parts.filter(({ name, under }) => `${name}\n${under ?? ''}`.toLowerCase().includes(word))
    : parts
  const sort = asked.sort ?? 'grossCents'
  const figure = sort.replace(/^-/, '') as Figure
  const direction = sort.startsWith('-') ? -1 : 1
  const from = (asked.current - 1) * asked.pageSize
  return {
    items: found
      .toSorted((a, b) => compared(a[figure], b[figure], direction) || a.id - b.id)
      .slice(from, from + asked.pageSize),
    total: found.length,
  }
}

/** Null figures come last in both directions. */
function compared(a: number | null, b: number | null, direction: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return direction * (a - b)
}
