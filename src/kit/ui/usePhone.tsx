import { useSyncExternalStore } from 'react'
import { upTo } from './breakpoints.ts'

const QUERY = upTo('md')

function subscribe(changed: () => void): () => void {
  const list = matchMedia(QUERY)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

/** Whether the screen is a phone's as of now. */
export function isPhone(): boolean {
  return matchMedia(QUERY).matches
}

/** Whether the screen is a phone's: below the specification's md breakpoint. True from the first drawing on. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone)
}
