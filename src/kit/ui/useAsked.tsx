import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Opens something of a screen because the address asks for it (`?new=1`, from the palette or from another screen), and
 * takes the word out of the address again.
 */
export function useAsked(name: string, open: () => void): void {
  const [params, setParams] = useSearchParams()
  const asked = params.has(name)
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    if (!asked) return
    latest.current()
    setParams(
      (before) => {
        const rest = new URLSearchParams(before)
        rest.delete(name)
        return rest
      },
      { replace: true },
    )
  }, [asked, name, setParams])
}
