import type { Bare } from '#kit/bare.ts'
import { bare } from '#kit/bare.ts'
import type { session } from './contract.ts'

type Session = typeof session

/** The calls that are made before the console is loaded: at the door, and to learn who is there. */
export const bareCalls = {
  signIn: bare<Session['signIn']>('POST /api/login/account'),
  captcha: bare<Session['captcha']>('POST /api/login/captcha', 'query'),
  signOut: bare<Session['signOut']>('POST /api/login/outLogin'),
  currentUser: bare<Session['currentUser']>('GET /api/currentUser'),
} satisfies Partial<{ [Name in keyof Session]: Bare<Session[Name]> }>
