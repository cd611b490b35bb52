import type * as z from 'zod'
import type { Endpoint, Need } from '#kit/contract.ts'
import { useCall } from '#kit/query.tsx'
import { shapeOf } from '#kit/shape.ts'

export interface Option {
  id: number
  name: string
}

/** An endpoint that answers numbers and names: `Option[]`, or a page of them. */
export type OptionsEndpoint = Endpoint<Need, z.ZodType, z.ZodType<Option[] | { items: Option[] }>>

interface Found {
  options: Option[]
  loading: boolean
  error: Error | null
  /** The endpoint itself searches; otherwise what it answers is all there is. */
  searches: boolean
  retry: () => void
}

const KEEP_MS = 60_000

/** What an options endpoint offers for a keyword, and the names of those already chosen where it can be asked by id. */
export function useOptions(
  endpoint: OptionsEndpoint,
  query: Record<string, unknown>,
  keyword: string,
  chosen: readonly number[],
): Found {
  const shape = shapeOf(endpoint.input)
  const searches = 'keyword' in shape
  const wanted = searches ? keyword.trim() : ''
  const offered = useCall(endpoint, wanted ? { ...query, keyword: wanted } : query, {
    staleTime: KEEP_MS,
    keepRows: true,
    messagePlace: 'inPage',
  })
  const options = listOf(offered.data)
  const unnamed = chosen.filter((id) => !options.some((option) => option.id === id))
  const named = useCall(
    endpoint,
    { ...query, id: unnamed },
    { staleTime: KEEP_MS, enabled: 'id' in shape && unnamed.length > 0, messagePlace: 'inPage' },
  )
  return {
    options: unique([...options, ...(unnamed.length > 0 ? listOf(named.data) : [])]),
    loading: offered.isFetching,
    error: offered.error ?? named.error,
    searches,
    retry: () => {
      if (offered.error) void offered.refetch()
      if (named.error) void named.refetch()
    },
  }
}

function listOf(answer: Option[] | { items: Option[] } | undefined): Option[] {
  if (!answer) return []
  return Array.isArray(answer) ? answer : answer.items
}

function unique(options: Option[]): Option[] {
  return [...new Map(options.map((option) => [option.id, option])).values()]
}
