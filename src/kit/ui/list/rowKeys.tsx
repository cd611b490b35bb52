import type { KeyboardEvent } from 'react'

/** The row before or behind, over those that only measure. */
function neighbour(row: Element, key: string): HTMLElement | null {
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>('tr[data-row-key]') ?? [])]
  const at = rows.indexOf(row as HTMLElement)
  const places: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }
  return rows[places[key] ?? -1] ?? null
}

/** Keys on a row: arrows move between rows, Enter opens what its first link leads to, Space selects it. */
function pressed(event: KeyboardEvent<HTMLElement>): void {
  const row = event.currentTarget
  if (event.target !== row) return
  const { key } = event
  if (key === 'Enter') row.querySelector<HTMLElement>('a, .row-links button')?.click()
  else if (key === ' ') row.querySelector<HTMLElement>('input[type="checkbox"]')?.click()
  else if (key === 'ArrowDown' || key === 'ArrowUp' || key === 'Home' || key === 'End')
    neighbour(row, key)?.focus()
  else return
  event.preventDefault()
}

/** What makes the rows of a table reachable: the first by Tab, the others from there. */
export function rowKeys(_row: unknown, index: number | undefined) {
  return { tabIndex: index === 0 ? 0 : -1, onKeyDown: pressed }
}
