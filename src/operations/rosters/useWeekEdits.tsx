import { useEffect, useRef, useState } from 'react'
import { useAction } from '#kit/query.tsx'
import type { RosterEntry } from './contract.ts'
import { rosters } from './contract.ts'
import { cellKey } from './week.ts'

interface Wanted {
  staffId: number
  on: string
  entries: RosterEntry[]
  /** What stood there when it was written. */
  seen: RosterEntry[]
}

type Wishes = ReadonlyMap<string, Wanted>

/** What is written in quick succession is sent together. */
const PAUSE_MS = 400

/**
 * Keeps what is written into the week until the server has it: shown at once, sent after a short pause, one request at a
 * time. What the server refuses is given up, and the week is fetched again.
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
      // The client has told why; what stands on the server is what counts.
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
  // Whoever leaves the page at once has written all the same.
  useEffect(() => () => void sendNow.current(), [])

  return {
    wanted: new Map([...wishes].map(([key, { entries }]) => [key, entries])),
    isSaving: wishes.size > 0,
    /** Writes days; `seen` is what the row shows there. */
    write: (cells: readonly Wanted[]) => setWishes((now) => withThose(now, cells)),
  }
}

/** A day that is written again before it was sent still was seen as at first. */
function withThose(now: Wishes, cells: readonly Wanted[]): Wishes {
  const next = new Map(now)
  for (const cell of cells) {
    const key = cellKey(cell.staffId, cell.on)
    next.set(key, { ...cell, seen: now.get(key)?.seen ?? cell.seen })
  }
  return next
}

/** What is left after a request: what was written meanwhile, over what was just sent. */
function without(now: Wishes, sent: Wishes): Wishes {
  const left = [...now].filter(([key, wish]) => wish !== sent.get(key))
  return new Map(left.map(([key, wish]) => [key, { ...wish, seen: sent.get(key)?.entries ?? wish.seen }]))
}
