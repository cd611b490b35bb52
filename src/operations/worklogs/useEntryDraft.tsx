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
  /** As the server has it. */
  base: Entry
  isDirty: boolean
  setEntry: (entry: Entry) => void
}

/** Keeps what is typed in this browser, and takes it up again; where the server has something newer, it is offered. */
export function useEntryDraft(day: WorklogDay, title: string, typed: Typed) {
  const { id, viewer } = useUser()
  const key = useMemo<DraftKey>(() => [id, `worklog ${day.on} ${day.shift}`, 'new'], [id, day.on, day.shift])
  const version = day.worklog?.version
  const { offered, setOffered, isReady } = useFound(key, version, typed)
  // Until an older draft has been answered it is not written over, and whoever only looks keeps none.
  const keeps = isReady && !offered && !viewer && day.mayEdit
  const keptAt = useKeeping(keeps, key, { title, version }, typed)
  // What waited has arrived meanwhile: then the server has the same, and there is nothing to choose.
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

/** What an earlier page left: taken up at once where the log has not changed since. */
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

/** Writes the draft a moment after the last key, and when the page goes; returns when it was written last. */
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
