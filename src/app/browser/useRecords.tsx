import { useEffect, useState } from 'react'
import { useCall } from '#kit/query.tsx'
import { search } from '#workspace/search/contract.ts'
import { foundEntries, recordsIn } from './foundEntries.ts'
import type { PaletteEntry } from './palette.ts'

/** Debounce: a search is sent after this pause in typing. */
const PAUSE_MS = 180

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** A single Latin letter matches too many names. */
const isEnough = (text: string) => text.length > 1 || /[^\0-\x7f]/.test(text)

/** The staff, customers and stores that match a text; earlier results stay until the response arrives. */
export function useRecordSearch(typed: string): {
  entries: PaletteEntry[]
  busy: boolean
  error: Error | null
} {
  const text = typed.trim()
  const keyword = useSettled(text)
  const enabled = isEnough(keyword) && isEnough(text)
  const call = useCall(search.find, { keyword }, { enabled, keepRows: true, messagePlace: 'inPage' })
  const entries = enabled && call.data ? foundEntries(call.data, keyword) : []
  const busy = isEnough(text) && (keyword !== text || call.isFetching)
  return { entries, busy, error: enabled && !busy ? call.error : null }
}

/** The recently opened records, with their current names; records now out of reach are left out. */
export function useRecentRecords(recent: readonly string[]): {
  entries: PaletteEntry[]
  error: Error | null
} {
  const recordIds = recordsIn(recent)
  const enabled = Object.values(recordIds).some((ids) => ids.length > 0)
  const { data, error } = useCall(search.recall, recordIds, { enabled, messagePlace: 'inPage' })
  return { entries: data ? foundEntries(data) : [], error }
}
