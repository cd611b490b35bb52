import { useEffect, useMemo, useRef, useState } from 'react'
import type { WorklogDay } from './contractDay.ts'
import type { EntryLine } from './entry.ts'
import { entryOf, linesOf, sameEntry } from './entry.ts'
import { useEntryDraft } from './useEntryDraft.tsx'

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
