import { useState } from 'react'
import type { FilterValue, FilterValues } from './address.ts'

export type Draft = Record<string, FilterValue | undefined>
export type SetDraft = (change: Draft) => void

/** The search form's input that has not been applied yet. It follows the address when that changes elsewhere. */
export function useDraft(applied: FilterValues): [Draft, SetDraft, (draft: Draft) => void] {
  const stamp = JSON.stringify(applied)
  const [followed, setFollowed] = useState(stamp)
  const [draft, setDraft] = useState<Draft>(applied)
  if (followed !== stamp) {
    setFollowed(stamp)
    setDraft(applied)
  }
  return [draft, (change) => setDraft((before) => ({ ...before, ...change })), setDraft]
}
