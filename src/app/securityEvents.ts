import type { FastifyInstance } from 'fastify'

/** The log message of all security events. */
const MESSAGE = 'security'

const SIGN_IN_EVENTS: Record<number, string> = {
  200: 'sign-in',
  401: 'sign-in-failed',
  429: 'sign-in-locked',
}

/** The security event of a finished request, or null. It contains nothing that the user typed. */
export function eventOf(method: string, route: string, status: number, hadToken: boolean): string | null {
  const at = `${method} ${route}`
  const signInEvent = at === 'POST /api/login/account' ? SIGN_IN_EVENTS[status] : undefined
  if (signInEvent) return signInEvent
  if (at === 'POST /api/login/outLogin' && status === 200) return 'sign-out'
  if (status === 401 && hadToken) return 'session-refused'
  if (status === 403) return 'denied'
  if (status === 429) return 'limited'
  if (status === 400 || status === 422) return 'invalid-input'
  return status === 200 && /\/export(s|ed)?\b/.test(route) ? 'export' : null
}

/** Logs sign-ins, refusals and exports as separate lines, with user, address and route. */
export function logSecurityEvents(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const event = eventOf(request.method, route, reply.statusCode, Boolean(request.headers.authorization))
    if (!event) return
    request.log.info({ event, userId: request.session?.person.id, ip: request.ip, route }, MESSAGE)
  })
}
