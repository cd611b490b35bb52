import { useSyncExternalStore } from 'react'
import { mediaUpTo } from './breakpoints.ts'

const QUERY = mediaUpTo('md')

function subscribe(changed: () => void): () => void {
  const list = matchMedia(QUERY)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

/** Whether the window has the width of a phone now. */
export function isPhone(): boolean {
  return matchMedia(QUERY).matches
}

/**
 * Whether the window has the width of a phone: below the specification's md breakpoint. Correct from the first render.
 */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone)
}
