import { useEffect, useRef, useState } from 'react'
import { ignoreShownErrors } from './ignoreShownErrors.tsx'

/**
 * Requests the next part of some work from the server until the last one is done. Leaving the screen pauses it:
 * finished parts stay done, and the next visit continues.
 */
export function useBatchedWork() {
  const [busy, setBusy] = useState(false)
  const hasLeft = useRef(false)
  useEffect(() => {
    hasLeft.current = false
    return () => {
      hasLeft.current = true
    }
  }, [])
  const run = async <T,>(
    requestNext: () => Promise<T>,
    isLast: (answer: T) => boolean,
  ): Promise<T | undefined> => {
    setBusy(true)
    try {
      let answer: T
      do answer = await requestNext()
      while (!hasLeft.current && !isLast(answer))
      return answer
    } catch (error) {
      ignoreShownErrors(error)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
