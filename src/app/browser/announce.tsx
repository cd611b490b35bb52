import { useSyncExternalStore } from 'react'
import { DISPLAY_MS } from '#app/notices.ts'
import { EXCEPTION } from '#app/routes.ts'
import type { CallError, Exception, Notice } from '#kit/failures.ts'

/** A notice that is shown on top of the page, not in place of it. */
export type ShownNotice = Extract<Notice, { kind: 'message' | 'notification' }>

type NoticePresenter = (notice: ShownNotice) => void

/** Notices that the page shows itself until the console and its messages are loaded. */
let inlineNotices: readonly ShownNotice[] = []
const listeners = new Set<() => void>()

function setInlineNotices(next: readonly ShownNotice[]): void {
  inlineNotices = next
  for (const listener of listeners) listener()
}

const showInline: NoticePresenter = (notice) => {
  setInlineNotices([...inlineNotices.filter(({ kind }) => kind !== notice.kind), notice])
  setTimeout(
    () => setInlineNotices(inlineNotices.filter((other) => other !== notice)),
    DISPLAY_MS[notice.kind],
  )
}

let show: NoticePresenter = showInline
let last: { notice: ShownNotice; at: number } | undefined
let openException: (path: string) => void = () => undefined

/** Callbacks for documents that were refused because the company's books have no start month. */
const booksUnsetListeners = new Set<() => void>()

/**
 * Registers a callback for documents refused because the company's books have no start month; returns how to unregister
 * it.
 */
export function onBooksUnset(listener: () => void): () => void {
  booksUnsetListeners.add(listener)
  return () => void booksUnsetListeners.delete(listener)
}

/** Shows a failed call as its notice specifies. Requests call it, so it is independent of components. */
export function announce({ notice, data }: CallError): void {
  if (data?.books === 'unset') for (const listener of booksUnsetListeners) listener()
  if (notice.kind === 'exception' || notice.kind === 'silent') return
  last = { notice, at: performance.now() }
  show(notice)
}

/** Opens the exception page, as showType 9 requires. */
export function redirect({ errorCode, errorMessage }: Exception): void {
  openException(`${EXCEPTION}?${new URLSearchParams({ errorCode, errorMessage })}`)
}

/** Sets how `redirect` opens a page: the router is created after the client. */
export function setExceptionOpener(open: (path: string) => void): void {
  openException = open
}

/**
 * Replaces the function that shows notices; returns a function that restores the plain one. A notice shown just before
 * is then shown again plainly.
 */
export function setNoticePresenter(presenter: NoticePresenter): () => void {
  show = presenter
  return () => {
    show = showInline
    if (last && performance.now() - last.at < DISPLAY_MS.message) showInline(last.notice)
  }
}

/** Notices that the page has to show itself. */
export function useInlineNotices(): readonly ShownNotice[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => inlineNotices,
  )
}
