import type { UseStore } from 'idb-keyval'
import { createContext, use } from 'react'
import type { QueuedEntry } from '#kit/offlineQueue.ts'

type Library = typeof import('idb-keyval')
type Queue = readonly QueuedEntry[]

let opened: Promise<{ library: Library; store: UseStore }> | undefined

/** If a browser stores nothing (a private window), entries are kept in memory until the page is closed. */
const memory = new Map<number, Queue>()

function open() {
  opened ??= import('idb-keyval').then((library) => ({
    library,
    store: library.createStore('houtai-waiting', 'queues'),
  }))
  return opened
}

/** The entries of a user that the server has not answered. */
export async function queuedEntries(personId: number): Promise<Queue> {
  try {
    const { library, store } = await open()
    return (await library.get<Queue>(personId, store)) ?? []
  } catch {
    return memory.get(personId) ?? []
  }
}

/** Changes the queue atomically, also across tabs, and returns the new queue. */
export async function updateQueue(personId: number, change: (queue: Queue) => Queue): Promise<Queue> {
  let after: Queue = []
  try {
    const { library, store } = await open()
    await library.update<Queue>(
      personId,
      (queue) => {
        after = change(queue ?? [])
        return after
      },
      store,
    )
  } catch {
    after = change(memory.get(personId) ?? [])
    memory.set(personId, after)
  }
  return after
}

/** Result of a request to send: `sent`, waiting for the connection (`later`), or refused with a message. */
export type SendResult = { kind: 'sent' | 'later' } | { kind: 'refused'; entry: QueuedEntry }

/** The entries that wait for the server, and functions that add, retry and remove them. */
export interface OfflineQueue {
  entries: Queue
  /** Sends an entry now, or as soon as there is a connection. */
  send: (entry: Pick<QueuedEntry, 'kind' | 'subject' | 'title' | 'content'>) => Promise<SendResult>
  /** Retries all entries, including refused ones. */
  retry: () => void
  /** Discards an entry. */
  drop: (entry: QueuedEntry) => void
}

const OfflineQueueContext = createContext<OfflineQueue | null>(null)
export const OfflineQueueContextProvider = OfflineQueueContext.Provider

/** The entries that wait for the server; available in every screen of the console. */
export function useOfflineQueue(): OfflineQueue {
  const offlineQueue = use(OfflineQueueContext)
  if (!offlineQueue) throw new Error('useWaiting outside the console')
  return offlineQueue
}
