import type { Day } from '#kit/calendar.ts'
import { useCall } from '#kit/query.tsx'
import type { ListEndpoint, Row } from '#kit/ui/list/declare.tsx'

/** The days of one of those that a report speaks of, the newest first, as its drawer shows them. */
export function useDays<E extends ListEndpoint>(
  endpoint: E,
  of: Record<string, number>,
  { from, to }: { from: Day; to: Day },
) {
  const input = { ...of, from, to, sort: '-on', pageSize: 100 }
  const { data, error, refetch } = useCall(endpoint, input as never, { skipErrorHandler: true })
  return {
    rows: data?.items as Row<E>[] | undefined,
    total: data?.total ?? 0,
    error: data ? null : error,
    retry: () => void refetch(),
  }
}
