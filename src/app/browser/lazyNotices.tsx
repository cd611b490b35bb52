import type { MessageInstance, MessageType } from 'antd/es/message/interface.js'
import type { NotificationInstance } from 'antd/es/notification/interface.js'
import type { ReactNode } from 'react'
import { Suspense, useEffect } from 'react'
import { STAYS_MS } from '#app/notices.ts'
import type { MissingProps } from '#kit/ui/lazyPart.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { clearQueue, show, shownBy, useNoticeQueue } from './noticeQueue.tsx'
import './PlainNotices.css'

/** What antd returns for a message: a function that closes it, and that can be awaited until it is closed. */
function closing(message: Promise<{ shown: MessageType }>): MessageType {
  return Object.assign(() => void message.then(({ shown }) => shown()), {
    // biome-ignore lint/suspicious/noThenProperty: antd's messages can be awaited
    then: ((onClosed, onFault) =>
      message.then(({ shown }) => shown.then(onClosed, onFault))) as MessageType['then'],
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
  destroy: (key) => shownBy()?.message.destroy(key),
}

const notification: NotificationInstance = {
  success: notificationWay('success'),
  error: notificationWay('error'),
  info: notificationWay('info'),
  warning: notificationWay('warning'),
  open: notificationWay('open'),
  destroy: (key) => shownBy()?.notification.destroy(key),
}

/** Replace antd's own hooks, whose code is as large as a screen (`app/leftOut.ts`). */
export const useLazyMessage = () => [message, null] as const
export const useLazyNotification = () => [notification, null] as const

const NoticeHolder = lazyPart(() => import('./NoticeHolder.tsx'), 'NoticeHolder', PlainlyShown)

/** First events of a user, by keyboard or pointer. */
const SIGNS_OF_LIFE = ['keydown', 'pointerdown'] as const

/** The place of notices. Their code loads with the first notice, or at the first key press or click. */
export function NoticePlace() {
  const { queue, isReady } = useNoticeQueue()
  useEffect(() => {
    const stop = new AbortController()
    const load = () => {
      stop.abort()
      NoticeHolder.preload()
    }
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, load, { signal: stop.signal, passive: true })
    return () => stop.abort()
  }, [])
  return <Suspense>{(queue.length > 0 || isReady) && <NoticeHolder />}</Suspense>
}

/** Shows the queued notices plainly if their code fails to load; after their display time, drops them and retries. */
function PlainlyShown({ again }: MissingProps) {
  const { queue } = useNoticeQueue()
  useEffect(() => {
    const timer = setTimeout(() => {
      clearQueue()
      again?.()
    }, STAYS_MS.notification)
    return () => clearTimeout(timer)
  }, [again])
  return queue.map(({ plainly }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they come at the end and go all at once
    <div key={at} className="plain-notice plain-message" role="alert">
      {plainly}
    </div>
  ))
}
