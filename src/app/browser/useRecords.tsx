import { useEffect, useState } from 'react'
import { search } from '#features/search/contract.ts'
import { useCall } from '#kit/query.tsx'
import { foundEntries, recordsIn } from './foundEntries.ts'
import type { PaletteEntry } from './palette.ts'

/** Nobody is asked while somebody is still typing. */
const PAUSE_MS = 180

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** One Latin letter begins too many names. */
const isEnough = (text: string) => text.length > 1 || /[^\0-\x7f]/.test(text)

/** The people, customers and stores that a text finds; what an earlier text found stays until the answer is there. */
export function useFound(typed: string): { entries: PaletteEntry[]; busy: boolean; failed: boolean } {
  const text = typed.trim()
  const keyword = useSettled(text)
  const enabled = isEnough(keyword) && isEnough(text)
  const call = useCall(search.find, { keyword }, { enabled, keepRows: true, skipErrorHandler: true })
  const entries = enabled && call.data ? foundEntries(call.data, keyword) : []
  const busy = isEnough(text) && (keyword !== text || call.isFetching)
  return { entries, busy, failed: enabled && call.isError && !busy }
}

/** The records that were opened lately, by their present names; those out of reach by now are not among them. */
export function useRecalled(recent: readonly string[]): PaletteEntry[] {
  const asked = recordsIn(recent)
  const enabled = Object.values(asked).some((ids) => ids.length > 0)
  const { data } = useCall(search.recall, asked, { enabled, skipErrorHandler: true })
  return data ? foundEntries(data) : []
}
