import { useEffect, useRef, useState } from 'react'
import { useAction } from '#kit/query.tsx'
import type { RosterEntry } from './contract.ts'
import { rosters } from './contract.ts'
import { cellKey } from './week.ts'

interface Wanted {
  staffId: number
  on: string
  entries: RosterEntry[]
  /** The entries that the user saw when editing. */
  seen: RosterEntry[]
}

type Wishes = ReadonlyMap<string, Wanted>

/** Debounce: edits in quick succession are sent together. */
const PAUSE_MS = 400

/**
 * Holds the edits of the week until the server has saved them: shows them immediately and sends them after a short
 * pause, one request at a time. If the server rejects a request, drops all pending edits and loads the week again.
 */
export function useWeekEdits(refetch: () => Promise<unknown>) {
  const [wishes, setWishes] = useState<Wishes>(new Map())
  const save = useAction(rosters.plan)
  const latest = useRef(wishes)
  latest.current = wishes
  const sending = useRef(false)

  const send = async () => {
    const sent = latest.current
    if (sending.current || sent.size === 0) return
    sending.current = true
    try {
      await save.mutateAsync({ cells: [...sent.values()] })
      await refetch()
      setWishes((now) => without(now, sent))
    } catch {
      // The client has already shown the error. The state on the server applies.
      await refetch()
      setWishes(new Map())
    } finally {
      sending.current = false
    }
  }
  const sendNow = useRef(send)
  sendNow.current = send
  useEffect(() => {
    if (wishes.size === 0) return
    const timer = setTimeout(() => void sendNow.current(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wishes])
  // Also sends pending edits when the user leaves the page.
  useEffect(() => () => void sendNow.current(), [])

  return {
    wanted: new Map([...wishes].map(([key, { entries }]) => [key, entries])),
    isSaving: wishes.size > 0,
    /** Edits days; `seen` contains the entries that the row shows. */
    write: (cells: readonly Wanted[]) => setWishes((now) => withThose(now, cells)),
  }
}

/** Adds edits. A day that is edited again before it was sent keeps its first `seen`. */
function withThose(now: Wishes, cells: readonly Wanted[]): Wishes {
  const next = new Map(now)
  for (const cell of cells) {
    const key = cellKey(cell.staffId, cell.on)
    next.set(key, { ...cell, seen: now.get(key)?.seen ?? cell.seen })
  }
  return next
}

/** Returns the edits made during a request; their `seen` becomes what the request has saved. */
function without(now: Wishes, sent: Wishes): Wishes {
  const left = [...now].filter(([key, wish]) => wish !== sent.get(key))
  return new Map(left.map(([key, wish]) => [key, { ...wish, seen: sent.get(key)?.entries ?? wish.seen }]))
}
