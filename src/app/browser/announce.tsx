import { useSyncExternalStore } from 'react'
import { STAYS_MS } from '#app/notices.ts'
import { EXCEPTION } from '#app/routes.ts'
import type { CallError, Exception, Notice } from '#kit/failures.ts'

/** A notice that is shown on top of the page, not in place of it. */
export type Shown = Extract<Notice, { kind: 'message' | 'notification' }>

type Show = (notice: Shown) => void

/** Notices that the page shows itself until the console and its messages are loaded. */
let standing: readonly Shown[] = []
const listeners = new Set<() => void>()

function become(next: readonly Shown[]): void {
  standing = next
  for (const listener of listeners) listener()
}

const showPlainly: Show = (notice) => {
  become([...standing.filter(({ kind }) => kind !== notice.kind), notice])
  setTimeout(() => become(standing.filter((other) => other !== notice)), STAYS_MS[notice.kind])
}

let show: Show = showPlainly
let last: { notice: Shown; at: number } | undefined
let openException: (path: string) => void = () => undefined

/** Callbacks for documents that were refused because the company's books have no start month. */
const askers = new Set<() => void>()

/**
 * Registers a callback for documents refused because the company's books have no start month; returns how to unregister
 * it.
 */
export function whenBooksAreUnset(ask: () => void): () => void {
  askers.add(ask)
  return () => void askers.delete(ask)
}

/** Shows a failed call as its notice specifies. Requests call it, so it is independent of components. */
export function announce({ notice, data }: CallError): void {
  if (data?.books === 'unset') for (const ask of askers) ask()
  if (notice.kind === 'exception' || notice.kind === 'silent') return
  last = { notice, at: performance.now() }
  show(notice)
}

/** Opens the exception page, as showType 9 requires. */
export function redirect({ errorCode, errorMessage }: Exception): void {
  openException(`${EXCEPTION}?${new URLSearchParams({ errorCode, errorMessage })}`)
}

/** Sets how `redirect` opens a page: the router is created after the client. */
export function exceptionsOpenBy(open: (path: string) => void): void {
  openException = open
}

/**
 * Replaces the function that shows notices; returns a function that restores the plain one. A notice shown just before
 * is then shown again plainly.
 */
export function showBy(other: Show): () => void {
  show = other
  return () => {
    show = showPlainly
    if (last && performance.now() - last.at < STAYS_MS.message) showPlainly(last.notice)
  }
}

/** Notices that the page has to show itself. */
export function useStanding(): readonly Shown[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => standing,
  )
}
