import { useEffect, useRef, useState } from 'react'
import { reported } from './reported.tsx'

/**
 * Requests the next part of some work from the server until the last one is done. Leaving the screen pauses it:
 * finished parts stay done, and the next visit continues.
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
