import type { Bare } from '#kit/bare.ts'
import { bare } from '#kit/bare.ts'
import type { session } from './contract.ts'

type Session = typeof session

/** The calls made before the console is loaded: those of the sign-in page, and the current user. */
export const bareCalls = {
  signIn: bare<Session['signIn']>('POST /api/login/account'),
  captcha: bare<Session['captcha']>('POST /api/login/captcha', 'query'),
  signOut: bare<Session['signOut']>('POST /api/login/outLogin'),
  currentUser: bare<Session['currentUser']>('GET /api/currentUser'),
} satisfies Partial<{ [Name in keyof Session]: Bare<Session[Name]> }>
