import { useEffect, useMemo, useRef, useState } from 'react'
import type { Draft, DraftKey } from '#kit/ui/draft.ts'
import { useDraftSaver } from '#kit/ui/draftSaver.tsx'
import { loadDraft } from '#kit/ui/drafts.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { WorklogDay } from './contractDay.ts'
import { type Entry, sameEntry } from './entry.ts'

interface EntryInput {
  entry: Entry
  /** The log as saved on the server. */
  base: Entry
  isDirty: boolean
  setEntry: (entry: Entry) => void
}

/**
 * Stores the input as a draft in this browser and restores it later. If the log has changed on the server since, the
 * draft is only offered.
 */
export function useEntryDraft(day: WorklogDay, title: string, input: EntryInput) {
  const { id, viewer } = useUser()
  const key = useMemo<DraftKey>(() => [id, `worklog ${day.on} ${day.shift}`, 'new'], [id, day.on, day.shift])
  const version = day.worklog?.version
  const { offered, setOffered, isReady } = useStoredDraft(key, version, input)
  // Until the user has decided about an older draft, it is not overwritten. Read-only users store no draft.
  const isStoring = isReady && !offered && !viewer && day.mayEdit
  const storedAt = useDraftStorage(isStoring, key, { title, version }, input)
  // The draft has reached the server meanwhile: both versions are equal, and there is nothing to choose.
  const isSame = offered !== null && sameEntry(offered.values.entry as Entry, input.base)
  useEffect(() => {
    if (isSame) setOffered(null)
  }, [isSame, setOffered])
  return {
    offered: isSame ? null : offered,
    keptAt: storedAt,
    acceptDraft: () => {
      input.setEntry(offered?.values.entry as Entry)
      setOffered(null)
    },
    discardDraft: () => setOffered(null),
  }
}

/** Loads the draft of an earlier visit; restores it immediately if the log has not changed since. */
function useStoredDraft(key: DraftKey, version: number | undefined, { base, setEntry }: EntryInput) {
  const [offered, setOffered] = useState<Draft | null>(null)
  const [isReady, setReady] = useState(false)
  const first = useRef({ base, version, setEntry })
  useEffect(() => {
    let isMounted = true
    void loadDraft(key).then((draft) => {
      if (!isMounted) return
      const storedEntry = draft?.values.entry as Entry | undefined
      if (draft && storedEntry && !sameEntry(storedEntry, first.current.base)) {
        if (draft.version === first.current.version) first.current.setEntry(storedEntry)
        else setOffered(draft)
      }
      setReady(true)
    })
    return () => {
      isMounted = false
    }
  }, [key])
  return { offered, setOffered, isReady }
}

/** Writes the draft shortly after the last input, and when the page is closed; returns when it was last written. */
function useDraftStorage(
  isStoring: boolean,
  key: DraftKey,
  { title, version }: { title: string; version: number | undefined },
  { entry, isDirty }: EntryInput,
): number | null {
  const [storedAt, setStoredAt] = useState<number | null>(null)
  const [onStored] = useState(() => (draft: Draft | null) => setStoredAt(draft?.savedAt ?? null))
  const keeper = useDraftSaver(key, { isOff: !isStoring, onSaved: onStored })
  useEffect(() => {
    const about = { title, savedAt: Date.now(), ...(version !== undefined && { version }) }
    keeper.put(isDirty ? { ...about, before: {}, left: [], values: { entry } } : null)
  }, [keeper, title, version, entry, isDirty])
  return storedAt
}
