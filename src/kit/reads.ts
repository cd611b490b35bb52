/** The state of a read that its content and its error need. */
export interface Read<T, E extends Error = Error> {
  data: T | undefined
  error: E | null
  isFetching: boolean
  refetch: () => unknown
}

/** Combines two reads that are shown together: one error is shown, and 重试 repeats the failed reads. */
export function combineReads<A, B, E extends Error>(one: Read<A, E>, other: Read<B, E>): Read<[A, B], E> {
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

/** When the displayed data was read; undefined while the rows of an earlier response are displayed (`keepRows`). */
export function readAt(call: { dataUpdatedAt: number; isPlaceholderData: boolean }): string | undefined {
  return call.isPlaceholderData ? undefined : new Date(call.dataUpdatedAt).toISOString()
}
