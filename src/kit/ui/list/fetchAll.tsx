import type { Client } from '#kit/client.ts'
import type { Answer, ListEndpoint, Row } from './declare.tsx'

/** Maximum number of rows that are exported or selected together. */
export const MAX_ROWS = 5_000
const PAGE_SIZE = 100

interface Options<E extends ListEndpoint> {
  onProgress?: (fetched: number, all: number) => void
  /** Called with each page's response, which contains the totals. */
  onAnswer?: (answer: Answer<E>) => void
  /** Aborts; the call then throws the signal's reason. */
  signal?: AbortSignal
}

/** All rows of a list's query in its order, fetched page by page; at most `MAX_ROWS`. */
export async function fetchAll<E extends ListEndpoint>(
  client: Client,
  endpoint: E,
  query: Record<string, unknown>,
  { onProgress, onAnswer, signal }: Options<E> = {},
): Promise<Row<E>[]> {
  const rows: Row<E>[] = []
  for (let current = 1; rows.length < MAX_ROWS; current += 1) {
    const input = { ...query, current, pageSize: PAGE_SIZE }
    const answer = await client.call(endpoint, input as never, { signal })
    const { items, total } = answer
    onAnswer?.(answer)
    rows.push(...items)
    onProgress?.(rows.length, total)
    if (rows.length >= total || items.length === 0) break
  }
  return rows.slice(0, MAX_ROWS)
}
