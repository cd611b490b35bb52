import { App } from 'antd'
import { useEffect } from 'react'
import type { CallError, Notice } from '#kit/failures.ts'
import { t } from '#kit/text.ts'
import { Copyable } from '#kit/ui/Copyable.tsx'
import './announce.css'

let show: (notice: Notice) => void = () => undefined

/** Shows a failed call as its notice says. Failures reach it from requests, which know nothing of components. */
export function announce(failure: CallError): void {
  show(failure.notice)
}

/** Lends `announce` the messages of antd's App, which carry the theme and the page's nonce. */
export function Announcer({ navigate }: { navigate: (path: string) => void }) {
  const { message, notification } = App.useApp()
  useEffect(() => {
    show = (notice) => {
      // The same sentence twice at once is one message: several requests may fail for one reason.
      if (notice.kind === 'message') {
        message.open({ type: notice.level, content: notice.text, key: notice.text })
      } else if (notice.kind === 'notification') {
        notification.error({
          key: notice.title,
          title: notice.title,
          description: <Description text={notice.description} traceId={notice.traceId} />,
        })
      } else if (notice.kind === 'exception') {
        const { errorCode, errorMessage } = notice
        navigate(`/exception?${new URLSearchParams({ errorCode, errorMessage })}`)
      }
    }
  }, [message, notification, navigate])
  return null
}

function Description({ text, traceId }: { text: string; traceId: string | undefined }) {
  return (
    <>
      {text}
      {traceId && (
        <div className="announced-trace">
          <Copyable text={traceId}>{t('问题编号 {id}', { id: traceId })}</Copyable>
        </div>
      )}
    </>
  )
}
