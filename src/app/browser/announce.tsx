import { useSyncExternalStore } from 'react'
import { STAYS_MS } from '#app/notices.ts'
import { EXCEPTION } from '#app/routes.ts'
import type { CallError, Exception, Notice } from '#kit/failures.ts'

/** A notice that is shown on top of the page, not in its place. */
export type Shown = Extract<Notice, { kind: 'message' | 'notification' }>

type Show = (notice: Shown) => void

/** What stands on the page before the console, and its messages, are there. */
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

/** Who is told that a document was refused because the company's books have not begun. */
const askers = new Set<() => void>()

/** Calls back each time a document was refused because the company's books have not begun; answers how to end that. */
export function whenBooksAreUnset(ask: () => void): () => void {
  askers.add(ask)
  return () => void askers.delete(ask)
}

/** Shows a failed call as its notice says. Failures reach it from requests, which know nothing of components. */
export function announce({ notice, data }: CallError): void {
  if (data?.books === 'unset') for (const ask of askers) ask()
  if (notice.kind === 'exception' || notice.kind === 'silent') return
  last = { notice, at: performance.now() }
  show(notice)
}

/** Goes to the page of an exception, as showType 9 asks. */
export function redirect({ errorCode, errorMessage }: Exception): void {
  openException(`${EXCEPTION}?${new URLSearchParams({ errorCode, errorMessage })}`)
}

/** Sets how `redirect` leaves the page: the router is made later than the client. */
export function exceptionsOpenBy(open: (path: string) => void): void {
  openException = open
}

/** Takes the showing over; answers how to hand it back. What was just being said as that happens is said on. */
export function showBy(other: Show): () => void {
  show = other
  return () => {
    show = showPlainly
    if (last && performance.now() - last.at < STAYS_MS.message) showPlainly(last.notice)
  }
}

/** What has to be shown by the page itself. */
export function useStanding(): readonly Shown[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => standing,
  )
}
