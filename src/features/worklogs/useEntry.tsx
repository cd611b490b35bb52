import { useEffect, useMemo, useRef, useState } from 'react'
import type { Draft, DraftKey } from '#kit/ui/draft.ts'
import { dropDraft, loadDraft, saveDraft } from '#kit/ui/drafts.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { WorklogDay } from './contractDay.ts'
import type { Entry, EntryLine } from './entry.ts'
import { entryOf, linesOf, sameEntry } from './entry.ts'

const PAUSE_MS = 400

/** A log while it is being written: what is typed, what the server has, and the copy that this browser keeps. */
export function useEntry(day: WorklogDay, title: string) {
  const base = useMemo(() => entryOf(day), [day])
  const [entry, setEntry] = useState(base)
  const before = useRef(base)
  useEffect(() => {
    // The server has something newer: it is shown where nothing else was typed meanwhile.
    const [old, now] = [before.current, base]
    before.current = now
    setEntry((typed) => (sameEntry(typed, old) ? now : typed))
  }, [base])
  const known = useRef(new Map<string, EntryLine>())
  const lines = useMemo(() => {
    const made = linesOf(day.lines, entry.texts, known.current)
    known.current = new Map(made.map((line) => [line.key, line]))
    return made
  }, [day.lines, entry.texts])
  const isDirty = !sameEntry(entry, base)
  const draft = useEntryDraft(day, title, { entry, base, isDirty, setEntry })
  return { entry, lines, isDirty, ...draft, change: setEntry, reset: () => setEntry(base) }
}

export type EntryState = ReturnType<typeof useEntry>

interface Typed {
  entry: Entry
  base: Entry
  isDirty: boolean
  setEntry: (entry: Entry) => void
}

/** Keeps what is typed in this browser, and takes it up again; where the server has something newer, it is offered. */
function useEntryDraft(day: WorklogDay, title: string, { entry, base, isDirty, setEntry }: Typed) {
  const { id, viewer } = useUser()
  const key = useMemo<DraftKey>(() => [id, `worklog ${day.on} ${day.shift}`, 'new'], [id, day.on, day.shift])
  const version = day.worklog?.version
  const [offered, setOffered] = useState<Draft | null>(null)
  const [keptAt, setKeptAt] = useState<number | null>(null)
  const [isReady, setReady] = useState(false)
  const first = useRef({ base, version, setEntry })
  useEffect(() => {
    let here = true
    void loadDraft(key).then((draft) => {
      if (!here) return
      const kept = draft?.values.entry as Entry | undefined
      const { base: begun, version: seen } = first.current
      if (draft && kept && !sameEntry(kept, begun)) {
        if (draft.version === seen) first.current.setEntry(kept)
        else setOffered(draft)
      }
      setReady(true)
    })
    return () => {
      here = false
    }
  }, [key])
  useEffect(() => {
    // Until the older draft has been answered it is not written over, and whoever only looks keeps none.
    if (!isReady || offered || viewer || !day.mayEdit) return
    const draft = { title, savedAt: Date.now(), version, values: { entry }, before: {}, left: [] }
    const keep = () => (isDirty ? saveDraft(key, draft as Draft) : dropDraft(key))
    const timer = setTimeout(() => {
      setKeptAt(isDirty ? draft.savedAt : null)
      void keep()
    }, PAUSE_MS)
    const hide = () => void keep()
    window.addEventListener('pagehide', hide)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', hide)
    }
  }, [entry, isDirty, isReady, offered, viewer, day.mayEdit, key, title, version])
  return {
    offered,
    keptAt,
    take: () => {
      setEntry(offered?.values.entry as Entry)
      setOffered(null)
    },
    refuse: () => setOffered(null),
  }
}
