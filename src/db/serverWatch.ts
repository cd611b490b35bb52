import pg from 'pg'

const EVERY_MS = 1_000
/** A server that says nothing for so many seconds is taken for gone, whatever its connections look like. */
const SILENT_TICKS = 3

/** Asks a database server once a second whether it is there, on a connection of its own. */
export interface ServerWatch {
  isReady: () => boolean
  stop: () => Promise<void>
}

/**
 * Watches over a server. `onGone` is called when it goes silent: a server that is stopped, or whose network is cut,
 * leaves its connections open, and whoever waits on one would wait for as long as a statement may take, or for ever.
 */
export function watchServer(url: string, onGone: () => void): ServerWatch {
  let client: pg.Client | null = null
  let silent = 0
  const heard = () => {
    silent = 0
  }
  const drop = () => {
    const last = client
    client = null
    void last?.end().catch(() => {})
  }
  const ask = async () => {
    if (client) return void (await client.query('select 1'))
    const fresh = new pg.Client({ connectionString: url, connectionTimeoutMillis: EVERY_MS })
    fresh.on('error', drop)
    client = fresh
    await fresh.connect()
    await fresh.query('select 1')
  }
  const timer = setInterval(() => {
    if (silent === SILENT_TICKS) onGone()
    if (silent >= SILENT_TICKS) drop()
    silent += 1
    ask().then(heard, drop)
  }, EVERY_MS)
  return {
    isReady: () => silent <= 1,
    stop: async () => {
      clearInterval(timer)
      drop()
    },
  }
}
