/** What is needed of a read to show its content and its failure. */
export interface Read<T, E extends Error = Error> {
  data: T | undefined
  error: E | null
  isFetching: boolean
  refetch: () => unknown
}

/** Two reads that are shown together: one failure is shown, and 重试 repeats the reads that failed. */
export function both<A, B, E extends Error>(one: Read<A, E>, other: Read<B, E>): Read<[A, B], E> {
  const isComplete = one.data !== undefined && other.data !== undefined
  return {
    data: isComplete ? [one.data as A, other.data as B] : undefined,
    error: one.error ?? other.error,
    isFetching: one.isFetching || other.isFetching,
    refetch: () => {
      for (const read of [one, other]) if (read.error) read.refetch()
    },
  }
}

/** When the shown data was read; undefined while kept rows are shown in place of a response (`keepRows`). */
export function readAt(call: { dataUpdatedAt: number; isPlaceholderData: boolean }): string | undefined {
  return call.isPlaceholderData ? undefined : new Date(call.dataUpdatedAt).toISOString()
}
