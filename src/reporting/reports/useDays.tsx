import type { Day } from '#kit/calendar.ts'
import { useCall } from '#kit/query.tsx'
import type { ListEndpoint } from '#kit/ui/list/declare.tsx'

/** The days of a store, customer or agent for its drawer, newest first; at most 100. */
export function useDays<E extends ListEndpoint>(
  endpoint: E,
  of: Record<string, number>,
  { from, to }: { from: Day; to: Day },
) {
  const input = { ...of, from, to, sort: '-on', pageSize: 100 }
  return useCall(endpoint, input as never, { messagePlace: 'inPage' })
}
