import { App } from 'antd'
import { useEffect } from 'react'
import { t } from '#kit/text.ts'
import { Copyable } from '#kit/ui/Copyable.tsx'
import { setNoticePresenter } from './announce.tsx'
import './Announcer.css'

/** Shows failures with the messages of antd's App, which use the theme and the page's nonce. */
export function Announcer() {
  const { message, notification } = App.useApp()
  useEffect(
    () =>
      setNoticePresenter((notice) => {
        // The text is the key: several requests that fail for one reason show one message.
        if (notice.kind === 'message') {
          message.open({ type: notice.level, content: notice.text, key: notice.text })
        } else {
          notification.error({
            key: notice.title,
            title: notice.title,
            description: <Description text={notice.description} traceId={notice.traceId} />,
          })
        }
      }),
    [message, notification],
  )
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
