import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { Client } from '#kit/client.ts'
import { useClient } from '#kit/clientContext.tsx'
import { randomKey } from '#kit/idempotencyKeys.ts'
import {
  clearRefusals,
  enqueue,
  type Outcome,
  type QueuedEntry,
  sendQueuedEntries,
} from '#kit/offlineQueue.ts'
import { refetchAll } from '#kit/query.tsx'
import {
  type OfflineQueue,
  OfflineQueueContextProvider,
  queuedEntries,
  updateQueue,
} from '#kit/ui/offlineQueue.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { isSignedInAs } from './session.tsx'

type Send = (client: Client, entry: QueuedEntry) => Promise<Outcome<unknown>>

/** The code that sends each kind of entry; loaded by the screen that writes it, or when an entry is waiting. */
const SENDERS: Record<string, () => Promise<Send>> = {
  worklog: () => import('#operations/worklogs/sendEntry.ts').then(({ sendEntry }) => sendEntry as Send),
}

async function deliver(client: Client, entry: QueuedEntry): Promise<Outcome<unknown>> {
  // If the connection is down, the code may fail to load as well.
  const send = await SENDERS[entry.kind]?.().catch(() => undefined)
  // While the code was loading, another tab may have signed in as another user, whose token must not send this entry.
  return send && isSignedInAs(entry.personId) ? send(client, entry) : { kind: 'later' }
}

/** Interval of automatic retries, in ms. */
const PAUSE_MS = 15_000

type Queue = readonly QueuedEntry[]

/**
 * Sends entries, with retries while the connection is down: each entry takes effect once, in the order of submission.
 */
export function OfflineQueueProvider({ children }: { children: ReactNode }) {
  const { id, viewer } = useUser()
  const [entries, setEntries] = useState<Queue>([])
  const sendQueue = useSendQueue(id, setEntries)
  useEffect(() => {
    // An admin who views the console as this user sends nothing in the user's name.
    if (viewer) return
    void queuedEntries(id).then((queue) => {
      setEntries(queue)
      if (queue.length > 0) void sendQueue()
    })
  }, [id, viewer, sendQueue])
  useRetries(entries, sendQueue)
  const offlineQueue = useMemo<OfflineQueue>(() => {
    const change = (work: (queue: Queue) => Queue) => updateQueue(id, work).then(setEntries)
    return {
      entries,
      send: async (input) => {
        const idempotencyKey = randomKey()
        const entry = { ...input, personId: id, savedAt: Date.now(), idempotencyKey }
        await change((queue) => enqueue(queue, entry))
        const remaining = (await sendQueue()).find((one) => one.idempotencyKey === idempotencyKey)
        if (!remaining) return { kind: 'sent' }
        return remaining.problem === undefined ? { kind: 'later' } : { kind: 'refused', entry: remaining }
      },
      retry: () => void change(clearRefusals).then(sendQueue),
      drop: ({ seq }) => void change((queue) => queue.filter((one) => one.seq !== seq)),
    }
  }, [entries, id, sendQueue])
  return <OfflineQueueContextProvider value={offlineQueue}>{children}</OfflineQueueContextProvider>
}

/** Tries each waiting entry once and returns the remaining ones. Only one tab at a time does this. */
function useSendQueue(personId: number, show: (queue: Queue) => void): () => Promise<Queue> {
  const client = useClient()
  const queries = useQueryClient()
  return useCallback(
    () =>
      oneTabAtATime(async () => {
        const queue = await sendQueuedEntries({
          read: () => queuedEntries(personId),
          change: (work) => updateQueue(personId, work),
          maySend: (entry) => navigator.onLine && isSignedInAs(entry.personId),
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
function useRetries(entries: Queue, sendQueue: () => Promise<Queue>): void {
  const hasQueued = entries.some(({ problem }) => problem === undefined)
  useEffect(() => {
    if (!hasQueued) return
    const again = () => void sendQueue()
    const timer = setInterval(again, PAUSE_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [hasQueued, sendQueue])
}
