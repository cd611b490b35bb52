import { type EndpointRoute, routeOnly } from '#kit/endpointRoute.ts'
import type { session } from './contract.ts'

type Session = typeof session

/** The calls made before the console is loaded: those of the sign-in page, and the current user. */
export const earlyRoutes = {
  signIn: routeOnly<Session['signIn']>('POST /api/login/account'),
  captcha: routeOnly<Session['captcha']>('POST /api/login/captcha', 'query'),
  signOut: routeOnly<Session['signOut']>('POST /api/login/outLogin'),
  currentUser: routeOnly<Session['currentUser']>('GET /api/currentUser'),
} satisfies Partial<{ [Name in keyof Session]: EndpointRoute<Session[Name]> }>
