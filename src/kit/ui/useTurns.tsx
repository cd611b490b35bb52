import { useEffect, useRef, useState } from 'react'
import { reported } from './reported.tsx'

/**
 * Asks the server for the next part of some work until it says that this was the last. Whoever leaves the screen pauses
 * it: what was done stays done, and the next visit goes on.
 */
export function useTurns() {
  const [busy, setBusy] = useState(false)
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  const run = async <T,>(turn: () => Promise<T>, isLast: (answer: T) => boolean): Promise<T | undefined> => {
    setBusy(true)
    try {
      let answer: T
      do answer = await turn()
      while (!left.current && !isLast(answer))
      return answer
    } catch (error) {
      reported(error)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
