import { useQueryClient } from '@tanstack/react-query'
import { useClient } from '#kit/clientContext.tsx'
import { CallError, fieldsOf } from '#kit/failures.ts'
import { refetchAll } from '#kit/query.tsx'
import type { Values } from './values.ts'

/** Shows a failed call: in the merge dialog if the record is newer, under the fields that it names, or as usual. */
export function useFailure(
  editing: boolean,
  show: (sentences: Record<string, string>) => void,
  merge: (current: Values) => void,
) {
  const client = useClient()
  const queries = useQueryClient()
  return (error: unknown): void => {
    if (!(error instanceof CallError)) throw error
    const stale = error.code === 'STALE'
    // The content behind the form is as old as the form.
    if (stale) void refetchAll(queries)
    const current = error.data?.current as Values | undefined
    const sentences = fieldsOf(error)
    if (stale && current && editing) merge(current)
    else if (sentences) show(sentences)
    else client.report(error)
  }
}
