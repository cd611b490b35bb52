import type { MessageInstance, MessageType } from 'antd/es/message/interface.js'
import type { NotificationInstance } from 'antd/es/notification/interface.js'
import type { ReactNode } from 'react'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { STAYS_MS } from '#app/notices.ts'
import type { MissingProps } from '#kit/ui/lazyPart.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import './PlainNotices.css'

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
let waiting: readonly Waiting[] = []
const listeners = new Set<() => void>()

function wait(next: readonly Waiting[]): void {
  waiting = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show<Shown>(how: (by: Notices) => Shown, plainly: ReactNode): Promise<Shown> {
  return new Promise((resolve) => {
    const run = (by: Notices) => resolve(how(by))
    if (notices) run(notices)
    else wait([...waiting, { show: run, plainly }])
  })
}

/** Hands over what shows notices, and has it show those that wait; answers how to take it back. */
export function showNoticesBy(by: Notices): () => void {
  notices = by
  const due = waiting
  wait([])
  for (const notice of due) notice.show(by)
  return () => {
    if (notices === by) notices = undefined
  }
}

/** What antd answers for a message: it closes it, and can be awaited until then. */
function closing(shown: Promise<MessageType>): MessageType {
  return Object.assign(() => void shown.then((close) => close()), {
    // biome-ignore lint/suspicious/noThenProperty: antd's messages can be awaited
    then: ((onClosed, onFault) =>
      shown
        .then((close) => ({ close }))
        .then(({ close }) => close.then(onClosed, onFault))) as MessageType['then'],
  })
}

type MessageWay = Exclude<keyof MessageInstance, 'open' | 'destroy'>
type NotificationWay = Exclude<keyof NotificationInstance, 'destroy'>

function messageWay(way: MessageWay): MessageInstance[MessageWay] {
  return (content, ...rest) => {
    const said = content && typeof content === 'object' && 'content' in content ? content.content : content
    return closing(show(({ message }) => message[way](content, ...rest), said as ReactNode))
  }
}

function notificationWay(way: NotificationWay): NotificationInstance[NotificationWay] {
  return (about) =>
    void show(
      ({ notification }) => notification[way](about),
      <>
        <strong>{about.title}</strong>
        {about.description}
      </>,
    )
}

const message: MessageInstance = {
  info: messageWay('info'),
  success: messageWay('success'),
  error: messageWay('error'),
  warning: messageWay('warning'),
  loading: messageWay('loading'),
  open: (about) => closing(show((by) => by.message.open(about), about.content)),
  destroy: (key) => notices?.message.destroy(key),
}

const notification: NotificationInstance = {
  success: notificationWay('success'),
  error: notificationWay('error'),
  info: notificationWay('info'),
  warning: notificationWay('warning'),
  open: notificationWay('open'),
  destroy: (key) => notices?.notification.destroy(key),
}

/** In the place of antd's own hooks, whose code weighs as much as a screen (`app/leftOut.ts`). */
export const useLazyMessage = () => [message, null] as const
export const useLazyNotification = () => [notification, null] as const

const NoticeHolder = lazyPart(() => import('./NoticeHolder.tsx'), 'NoticeHolder', PlainlyShown)

/** What a hand does first, whichever it has. */
const SIGNS_OF_LIFE = ['keydown', 'pointerdown'] as const

/** Where notices stand. Their code comes with the first of them, or with the first key or click, before which there is none. */
export function NoticePlace() {
  const needed = useSyncExternalStore(subscribe, () => waiting.length > 0)
  const there = useSyncExternalStore(subscribe, () => notices !== undefined)
  useEffect(() => {
    const stop = new AbortController()
    const load = () => {
      stop.abort()
      NoticeHolder.preload()
    }
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, load, { signal: stop.signal, passive: true })
    return () => stop.abort()
  }, [])
  return <Suspense>{(needed || there) && <NoticeHolder />}</Suspense>
}

/** Says what waits while the code for notices does not come, and has it asked for anew with each. */
function PlainlyShown({ again }: MissingProps) {
  const said = useSyncExternalStore(subscribe, () => waiting)
  useEffect(() => {
    const timer = setTimeout(() => {
      wait([])
      again?.()
    }, STAYS_MS.notification)
    return () => clearTimeout(timer)
  }, [again])
  return said.map(({ plainly }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they come at the end and go all at once
    <div key={at} className="plain-notice plain-message" role="alert">
      {plainly}
    </div>
  ))
}
