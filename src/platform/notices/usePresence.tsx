import { useCallback, useEffect, useRef } from 'react'

/** Idle time after which a user counts as absent: polling must not keep a session alive without limit. */
const GONE_AFTER_MS = 10 * 60_000

const SIGNS = ['pointerdown', 'keydown', 'wheel'] as const

/** Returns a function that tells whether the user has used this window in the last ten minutes. */
export function usePresence(): () => boolean {
  const last = useRef(performance.now())
  useEffect(() => {
    const note = () => {
      last.current = performance.now()
    }
    for (const sign of SIGNS) addEventListener(sign, note, { passive: true })
    return () => {
      for (const sign of SIGNS) removeEventListener(sign, note)
    }
  }, [])
  return useCallback(() => performance.now() - last.current < GONE_AFTER_MS, [])
}
