import type { FastifyInstance } from 'fastify'

/** By which the security events are found in the log. */
const MESSAGE = 'security'

/** What a request's end tells of security, or null; nothing of what the person typed is part of it. */
export function eventOf(method: string, route: string, status: number, hadToken: boolean): string | null {
  const at = `${method} ${route}`
  if (at === 'POST /api/login/account') {
    if (status === 200) return 'sign-in'
    if (status === 401) return 'sign-in-failed'
    if (status === 429) return 'sign-in-locked'
  }
  if (at === 'POST /api/login/outLogin' && status === 200) return 'sign-out'
  if (status === 401 && hadToken) return 'session-refused'
  if (status === 403) return 'denied'
  if (status === 429) return 'limited'
  if (status === 400 || status === 422) return 'invalid-input'
  return status === 200 && /\/export(s|ed)?\b/.test(route) ? 'export' : null
}

/** Logs sign-ins, refusals and exports as lines of their own: who, from where, on which route. */
export function logSecurityEvents(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const event = eventOf(request.method, route, reply.statusCode, Boolean(request.headers.authorization))
    if (!event) return
    request.log.info({ event, userId: request.session?.person.id, ip: request.ip, route }, MESSAGE)
  })
}
