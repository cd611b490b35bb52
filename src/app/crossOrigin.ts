import type { FastifyInstance } from 'fastify'

/** What a page elsewhere may send and read beside what every page may; our client sends no more. */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key',
  'access-control-max-age': '7200',
}
const READABLE = 'content-disposition, idempotency-replayed, retry-after'

/**
 * Lets the pages of the named origins call the API: those that were built with this server's address as API_URL. Any other
 * origin, and every one where none is named, is answered as if there were no such thing. Credentials are never allowed:
 * there is no cookie, a session is the `authorization` header.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const allowed = new Set(origins)
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    reply.header('vary', 'origin')
    const { origin } = request.headers
    if (!origin || !allowed.has(origin)) return
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': READABLE })
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method']) {
      return reply.status(204).headers(PREFLIGHT).send()
    }
  })
}
