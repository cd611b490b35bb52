import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Client } from '#kit/client.ts'
import { useClient } from '#kit/clientContext.tsx'
import { refetchAll } from '#kit/query.tsx'
import { randomKey } from '#kit/submits.ts'
import { useUser } from '#kit/ui/user.tsx'
import type { WaitingRoom } from '#kit/ui/waiting.tsx'
import { changeWaiting, WaitingContextProvider, waitingOf } from '#kit/ui/waiting.tsx'
import type { Outcome, Waiting } from '#kit/waiting.ts'
import { enqueued, passOver, readmitted } from '#kit/waiting.ts'
import { actsAs } from './session.tsx'

type Send = (client: Client, entry: Waiting) => Promise<Outcome<unknown>>

/** The code that sends each kind of entry; loaded by the screen that writes it, or when an entry is waiting. */
const SENDERS: Record<string, () => Promise<Send>> = {
  worklog: () => import('#operations/worklogs/sendEntry.ts').then(({ sendEntry }) => sendEntry as Send),
}

async function deliver(client: Client, entry: Waiting): Promise<Outcome<unknown>> {
  // If the connection is down, the code may fail to load as well.
  const send = await SENDERS[entry.kind]?.().catch(() => undefined)
  // While the code was loading, another tab may have signed in as another user, whose token must not send this entry.
  return send && actsAs(entry.personId) ? send(client, entry) : { kind: 'later' }
}

/** Interval of automatic retries, in ms. */
const PAUSE_MS = 15_000

type Queue = readonly Waiting[]

/**
 * Sends entries, with retries while the connection is down: each entry takes effect once, in the order of submission.
 */
export function WaitingProvider({ children }: { children: ReactNode }) {
  const { id, viewer } = useUser()
  const [entries, setEntries] = useState<Queue>([])
  const pass = usePass(id, setEntries)
  useEffect(() => {
    // An admin who views the console as this user sends nothing in the user's name.
    if (viewer) return
    void waitingOf(id).then((queue) => {
      setEntries(queue)
      if (queue.length > 0) void pass()
    })
  }, [id, viewer, pass])
  useReturns(entries, pass)
  const room = useMemo<WaitingRoom>(() => {
    const change = (work: (queue: Queue) => Queue) => changeWaiting(id, work).then(setEntries)
    return {
      entries,
      send: async (asked) => {
        const idempotencyKey = randomKey()
        const entry = { ...asked, personId: id, savedAt: Date.now(), idempotencyKey }
        await change((queue) => enqueued(queue, entry))
        const left = (await pass()).find((one) => one.idempotencyKey === idempotencyKey)
        if (!left) return { kind: 'sent' }
        return left.problem === undefined ? { kind: 'later' } : { kind: 'refused', waiting: left }
      },
      retry: () => void change(readmitted).then(pass),
      drop: ({ seq }) => void change((queue) => queue.filter((one) => one.seq !== seq)),
    }
  }, [entries, id, pass])
  return <WaitingContextProvider value={room}>{children}</WaitingContextProvider>
}

/** Tries each waiting entry once and returns the remaining ones. Only one tab at a time does this. */
function usePass(personId: number, show: (queue: Queue) => void): () => Promise<Queue> {
  const client = useClient()
  const queries = useQueryClient()
  return useCallback(
    () =>
      oneTabAtATime(async () => {
        const queue = await passOver({
          read: () => waitingOf(personId),
          change: (work) => changeWaiting(personId, work),
          maySend: (entry) => navigator.onLine && actsAs(entry.personId),
          deliver: (entry) => deliver(client, entry),
          onSent: () => void refetchAll(queries),
        })
        show(queue)
        return queue
      }),
    [client, queries, personId, show],
  )
}

/** Insecure pages have no Web Locks; there the Idempotency-Key alone prevents duplicates. */
function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request('houtai-waiting', work) : work()
}

/** Retries when the connection returns, and at intervals. */
function useReturns(entries: Queue, pass: () => Promise<Queue>): void {
  const waits = entries.some(({ problem }) => problem === undefined)
  useEffect(() => {
    if (!waits) return
    const again = () => void pass()
    const timer = setInterval(again, PAUSE_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [waits, pass])
}
