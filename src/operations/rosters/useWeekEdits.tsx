import { useEffect, useRef, useState } from 'react'
import { useAction } from '#kit/query.tsx'
import { type RosterEntry, rosters } from './contract.ts'
import { cellKey } from './week.ts'

interface PendingEdit {
  staffId: number
  on: string
  entries: RosterEntry[]
  /** The entries that the user saw when editing. */
  seen: RosterEntry[]
}

type PendingEdits = ReadonlyMap<string, PendingEdit>

/** Debounce: edits in quick succession are sent together. */
const DEBOUNCE_MS = 400

/**
 * Holds the edits of the week until the server has saved them: shows them immediately and sends them after a short
 * pause, one request at a time, also after the user has left the page. If the server rejects a request, drops the edits
 * of its days and loads the week again; other edits are still sent.
 */
export function useWeekEdits(refetch: () => Promise<unknown>) {
  const [pending, setPending] = useState<PendingEdits>(new Map())
  const save = useAction(rosters.plan, { waitsForReads: true })
  // What is pending at this moment, also between two renderings and after the last one.
  const latest = useRef(pending)
  const sending = useRef(false)

  const change = (next: (now: PendingEdits) => PendingEdits) => {
    latest.current = next(latest.current)
    setPending(latest.current)
  }
  const sendOnce = async (sent: PendingEdits) => {
    // The client shows an error. What the server has applies then.
    const isSaved = await save.mutateAsync({ cells: [...sent.values()] }).then(
      () => true,
      () => false,
    )
    if (!isSaved) await refetch()
    change((now) => (isSaved ? unsentEdits(now, sent) : withoutDays(now, sent)))
  }
  const send = async () => {
    if (sending.current) return
    sending.current = true
    try {
      while (latest.current.size > 0) await sendOnce(latest.current)
    } finally {
      sending.current = false
    }
  }
  const sendNow = useRef(send)
  sendNow.current = send
  useEffect(() => {
    if (pending.size === 0) return
    const timer = setTimeout(() => void sendNow.current(), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [pending])
  // Also sends pending edits when the user leaves the page.
  useEffect(() => () => void sendNow.current(), [])

  return {
    edited: new Map([...pending].map(([key, { entries }]) => [key, entries])),
    isSaving: pending.size > 0,
    /** Edits days; `seen` contains the entries that the row shows. */
    write: (cells: readonly PendingEdit[]) => change((now) => withEdits(now, cells)),
  }
}

/** Adds edits. A day that is edited again before it was sent keeps its first `seen`. */
function withEdits(now: PendingEdits, cells: readonly PendingEdit[]): PendingEdits {
  const next = new Map(now)
  for (const cell of cells) {
    const key = cellKey(cell.staffId, cell.on)
    next.set(key, { ...cell, seen: now.get(key)?.seen ?? cell.seen })
  }
  return next
}

/** Returns the edits made during a request; their `seen` becomes what the request has saved. */
function unsentEdits(now: PendingEdits, sent: PendingEdits): PendingEdits {
  const remaining = [...now].filter(([key, edit]) => edit !== sent.get(key))
  return new Map(
    remaining.map(([key, edit]) => [key, { ...edit, seen: sent.get(key)?.entries ?? edit.seen }]),
  )
}

/** Returns the edits of days that a rejected request did not contain. */
const withoutDays = (now: PendingEdits, rejected: PendingEdits): PendingEdits =>
  new Map([...now].filter(([key]) => !rejected.has(key)))
