import { createContext, type ReactNode, use } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import * as z from 'zod'
import { useClient } from '#kit/clientContext.tsx'
import type { Position } from './detail/declare.tsx'
import { ignoreShownErrors } from './ignoreShownErrors.tsx'
import type { ListEndpoint } from './list/declare.tsx'

const Trail = z.object({
  /** The list's query, including its page. */
  query: z.record(z.string(), z.unknown()),
  /** The records of that page, in order. */
  ids: z.array(z.number()),
  total: z.number(),
  /** The list's query string, for the back link. */
  search: z.string(),
})

/** The list from which a record was opened; passed to the record's page in the state of the history entry. */
export type Trail = z.output<typeof Trail>

const TrailContext = createContext<Trail | null>(null)

/** Provides the links in a list's rows with the list's trail. */
export const TrailProvider = TrailContext.Provider

/**
 * A link from a row to the page of its record, which can then link to its neighbours in this list. A name keeps the
 * direction of its own characters, also on a mirrored page: `11 月报销`.
 */
export function RecordLink({ to, children }: { to: string; children: ReactNode }) {
  const trail = use(TrailContext)
  return (
    <Link to={to} state={trail && { trail }}>
      {typeof children === 'string' ? <bdi>{children}</bdi> : children}
    </Link>
  )
}

/** The trail of this page; null if the page was not opened from a list. */
export function useTrail(): Trail | null {
  const { state } = useLocation()
  return Trail.safeParse((state as { trail?: unknown } | null)?.trail).data ?? null
}

const Pages = z.object({ current: z.number(), pageSize: z.number() })

/**
 * A record's position in the list from which it was opened, and functions that open its neighbours; at the end of a
 * page the next page is fetched. Undefined if the page was not opened from that list.
 */
export function useNeighbours(endpoint: ListEndpoint, id: number): Position | undefined {
  const client = useClient()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const trail = useTrail()
  const at = trail?.ids.indexOf(id) ?? -1
  const pages = Pages.safeParse(trail?.query).data
  if (!trail || !pages || at < 0) return undefined
  const index = (pages.current - 1) * pages.pageSize + at + 1
  const open = (to: number | undefined, by: Trail) => {
    const path = pathname.slice(0, pathname.lastIndexOf('/') + 1)
    if (to !== undefined)
      void navigate({ pathname: path + to, search }, { replace: true, state: { trail: by } })
  }
  const go = async (step: 1 | -1) => {
    const neighbourId = trail.ids[at + step]
    if (neighbourId !== undefined) return open(neighbourId, trail)
    const query = { ...trail.query, current: pages.current + step }
    const answer = await client.call(endpoint, query as never)
    const ids = (answer.items as { id: number }[]).map((row) => row.id)
    open(step > 0 ? ids[0] : ids.at(-1), { ...trail, query, ids, total: answer.total })
  }
  const openerOf = (step: 1 | -1) => () => void go(step).catch(ignoreShownErrors)
  return {
    index,
    total: trail.total,
    ...(index > 1 && { onPrevious: openerOf(-1) }),
    ...(index < trail.total && { onNext: openerOf(1) }),
  }
}
