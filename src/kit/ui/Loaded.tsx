import type { ReactNode } from 'react'
import type { Read } from '#kit/reads.ts'
import { ErrorState } from './ErrorState.tsx'
import { Panel } from './Panel.tsx'
import { RefreshFailed } from './RefreshFailed.tsx'
import { TextSkeleton } from './Skeletons.tsx'

interface Props<T> {
  /** A read with `messagePlace: 'inPage'`. */
  call: Read<T>
  /** In the shape of the content; default: a few lines of text. */
  skeleton?: ReactNode
  /** For a small place. */
  compact?: boolean
  /** Content and skeleton consist of panels, so the failure gets one of its own. */
  panel?: boolean
  children: (data: T) => ReactNode
}

/**
 * The content of a read or, in its place, the read's other states: a skeleton before the first response, the failure if
 * there is no content, and the failure above the previous content if only a refresh failed.
 */
export function Loaded<T>({ call, skeleton = <TextSkeleton />, compact, panel, children }: Props<T>) {
  const retry = { onRetry: () => void call.refetch(), retrying: call.isFetching }
  if (call.data === undefined) {
    if (!call.error) return skeleton
    const failure = <ErrorState error={call.error} compact={compact} {...retry} />
    return panel ? <Panel>{failure}</Panel> : failure
  }
  return (
    <>
      {call.error && <RefreshFailed error={call.error} apart {...retry} />}
      {children(call.data)}
    </>
  )
}
