import { useEffect, useState } from 'react'

/** Returns a text once it has stayed unchanged for `pauseMs`; until the first pause `initial`, by default the text. */
export function useDebouncedValue(text: string, pauseMs: number, initial = text): string {
  const [debounced, setDebounced] = useState(initial)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return debounced
}
