import { Button, type ButtonProps } from 'antd'
import { useEffect, useState } from 'react'
import { retryAfterOf } from '#kit/failures.ts'
import { t } from '#kit/text.ts'

interface Props extends Pick<ButtonProps, 'type' | 'size' | 'color' | 'variant'> {
  error: Error
  onRetry: () => void
  retrying?: boolean | undefined
}

/** Longer times are in the message: nobody watches a button for an hour. */
const MAX_COUNTED_S = 120

/** 重试; while the server accepts no other request of the user, it counts the seconds. */
export function RetryButton({ error, onRetry, retrying, ...style }: Props) {
  const left = useSecondsLeft(error)
  return (
    <Button {...style} onClick={onRetry} loading={retrying ?? false} disabled={left > 0}>
      {left > 0 ? t('{n} 秒后可重试', { n: left }) : t('重试')}
    </Button>
  )
}

/** The seconds until the call may be repeated; 0 if at once, or only after a long time. */
function useSecondsLeft(error: Error): number {
  const seconds = retryAfterOf(error) ?? 0
  const isCounted = seconds <= MAX_COUNTED_S
  const [passed, setPassed] = useState({ error, seconds: 0 })
  useEffect(() => {
    if (seconds === 0 || !isCounted) return
    const since = performance.now()
    const timer = setInterval(() => {
      const now = Math.floor((performance.now() - since) / 1_000)
      setPassed({ error, seconds: now })
      if (now >= seconds) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [error, seconds, isCounted])
  const passedNow = passed.error === error ? passed.seconds : 0
  return isCounted ? Math.max(0, seconds - passedNow) : 0
}
