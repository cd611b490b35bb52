import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '#db/connect.ts'
import { findSharedAddress } from '#people/sessions/attempts/queries.ts'

/** Headers that proxies add. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const

const ADVICE =
  'TRUST_PROXY is not set: all sign-ins count for the address of the proxy, which locks everybody out together, and the records of sign-ins show the wrong address'

export interface ProxyWatch {
  /** Whether a request came through a proxy that is not trusted. */
  isIgnored: () => boolean
  /** Watches the requests of a server; the first one through a proxy is logged. */
  watch: (app: FastifyInstance) => void
}

/** Notices proxies in front of a program whose setting TRUST_PROXY is empty. */
export function proxyWatch(trustProxy: readonly string[] = []): ProxyWatch {
  let isIgnored = false
  return {
    isIgnored: () => isIgnored,
    watch: (app) => {
      if (trustProxy.length > 0) return
      app.addHook('onRequest', async ({ headers, log, ip }) => {
        if (isIgnored || !PROXY_HEADERS.some((name) => headers[name] !== undefined)) return
        isIgnored = true
        log.warn({ ip }, ADVICE)
      })
    },
  }
}

/** At the start and once a day: logs if several people signed in during the last week, and all from one address of this machine. */
export async function reportSharedAddress(
  db: Database,
  {
    trustProxy,
    now,
    log,
  }: { trustProxy: readonly string[]; now: Date; log: Pick<FastifyBaseLogger, 'warn'> },
): Promise<void> {
  if (trustProxy.length > 0) return
  const shared = await findSharedAddress(db, now)
  if (shared) log.warn(shared, ADVICE)
}
