import type { MessageInstance, MessageType } from 'antd/es/message/interface.js'
import type { NotificationInstance } from 'antd/es/notification/interface.js'
import { type ReactNode, Suspense, useEffect } from 'react'
import { DISPLAY_MS } from '#app/notices.ts'
import { lazyPart, type MissingProps } from '#kit/ui/lazyPart.tsx'
import { clearQueue, enqueueNotice, registeredNotices, useNoticeQueue } from './noticeQueue.tsx'
import './PlainNotices.css'

/** What antd returns for a message: a function that closes it, and that can be awaited until it is closed. */
function closeFunction(message: Promise<{ shown: MessageType }>): MessageType {
  return Object.assign(() => void message.then(({ shown }) => shown()), {
    // biome-ignore lint/suspicious/noThenProperty: antd's messages can be awaited
    then: ((onClosed, onFault) =>
      message.then(({ shown }) => shown.then(onClosed, onFault))) as MessageType['then'],
  })
}

type MessageKind = Exclude<keyof MessageInstance, 'open' | 'destroy'>
type NotificationKind = Exclude<keyof NotificationInstance, 'destroy'>

function messageOpener(kind: MessageKind): MessageInstance[MessageKind] {
  return (content, ...rest) => {
    const noticeContent =
      content && typeof content === 'object' && 'content' in content ? content.content : content
    return closeFunction(
      enqueueNotice(({ message }) => message[kind](content, ...rest), noticeContent as ReactNode),
    )
  }
}

function notificationOpener(kind: NotificationKind): NotificationInstance[NotificationKind] {
  return (about) =>
    void enqueueNotice(
      ({ notification }) => notification[kind](about),
      <>
        <strong>{about.title}</strong>
        {about.description}
      </>,
    )
}

const message: MessageInstance = {
  info: messageOpener('info'),
  success: messageOpener('success'),
  error: messageOpener('error'),
  warning: messageOpener('warning'),
  loading: messageOpener('loading'),
  open: (about) => closeFunction(enqueueNotice((by) => by.message.open(about), about.content)),
  destroy: (key) => registeredNotices()?.message.destroy(key),
}

const notification: NotificationInstance = {
  success: notificationOpener('success'),
  error: notificationOpener('error'),
  info: notificationOpener('info'),
  warning: notificationOpener('warning'),
  open: notificationOpener('open'),
  destroy: (key) => registeredNotices()?.notification.destroy(key),
}

/** Replace antd's own hooks, whose code is as large as a screen (`app/excludedModules.ts`). */
export const useLazyMessage = () => [message, null] as const
export const useLazyNotification = () => [notification, null] as const

const NoticeHolder = lazyPart(() => import('./NoticeHolder.tsx'), 'NoticeHolder', InlineQueue)

/** First events of a user, by keyboard or pointer. */
const FIRST_EVENTS = ['keydown', 'pointerdown'] as const

/** How long after the first event the code of notices loads, in ms: what the event opened loads first. */
const AFTER_MS = 1_000

/** The place of notices. Their code loads with the first notice, or soon after the first key press or click. */
export function NoticePlace() {
  const { queue, isReady } = useNoticeQueue()
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = () => {
      stop.abort()
      timer = setTimeout(NoticeHolder.preload, AFTER_MS)
    }
    for (const sign of FIRST_EVENTS) addEventListener(sign, load, { signal: stop.signal, passive: true })
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [])
  return <Suspense>{(queue.length > 0 || isReady) && <NoticeHolder />}</Suspense>
}

/** Shows the queued notices plainly if their code fails to load; after their display time, drops them and retries. */
function InlineQueue({ again }: MissingProps) {
  const { queue } = useNoticeQueue()
  useEffect(() => {
    const timer = setTimeout(() => {
      clearQueue()
      again?.()
    }, DISPLAY_MS.notification)
    return () => clearTimeout(timer)
  }, [again])
  return queue.map(({ content: inlineContent }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they come at the end and go all at once
    <div key={at} className="plain-notice plain-message" role="alert">
      {inlineContent}
    </div>
  ))
}
