import type { FocusEvent, KeyboardEvent } from 'react'
import { useLayoutEffect, useRef } from 'react'

const ROW = 'tr[data-row-key]'

/** The row that a key leads to, without the rows that antd uses for measuring. */
function neighbour(row: Element, key: string): HTMLElement | null {
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>(ROW) ?? [])]
  const at = rows.indexOf(row as HTMLElement)
  const places: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }
  return rows[places[key] ?? -1] ?? null
}

/** Keys on a row: arrows move between rows, Enter opens its first link, Space selects it. */
function handleRowKey(event: KeyboardEvent<HTMLElement>): void {
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

/** The focused row and its index. */
interface FocusedRow {
  row: Element
  table: Element | null
  at: number
}

/**
 * Props that make the rows of a table focusable: the first by Tab, the others by arrow keys. If newer rows remove the
 * focused row, the row in its place is focused.
 */
export function useRowKeys(rows: readonly unknown[] | undefined) {
  const focused = useRef<FocusedRow | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: newer rows are the occasion, not what is read
  useLayoutEffect(() => {
    const { row, table, at = 0 } = focused.current ?? {}
    if (!row || row.isConnected || document.activeElement !== document.body) return
    const shown = table?.querySelectorAll<HTMLElement>(ROW) ?? []
    shown[Math.min(at, shown.length - 1)]?.focus()
  }, [rows])
  return (_row: unknown, index: number | undefined) => ({
    tabIndex: index === 0 ? 0 : -1,
    onKeyDown: handleRowKey,
    onFocus: ({ currentTarget: row }: FocusEvent) => {
      focused.current = { row, table: row.closest('table'), at: index ?? 0 }
    },
    // A removed row fires no blur event: blur means that the user has moved the focus elsewhere.
    onBlur: () => {
      focused.current = null
    },
  })
}
