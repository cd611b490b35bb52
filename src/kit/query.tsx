import type { UseMutationOptions, UseQueryOptions, UseQueryResult } from '@tanstack/react-query'
import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type * as z from 'zod'
import type { Client } from './client.ts'
import { useClient } from './clientContext.tsx'
import type { Endpoint } from './contract.ts'
import { CallError } from './failures.ts'
import { createSubmits, takesKey } from './submits.ts'

type Input<E extends Endpoint> = z.input<E['input']>
type Output<E extends Endpoint> = z.output<E['output']>

/** Only what may pass by itself is tried again: no answer, a gateway, a server that is busy. */
function mayPass(error: Error): boolean {
  return error instanceof CallError && (error.status === undefined || error.status > 501)
}

/** The store of what was fetched. A read is reported once, after its last attempt. */
function createQueryClient(client: Client): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (error instanceof CallError && !query.meta?.skipErrorHandler) client.report(error)
      },
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 1 && mayPass(error),
        staleTime: 10_000,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Keeps what the screens under it fetched for as long as it stands: what one person saw goes with that person. */
export function CallProvider({ children }: { children: ReactNode }) {
  const client = useClient()
  const [queryClient] = useState(() => createQueryClient(client))
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

interface ReadOptions<E extends Endpoint>
  extends Omit<UseQueryOptions<Output<E>, CallError>, 'queryKey' | 'queryFn' | 'meta'> {
  /** The screen shows the failure itself. */
  skipErrorHandler?: boolean
  /** While the next page or filter loads, the rows of the last one stay. */
  keepRows?: boolean
  /** An answer that was asked for ahead, a minute ago at most, will do. */
  cache?: boolean
  /** Asked for while the component is drawn for the first time, and not once it stands. */
  atOnce?: boolean
}

/** Reads an endpoint: `const stores = useCall(storesContract.list, { current: 1 })`. Fetched again after every write. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { skipErrorHandler, keepRows, cache, atOnce, ...options }: ReadOptions<E> = {},
): UseQueryResult<Output<E>, CallError> {
  const client = useClient()
  const queries = useQueryClient()
  const queryKey = [endpoint.path, input]
  // Reported by the store, after the last attempt.
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    client.call(endpoint, input, { ...(cache ? { cache } : { signal }), skipErrorHandler: true })
  const meta = { skipErrorHandler }
  if (atOnce && !queries.getQueryState(queryKey)) void queries.prefetchQuery({ queryKey, queryFn, meta })
  return useQuery<Output<E>, CallError>({
    ...(keepRows && { placeholderData: keepPreviousData as never }),
    ...options,
    queryKey,
    queryFn,
    meta,
  })
}

interface WriteOptions<E extends Endpoint>
  extends Omit<UseMutationOptions<Output<E>, CallError, Input<E>>, 'mutationFn'> {
  skipErrorHandler?: boolean
}

/**
 * Writes through an endpoint: `const save = useAction(storesContract.update)`, then `save.mutateAsync({ id, … })`.
 * After it, whatever is on the screen is fetched again: a write may change any list, report or count.
 */
export function useAction<E extends Endpoint>(
  endpoint: E,
  { skipErrorHandler = false, onSuccess, ...options }: WriteOptions<E> = {},
) {
  const client = useClient()
  const queries = useQueryClient()
  const [submits] = useState(createSubmits)
  return useMutation<Output<E>, CallError, Input<E>>({
    ...options,
    mutationFn: (input) =>
      takesKey(endpoint)
        ? submits.send(input, (idempotencyKey) =>
            client.call(endpoint, input, { skipErrorHandler, idempotencyKey }),
          )
        : client.call(endpoint, input, { skipErrorHandler }),
    onSuccess: async (...args) => {
      void refetchAll(queries)
      await onSuccess?.(...args)
    },
  })
}

/**
 * After a write: has all that the screen shows asked for anew. That holds for what is still on its way too, which React
 * Query leaves alone: its answer may tell of the time before the write.
 */
export async function refetchAll(queries: QueryClient): Promise<void> {
  await queries.cancelQueries({
    fetchStatus: 'fetching',
    predicate: (query) => query.state.data === undefined && !query.isStatic(),
  })
  await queries.invalidateQueries()
}

/** Reads an endpoint ahead of need; `useCall` with the same input then has its answer. A failure stays unsaid. */
export function usePrefetch(): <E extends Endpoint>(endpoint: E, input: Input<E>) => void {
  const client = useClient()
  const queries = useQueryClient()
  return (endpoint, input) =>
    void queries.prefetchQuery({
      queryKey: [endpoint.path, input],
      queryFn: ({ signal }) => client.call(endpoint, input, { signal, skipErrorHandler: true }),
      meta: { skipErrorHandler: true },
    })
}
