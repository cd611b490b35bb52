import { useEffect, useMemo, useRef, useState } from 'react'
import type { WorklogDay } from './contractDay.ts'
import { type EntryLine, entryOf, linesOf, sameEntry } from './entry.ts'
import { useEntryDraft } from './useEntryDraft.tsx'

/** A log that is being edited: the input, the server's version, and the draft stored in this browser. */
export function useEntry(day: WorklogDay, title: string) {
  const base = useMemo(() => entryOf(day), [day])
  const [entry, setEntry] = useState(base)
  const before = useRef(base)
  useEffect(() => {
    // The server has a newer version: show it unless the user has edited the log meanwhile.
    const [old, now] = [before.current, base]
    before.current = now
    setEntry((typed) => (sameEntry(typed, old) ? now : typed))
  }, [base])
  const previousLines = useRef(new Map<string, EntryLine>())
  const lines = useMemo(() => {
    const made = linesOf(day.lines, entry.texts, previousLines.current)
    previousLines.current = new Map(made.map((line) => [line.key, line]))
    return made
  }, [day.lines, entry.texts])
  const isDirty = !sameEntry(entry, base)
  const draft = useEntryDraft(day, title, { entry, base, isDirty, setEntry })
  return { entry, lines, isDirty, ...draft, change: setEntry, reset: () => setEntry(base) }
}

export type EntryState = ReturnType<typeof useEntry>
