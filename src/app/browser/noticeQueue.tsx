import type { MessageInstance } from 'antd/es/message/interface.js'
import type { NotificationInstance } from 'antd/es/notification/interface.js'
import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'

/** What antd's `App` shows notices by. */
export interface Notices {
  message: MessageInstance
  notification: NotificationInstance
}

/** A notice that is to be shown as soon as the code for that is there; `plainly`: what it says. */
interface Waiting {
  show: (notices: Notices) => void
  plainly: ReactNode
}

// One console shows notices at a time, and whatever shows them stands outside the components that ask for it.
let notices: Notices | undefined
const NONE: readonly Waiting[] = []
let waiting = NONE
const listeners = new Set<() => void>()

function wait(next: readonly Waiting[]): void {
  waiting = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a notice as soon as its code is there; `plainly`: what it says. Answers what antd answers for it. */
export function show<Shown>(how: (by: Notices) => Shown, plainly: ReactNode): Promise<{ shown: Shown }> {
  return new Promise((resolve) => {
    // Inside an object: a message by itself is thenable, and a promise of it would wait until it closes.
    const run = (by: Notices) => resolve({ shown: how(by) })
    if (notices) run(notices)
    else wait([...waiting, { show: run, plainly }])
  })
}

/** Hands over what shows notices, and has it show those that wait; answers how to take it back. */
export function showNoticesBy(by: Notices): () => void {
  notices = by
  const due = waiting
  wait(NONE)
  for (const notice of due) notice.show(by)
  return () => {
    if (notices === by) notices = undefined
  }
}

/** What shows notices now. */
export const shownBy = () => notices

/** The notices that wait for their code, and whether that is there. */
export function useNoticeQueue() {
  const queue = useSyncExternalStore(subscribe, () => waiting)
  const isReady = useSyncExternalStore(subscribe, () => notices !== undefined)
  return { queue, isReady }
}

/** Gives up what waits: it has been said another way. */
export function clearQueue(): void {
  wait(NONE)
}
