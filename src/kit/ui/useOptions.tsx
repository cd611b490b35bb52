import type * as z from 'zod'
import type { OfferedKind } from '#access/kinds.ts'
import type { Endpoint, Need } from '#kit/contract.ts'
import { useCall } from '#kit/query.tsx'
import { shapeOf } from '#kit/shape.ts'

export interface Option {
  id: number
  name: string
}

/** An endpoint that returns ids and names: `Option[]`, or a page of them; declared by `optionsEndpoint`. */
export type OptionsEndpoint = Endpoint<Need, z.ZodType, z.ZodType<Option[] | { items: Option[] }>> & {
  readonly offers: OfferedKind
}

interface OptionsResult {
  options: Option[]
  loading: boolean
  error: Error | null
  /** Whether the endpoint itself searches; otherwise it returns all options. */
  searches: boolean
  retry: () => void
}

const CACHE_MS = 60_000

/** The options of an endpoint for a keyword, and the names of chosen ones if the endpoint accepts ids. */
export function useOptions(
  endpoint: OptionsEndpoint,
  query: Record<string, unknown>,
  keyword: string,
  chosen: readonly number[],
): OptionsResult {
  const shape = shapeOf(endpoint.input)
  const searches = 'keyword' in shape
  const searchText = searches ? keyword.trim() : ''
  const offered = useCall(endpoint, searchText ? { ...query, keyword: searchText } : query, {
    staleTime: CACHE_MS,
    keepRows: true,
    messagePlace: 'inPage',
  })
  const options = listOf(offered.data)
  const unnamed = chosen.filter((id) => !options.some((option) => option.id === id))
  const named = useCall(
    endpoint,
    { ...query, id: unnamed },
    { staleTime: CACHE_MS, enabled: 'id' in shape && unnamed.length > 0, messagePlace: 'inPage' },
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
