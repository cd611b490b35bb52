import type { FastifyInstance } from 'fastify'

/** What a page of an allowed origin may send and read in addition to the CORS defaults; our client needs no more. */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key',
  'access-control-max-age': '7200',
}
const READABLE = 'content-disposition, idempotency-replayed, retry-after'

/**
 * Allows pages of the given origins to call the API: pages built with this server's address as API_URL. Other origins
 * get responses without CORS headers. Credentials are never allowed: there are no cookies, the `authorization` header
 * identifies the session.
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
