import type { FastifyInstance } from 'fastify'
import type { Engine } from '#db/embedded.ts'
import type { SystemWatch } from '#platform/system-status/watch.ts'
import type { Listeners, OpenDatabase } from './database.ts'
import type { Settings } from './settings.ts'

/** What `start.ts` has begun before the program was loaded. */
export interface Beginning {
  settings: Settings
  masterKey: Buffer
  /** The embedded engine; null with a server. */
  engine: Promise<Engine> | null
}

/** What has been started so far; `draining` is true from the stop signal on. */
export const running: {
  app?: FastifyInstance
  database?: OpenDatabase
  watch?: SystemWatch
  draining: boolean
} = { draining: false }

/** What happens when the database fails while the program runs. */
export const listeners: Listeners = {
  onLost: ({ message }) => {
    running.watch?.meter.addLostConnection()
    running.app?.log.warn({ reason: message }, 'connection lost')
  },
  onRestart: (sentence) => running.app?.log.error(sentence),
  onExit: () => running.watch?.meter.addRestart(),
}
