import { useEffect, useState } from 'react'
import { useClient } from '#kit/clientContext.tsx'
import { CallError } from '#kit/failures.ts'
import { earlyRoutes } from './earlyRoutes.ts'

/** Seconds between two codes for a number. */
const RESEND_S = 60

/** Requests sign-in codes and counts down to the next allowed request. */
export function useCode(onFailure: (error: CallError) => void) {
  const client = useClient()
  const [secondsLeft, startCountdown] = useCountdown()
  const [isSent, setSent] = useState(false)
  const [isRequesting, setRequesting] = useState(false)
  const requestCode = async (mobile: string) => {
    setRequesting(true)
    try {
      await client.call(earlyRoutes.captcha, { mobile }, { messagePlace: 'inPage' })
      setSent(true)
      startCountdown(RESEND_S)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const wait = Number(error.data?.retryAfterSeconds ?? 0)
      if (wait <= RESEND_S) startCountdown(wait)
      onFailure(error)
    } finally {
      setRequesting(false)
    }
  }
  return { ask: requestCode, secondsLeft, isSent, isAsking: isRequesting }
}

/** Returns the seconds left and a start function. Reads the clock, because a hidden tab delays timers. */
function useCountdown(): [left: number, begin: (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [left])
  const begin = (seconds: number) => {
    const start = performance.now()
    setNow(start)
    setUntil(start + seconds * 1000)
  }
  return [left, begin]
}
