import { useEffect, useState } from 'react'
import type { Start } from './PlainFirst.tsx'

/**
 * The text in a select's search field, at first the text typed into the plain field that the select replaces. antd
 * empties the search of a single choice when it mounts, so the text is set again afterwards.
 */
export function useTypedText(start: Start | undefined): [string, (text: string) => void] {
  const initial = start?.typed ?? ''
  const [typed, setTyped] = useState(initial)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the text at mount is set again
  useEffect(() => setTyped(initial), [])
  return [typed, setTyped]
}
