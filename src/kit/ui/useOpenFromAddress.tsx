import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Opens a part of a screen if the address contains the parameter (`?new=1`, from the palette or another screen), and
 * removes the parameter.
 */
export function useOpenFromAddress(name: string, open: () => void): void {
  const [params, setParams] = useSearchParams()
  const isRequested = params.has(name)
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    if (!isRequested) return
    latest.current()
    setParams(
      (before) => {
        const rest = new URLSearchParams(before)
        rest.delete(name)
        return rest
      },
      { replace: true },
    )
  }, [isRequested, name, setParams])
}
