import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { today } from '#kit/calendar.ts'
import { useClient } from '#kit/clientContext.tsx'
import { useCall, usePrefetch } from '#kit/query.tsx'
import { resolveDays } from '#kit/relativeDays.ts'
import type { ListView } from '#kit/ui/listViews.tsx'
import {
  type Address,
  type AddressOptions,
  acceptable,
  type FilterValues,
  queryOf,
  readAddress,
  writeAddress,
} from './address.ts'
import type { Answer, Filter, ListEndpoint, Row } from './declare.tsx'
import { fetchAll } from './fetchAll.tsx'
import { activeFilters, keysOf } from './filters.tsx'
import { listKey } from './listKey.ts'
import type { ListPageProps } from './props.tsx'
import { type TablePreferences, usePreferences } from './usePreferences.tsx'
import { type Selection, useSelection } from './useSelection.tsx'
import { useView } from './useView.tsx'

/** The state that the parts of a list share. */
export interface List<E extends ListEndpoint> {
  /** The key of the list in preferences and views. */
  key: string
  /** Whether the list is inside the page of a record. */
  isInside: boolean
  /** The saved view that it shows. */
  view: ListView | null
  address: Address
  query: Record<string, unknown>
  /** The filters, including the tabs. */
  filters: Filter[]
  /** Whether the user has set a filter. */
  narrowed: boolean
  answer: Answer<E> | undefined
  rows: Row<E>[] | undefined
  total: number | undefined
  /** Why there are no rows. */
  error: Error | null
  /** Why the rows are outdated: a refresh failed. */
  refreshError: Error | null
  loading: boolean
  fetching: boolean
  /** The rows shown belong to the previous filters or page. */
  stale: boolean
  rowKey: (row: Row<E>) => string | number
  preferences: TablePreferences<Row<E>>
  selection: Selection<Row<E>> | undefined
  full: boolean
  setFull: (full: boolean) => void
  refresh: () => void
  go: (change: Partial<Address>) => void
  /** Applies other filters; the list then starts at page 1. */
  search: (filters: FilterValues) => void
  setTab: (value: string | undefined) => void
  /** Prefetches the next page when the user is about to open it. */
  fetchNext: () => void
  /** Selects all rows that the filters find. */
  selectAll: (onProgress: (fetched: number, all: number) => void) => Promise<void>
}

const idOf = (row: unknown) => (row as { id: number }).id

/** The state of a list: address, response, selection and preferences. */
export function useList<E extends ListEndpoint>(props: ListPageProps<E>): List<E> {
  const { endpoint, initial = {}, tabs, rowKey = idOf } = props
  const client = useClient()
  const filters = allFilters(props)
  const keys = filters.flatMap(keysOf)
  const [address, go] = useAddress({ keys, initial, pageSize: props.pageSize, sort: props.sort })
  const query = listQuery(endpoint, address, props.fixed)
  const call = useCall(endpoint, query as never, { keepRows: true, eager: true, messagePlace: 'inPage' })
  const chosen = useSelection<Row<E>>(rowKey, JSON.stringify([address.filters, props.fixed]))
  const viewPreferences = useViewPreferences(props)
  const [full, setFull] = useFull()
  const search = (next: FilterValues) =>
    go({ filters: { ...tabOf(tabs?.key, address), ...next }, current: 1 })
  useLastPage(address, call.data, go)
  return {
    ...viewPreferences,
    address,
    query,
    filters,
    narrowed: activeFilters(filters, address.filters, initial).length > 0,
    ...readState<E>(call as UseQueryResult<Answer<E>>),
    rowKey,
    selection: props.batch && chosen,
    full,
    setFull,
    go,
    search,
    setTab: (value) => {
      if (tabs) go({ filters: { ...address.filters, [tabs.key]: value ?? [] }, current: 1 })
    },
    fetchNext: useNextPage(endpoint, address, props.fixed, call.data?.total),
    selectAll: async (onProgress) => {
      const rows = await fetchAll(client, endpoint, query, { onProgress })
      chosen.choose(rows.map(rowKey), rows)
    },
  }
}

/** The query sent to the endpoint: the address without refused parameters, with relative periods converted to days. */
function listQuery(endpoint: ListEndpoint, address: Address, fixed: Record<string, unknown> | undefined) {
  const now = today(() => new Date())
  return acceptable(endpoint.input, resolveDays(queryOf(address, fixed), now))
}

/** The key of the list, its view, and the preferences for it. */
function useViewPreferences<E extends ListEndpoint>({ endpoint, fixed, columns }: ListPageProps<E>) {
  const key = listKey(endpoint.path, fixed)
  const isInside = fixed !== undefined
  const view = useView(key, isInside)
  return { key, isInside, view, preferences: usePreferences<Row<E>>(key, columns, view) }
}

/** The parts of the read that the list shows, from no response yet to an outdated one. */
function readState<E extends ListEndpoint>(call: UseQueryResult<Answer<E>>) {
  const answer = call.data
  return {
    answer,
    rows: answer?.items as Row<E>[] | undefined,
    total: answer?.total,
    error: answer ? null : call.error,
    refreshError: answer ? call.error : null,
    loading: call.isLoading,
    fetching: call.isFetching,
    stale: call.isPlaceholderData,
    refresh: () => void call.refetch(),
  }
}

function allFilters<E extends ListEndpoint>({ filters = [], tabs }: ListPageProps<E>): Filter[] {
  const tab: Filter[] = tabs ? [{ key: tabs.key, label: '', control: 'select', options: tabs.options }] : []
  return [...(filters as readonly Filter[]), ...tab]
}

function useNextPage(
  endpoint: ListEndpoint,
  address: Address,
  fixed: Record<string, unknown> | undefined,
  total = 0,
): () => void {
  const prefetch = usePrefetch()
  const current = address.current + 1
  return () => {
    if (address.current * address.pageSize >= total) return
    prefetch(endpoint, listQuery(endpoint, { ...address, current }, fixed) as never)
  }
}

/** The tab stays when the form is searched or reset. */
function tabOf(key: string | undefined, address: Address): FilterValues {
  const value = key === undefined ? undefined : address.filters[key]
  return key === undefined || value === undefined ? {} : { [key]: value }
}

/** If rows were removed and the page no longer exists, opens the last page. */
function useLastPage(
  { current, pageSize }: Address,
  answer: { items: unknown[]; total: number } | undefined,
  go: (change: Partial<Address>, later: 'later') => void,
): void {
  const last = answer && answer.items.length === 0 ? Math.ceil(answer.total / pageSize) : 0
  const beyond = last > 0 && current > last
  useEffect(() => {
    if (beyond) go({ current: last }, 'later')
  })
}

/** Shows the table in the whole window; Esc leaves this mode. */
function useFull(): [boolean, (full: boolean) => void] {
  const [full, setFull] = useState(false)
  useEffect(() => {
    if (!full) return
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) setFull(false)
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [full])
  return [full, setFull]
}

/**
 * The state of the list, stored in the address; each change is a step that "back" undoes. Renders synchronously:
 * otherwise the previous rows would briefly look like the requested ones. An effect must not render synchronously and
 * passes `later`.
 */
function useAddress(options: AddressOptions): [Address, (change: Partial<Address>, later?: 'later') => void] {
  const [params, setParams] = useSearchParams()
  const address = readAddress(params, options)
  const go = (change: Partial<Address>, later?: 'later') =>
    setParams(writeAddress(params, { ...address, ...change }, options), {
      preventScrollReset: true,
      flushSync: !later,
    })
  return [address, go]
}
