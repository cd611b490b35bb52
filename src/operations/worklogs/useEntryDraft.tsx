import { useEffect, useMemo, useRef, useState } from 'react'
import type { Draft, DraftKey } from '#kit/ui/draft.ts'
import { useDraftKeeper } from '#kit/ui/draftKeeper.tsx'
import { loadDraft } from '#kit/ui/drafts.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { WorklogDay } from './contractDay.ts'
import type { Entry } from './entry.ts'
import { sameEntry } from './entry.ts'

interface Typed {
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
export function useEntryDraft(day: WorklogDay, title: string, typed: Typed) {
  const { id, viewer } = useUser()
  const key = useMemo<DraftKey>(() => [id, `worklog ${day.on} ${day.shift}`, 'new'], [id, day.on, day.shift])
  const version = day.worklog?.version
  const { offered, setOffered, isReady } = useFound(key, version, typed)
  // Until the user has decided about an older draft, it is not overwritten. Read-only users store no draft.
  const keeps = isReady && !offered && !viewer && day.mayEdit
  const keptAt = useKeeping(keeps, key, { title, version }, typed)
  // The draft has reached the server meanwhile: both versions are equal, and there is nothing to choose.
  const isSame = offered !== null && sameEntry(offered.values.entry as Entry, typed.base)
  useEffect(() => {
    if (isSame) setOffered(null)
  }, [isSame, setOffered])
  return {
    offered: isSame ? null : offered,
    keptAt,
    take: () => {
      typed.setEntry(offered?.values.entry as Entry)
      setOffered(null)
    },
    refuse: () => setOffered(null),
  }
}

/** Loads the draft of an earlier visit; restores it immediately if the log has not changed since. */
function useFound(key: DraftKey, version: number | undefined, { base, setEntry }: Typed) {
  const [offered, setOffered] = useState<Draft | null>(null)
  const [isReady, setReady] = useState(false)
  const first = useRef({ base, version, setEntry })
  useEffect(() => {
    let here = true
    void loadDraft(key).then((draft) => {
      if (!here) return
      const kept = draft?.values.entry as Entry | undefined
      if (draft && kept && !sameEntry(kept, first.current.base)) {
        if (draft.version === first.current.version) first.current.setEntry(kept)
        else setOffered(draft)
      }
      setReady(true)
    })
    return () => {
      here = false
    }
  }, [key])
  return { offered, setOffered, isReady }
}

/** Writes the draft shortly after the last input, and when the page is closed; returns when it was last written. */
function useKeeping(
  keeps: boolean,
  key: DraftKey,
  { title, version }: { title: string; version: number | undefined },
  { entry, isDirty }: Typed,
): number | null {
  const [keptAt, setKeptAt] = useState<number | null>(null)
  const [onKept] = useState(() => (draft: Draft | null) => setKeptAt(draft?.savedAt ?? null))
  const keeper = useDraftKeeper(key, { isOff: !keeps, onKept })
  useEffect(() => {
    const about = { title, savedAt: Date.now(), ...(version !== undefined && { version }) }
    keeper.put(isDirty ? { ...about, before: {}, left: [], values: { entry } } : null)
  }, [keeper, title, version, entry, isDirty])
  return keptAt
}
