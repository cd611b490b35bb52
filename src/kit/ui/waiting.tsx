import type { UseStore } from 'idb-keyval'
import { createContext, use } from 'react'
import type { Waiting } from '#kit/waiting.ts'

type Library = typeof import('idb-keyval')
type Queue = readonly Waiting[]

let opened: Promise<{ library: Library; store: UseStore }> | undefined

/** A browser that keeps nothing (a private window) still sends what waits for as long as the page stands. */
const memory = new Map<number, Queue>()

function open() {
  opened ??= import('idb-keyval').then((library) => ({
    library,
    store: library.createStore('houtai-waiting', 'queues'),
  }))
  return opened
}

/** What a person sent and the server has not answered. */
export async function waitingOf(personId: number): Promise<Queue> {
  try {
    const { library, store } = await open()
    return (await library.get<Queue>(personId, store)) ?? []
  } catch {
    return memory.get(personId) ?? []
  }
}

/** Changes what waits, in one step also among tabs, and gives it as it is then. */
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

/** What was asked to be sent: `sent`, waiting for the line (`later`), or refused with a sentence. */
export type Sent = { kind: 'sent' | 'later' } | { kind: 'refused'; waiting: Waiting }

/** What waits for the server, and the ways in and out. */
export interface WaitingRoom {
  entries: Queue
  /** Sends something now, or as soon as there is a line. */
  send: (entry: Pick<Waiting, 'kind' | 'subject' | 'title' | 'content'>) => Promise<Sent>
  /** Tries all again, also what was refused. */
  retry: () => void
  /** Gives an entry up. */
  drop: (entry: Waiting) => void
}

const WaitingContext = createContext<WaitingRoom | null>(null)
export const WaitingContextProvider = WaitingContext.Provider

/** What waits for the server, in every screen of the console. */
export function useWaiting(): WaitingRoom {
  const room = use(WaitingContext)
  if (!room) throw new Error('useWaiting outside the console')
  return room
}
