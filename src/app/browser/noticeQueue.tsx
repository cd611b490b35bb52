import type { MessageInstance } from 'antd/es/message/interface.js'
import type { NotificationInstance } from 'antd/es/notification/interface.js'
import { type ReactNode, useSyncExternalStore } from 'react'

/** The functions with which antd's `App` shows notices. */
export interface Notices {
  message: MessageInstance
  notification: NotificationInstance
}

/** A notice to show when the code for notices is loaded; `plainly` is its content. */
interface QueuedNotice {
  display: (notices: Notices) => void
  content: ReactNode
}

// Only one console shows notices at a time; the functions are kept outside the components that call them.
let notices: Notices | undefined
const NONE: readonly QueuedNotice[] = []
let queuedNotices = NONE
const listeners = new Set<() => void>()

function setQueue(next: readonly QueuedNotice[]): void {
  queuedNotices = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a notice as soon as the code is loaded; `plainly` is its content. Resolves with antd's result in `shown`. */
export function enqueueNotice<Shown>(
  how: (by: Notices) => Shown,
  plainly: ReactNode,
): Promise<{ shown: Shown }> {
  return new Promise((resolve) => {
    // Wrapped in an object: antd's message is thenable, and the promise would otherwise wait until it closes.
    const run = (by: Notices) => resolve({ shown: how(by) })
    if (notices) run(notices)
    else setQueue([...queuedNotices, { display: run, content: plainly }])
  })
}

/** Registers the functions that show notices, and shows the queued ones; returns a function that unregisters them. */
export function registerNotices(by: Notices): () => void {
  notices = by
  const due = queuedNotices
  setQueue(NONE)
  for (const notice of due) notice.display(by)
  return () => {
    if (notices === by) notices = undefined
  }
}

/** The registered functions; undefined before the code is loaded. */
export const registeredNotices = () => notices

/** The queued notices, and whether the code that shows them is loaded. */
export function useNoticeQueue() {
  const queue = useSyncExternalStore(subscribe, () => queuedNotices)
  const isReady = useSyncExternalStore(subscribe, () => notices !== undefined)
  return { queue, isReady }
}

/** Drops the queued notices after they were shown in another way. */
export function clearQueue(): void {
  setQueue(NONE)
}
