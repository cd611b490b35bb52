import pg from 'pg'

const POLL_INTERVAL_MS = 1_000
/** Ticks (seconds) without a response after which the server counts as gone, even if its connections are still open. */
const SILENT_TICKS = 3

/** Queries a database server once a second on a connection of its own. */
export interface ServerWatch {
  isReady: () => boolean
  stop: () => Promise<void>
}

/**
 * Watches a server and calls `onGone` when it stops responding. A server that is stopped or cut off from the network
 * may leave its connections open, so that pending queries would wait for the statement timeout or without limit.
 */
export function watchServer(url: string, onGone: () => void): ServerWatch {
  let client: pg.Client | null = null
  let silent = 0
  const resetSilence = () => {
    silent = 0
  }
  const drop = () => {
    const last = client
    client = null
    void last?.end().catch(() => {})
  }
  const ping = async () => {
    if (client) return void (await client.query('select 1'))
    const newClient = new pg.Client({ connectionString: url, connectionTimeoutMillis: POLL_INTERVAL_MS })
    newClient.on('error', drop)
    client = newClient
    await newClient.connect()
    await newClient.query('select 1')
  }
  const timer = setInterval(() => {
    if (silent === SILENT_TICKS) onGone()
    if (silent >= SILENT_TICKS) drop()
    silent += 1
    ping().then(resetSilence, drop)
  }, POLL_INTERVAL_MS)
  return {
    isReady: () => silent <= 1,
    stop: async () => {
      clearInterval(timer)
      drop()
    },
  }
}
