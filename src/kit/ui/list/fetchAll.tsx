import type { Client } from '#kit/client.ts'
import type { ListEndpoint, Row } from './declare.tsx'

/** More is neither exported nor selected at once. */
export const MOST_ROWS = 5_000
const PAGE_SIZE = 100

/** Every row of a list's query, page by page in its order, at most `MOST_ROWS`. */
export async function fetchAll<E extends ListEndpoint>(
  client: Client,
  endpoint: E,
  query: Record<string, unknown>,
  onProgress?: (fetched: number) => void,
): Promise<Row<E>[]> {
  const rows: Row<E>[] = []
  for (let current = 1; rows.length < MOST_ROWS; current += 1) {
    const input = { ...query, current, pageSize: PAGE_SIZE }
    const { items, total } = await client.call(endpoint, input as never)
    rows.push(...items)
    onProgress?.(rows.length)
    if (rows.length >= total || items.length === 0) break
  }
  return rows.slice(0, MOST_ROWS)
}
