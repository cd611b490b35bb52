import useMessage from 'antd/es/message/useMessage.js'
import useNotification from 'antd/es/notification/useNotification.js'
import { useEffect, useMemo } from 'react'
import { MESSAGES, notificationsOn } from '#app/notices.ts'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { useLanguage } from './language.tsx'
import { directionOf } from './languages.ts'
import { registerNotices } from './noticeQueue.tsx'

/** Holds antd's messages and notifications; loaded with the first of them. */
export function NoticeHolder() {
  const phone = usePhone()
  const mirrored = directionOf(useLanguage().locale) === 'rtl'
  const [message, messages] = useMessage(MESSAGES)
  const options = useMemo(() => notificationsOn(phone, mirrored), [phone, mirrored])
  const [notification, notifications] = useNotification(options)
  useEffect(() => registerNotices({ message, notification }), [message, notification])
  return (
    <>
      {messages}
      {notifications}
    </>
  )
}
