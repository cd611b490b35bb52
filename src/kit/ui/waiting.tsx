import type { UseStore } from 'idb-keyval'
import { createContext, use } from 'react'
import type { Waiting } from '#kit/waiting.ts'

type Library = typeof import('idb-keyval')
type Queue = readonly Waiting[]

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
export async function waitingOf(personId: number): Promise<Queue> {
  try {
    const { library, store } = await open()
    return (await library.get<Queue>(personId, store)) ?? []
  } catch {
    return memory.get(personId) ?? []
  }
}

/** Changes the queue atomically, also across tabs, and returns the new queue. */
export async function changeWaiting(personId: number, change: (queue: Queue) => Queue): Promise<Queue> {
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
export type Sent = { kind: 'sent' | 'later' } | { kind: 'refused'; waiting: Waiting }

/** The entries that wait for the server, and functions that add, retry and remove them. */
export interface WaitingRoom {
  entries: Queue
  /** Sends an entry now, or as soon as there is a connection. */
  send: (entry: Pick<Waiting, 'kind' | 'subject' | 'title' | 'content'>) => Promise<Sent>
  /** Retries all entries, including refused ones. */
  retry: () => void
  /** Discards an entry. */
  drop: (entry: Waiting) => void
}

const WaitingContext = createContext<WaitingRoom | null>(null)
export const WaitingContextProvider = WaitingContext.Provider

/** The entries that wait for the server; available in every screen of the console. */
export function useWaiting(): WaitingRoom {
  const room = use(WaitingContext)
  if (!room) throw new Error('useWaiting outside the console')
  return room
}
