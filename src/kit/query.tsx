import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  type UseMutationOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import type * as z from 'zod'
import type { Client, MessagePlace } from './client.ts'
import { useClient } from './clientContext.tsx'
import type { Endpoint } from './contract.ts'
import type { EarlyRead } from './earlyRead.ts'
import type { EndpointRoute } from './endpointRoute.ts'
import { CallError, retryAfterOf } from './failures.ts'
import { acceptsIdempotencyKey, createIdempotentSender } from './idempotencyKeys.ts'
import { lazyPart } from './ui/lazyPart.tsx'

const FailedReads = lazyPart(() => import('./ui/FailedReads.tsx'), 'FailedReads')

type Input<E extends Endpoint> = z.input<E['input']>
type Output<E extends Endpoint> = z.output<E['output']>

/**
 * Whether a retry may succeed: after a lost connection, a gateway error or a busy server. A time-out is not retried.
 */
function isRetryable(error: Error): boolean {
  if (!(error instanceof CallError) || error.isLate) return false
  return error.status === undefined || error.status > 501
}

/** Reads that the server refuses because earlier ones are not done wait for at most this time, this often. */
const MAX_WAIT_S = 10
const MAX_WAITS = 3

/** Whether a refused read is repeated without the user: soon there is room. */
const isSoonAccepted = (error: Error) => (retryAfterOf(error) ?? Number.POSITIVE_INFINITY) <= MAX_WAIT_S

function shouldRetry(failures: number, error: Error): boolean {
  return isSoonAccepted(error) ? failures < MAX_WAITS : failures < 1 && isRetryable(error)
}

/**
 * Creates the cache of responses. The message of a failed read is shown once, after its last attempt. `onFailedRead` is
 * called unless the component shows the failure itself.
 */
function createQueryClient(client: Client, onFailedRead: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!(error instanceof CallError) || query.meta?.messagePlace === 'inPage') return
        client.report(error)
        onFailedRead()
      },
    }),
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: (_failures, error) => 1_000 * (retryAfterOf(error) ?? 1),
        staleTime: 10_000,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

interface CallProviderProps {
  earlyReads: readonly EarlyRead[]
  children: ReactNode
}

/**
 * Caches the responses of the screens below it while it is mounted, so that one user's data is never shown to the next
 * user.
 */
export function CallProvider({ earlyReads, children }: CallProviderProps) {
  const client = useClient()
  const [hasFailed, setFailed] = useState(false)
  const [queryClient] = useState(() => {
    const queries = createQueryClient(client, () => setFailed(true))
    for (const early of earlyReads) adopt(queries, early)
    return queries
  })
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      {hasFailed && (
        <Suspense>
          <FailedReads />
        </Suspense>
      )}
    </QueryClientProvider>
  )
}

/** Puts an early read into the cache: its response, or the request that is still pending. */
function adopt(queries: QueryClient, { path, input, received, read }: EarlyRead): void {
  const queryKey = [path, input]
  if (received) queries.setQueryData(queryKey, received.data)
  // If it fails, the component that needs it reads again and shows its own failure.
  else void queries.prefetchQuery({ queryKey, queryFn: read, meta: { messagePlace: 'inPage' } })
}

/**
 * Returns a function that reads an endpoint ahead of the component that will need it, unless a recent response is in
 * the cache. A failure is left to the component, which reads again.
 */
export function useReadAhead(): (endpoint: EndpointRoute, input: object) => void {
  const client = useClient()
  const queries = useQueryClient()
  return useCallback(
    (endpoint, input) =>
      void queries.prefetchQuery({
        queryKey: [endpoint.path, input],
        queryFn: ({ signal }) => client.call(endpoint, input, { signal, messagePlace: 'inPage' }),
        meta: { messagePlace: 'inPage' },
      }),
    [client, queries],
  )
}

interface ReadOptions<E extends Endpoint>
  extends Omit<UseQueryOptions<Output<E>, CallError>, 'queryKey' | 'queryFn' | 'meta'> {
  /**
   * `inPage`: the component shows `error` itself. Default: over the page, and in the bar of `FailedReads` while the
   * failure lasts.
   */
  messagePlace?: MessagePlace
  /** Keeps the previous rows while the next page or filter loads. */
  keepRows?: boolean
  /** Sends the request during the first render, not only after mounting. */
  eager?: boolean
}

/** Reads an endpoint: `const stores = useCall(storesContract.list, { current: 1 })`. Refetched after every write. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { messagePlace, keepRows, eager, ...options }: ReadOptions<E> = {},
): UseQueryResult<Output<E>, CallError> {
  const client = useClient()
  const queries = useQueryClient()
  const queryKey = [endpoint.path, input]
  // The query cache shows the message after the last attempt.
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    client.call(endpoint, input, { signal, messagePlace: 'inPage' })
  const meta = { messagePlace }
  if (eager && !queries.getQueryState(queryKey)) void queries.prefetchQuery({ queryKey, queryFn, meta })
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
  /** `inPage`: the component shows the error itself. Default: over the page. */
  messagePlace?: MessagePlace
  /** For a write that changes nothing that is shown. */
  keepsReads?: boolean
  /** Pending until the screen shows the result, for a write after which the user may edit what was written. */
  waitsForReads?: boolean
}

/**
 * Writes through an endpoint: `const save = useAction(storesContract.update)`, then `save.mutateAsync({ id, … })`.
 * Afterwards everything on the screen is refetched, since a write may change any list, report or count.
 */
export function useAction<E extends Endpoint>(
  endpoint: E,
  { messagePlace, keepsReads = false, waitsForReads = false, onSuccess, ...options }: WriteOptions<E> = {},
) {
  const client = useClient()
  const queries = useQueryClient()
  const [sender] = useState(createIdempotentSender)
  return useMutation<Output<E>, CallError, Input<E>>({
    ...options,
    mutationFn: (input) =>
      acceptsIdempotencyKey(endpoint)
        ? sender.send(input, (idempotencyKey) =>
            client.call(endpoint, input, { messagePlace, idempotencyKey }),
          )
        : client.call(endpoint, input, { messagePlace }),
    onSuccess: async (...args) => {
      const refetched = keepsReads ? undefined : refetchAll(queries)
      if (waitsForReads) await refetched
      await onSuccess?.(...args)
    },
  })
}

/**
 * Refetches everything that the screen shows, after a write. Also cancels and repeats first reads that are still
 * pending, which React Query would leave alone: their responses may show the state before the write.
 */
export async function refetchAll(queries: QueryClient): Promise<void> {
  await queries.cancelQueries({
    fetchStatus: 'fetching',
    predicate: (query) => query.state.data === undefined && !query.isStatic(),
  })
  await queries.invalidateQueries()
}

/**
 * Reads an endpoint in advance, for a later `useCall` with the same input. If it fails, that `useCall` reads again and
 * shows its own failure.
 */
export function usePrefetch(): <E extends Endpoint>(endpoint: E, input: Input<E>) => void {
  const client = useClient()
  const queries = useQueryClient()
  return (endpoint, input) =>
    void queries.prefetchQuery({
      queryKey: [endpoint.path, input],
      queryFn: ({ signal }) => client.call(endpoint, input, { signal, messagePlace: 'inPage' }),
      meta: { messagePlace: 'inPage' },
    })
}
