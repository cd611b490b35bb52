import type { ReactNode } from 'react'
import { createContext, use } from 'react'
import type { ReachFacts } from '#access/can.ts'
import { can, standing } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import type { Person } from '#kit/person.ts'
import { t } from '#kit/text.ts'

/** The person as the server tells it to the browser. */
export interface User extends Person {
  companyName: string
  /** Masked. */
  mobile: string | null
}

/** Who is signed in, and the three things that can happen to that. */
export interface Session {
  user: User | null
  /** Why the server ended the session; null if it did not. */
  reason: string | null
  /** Takes the token of a sign-in and fetches the person. */
  begin: (token: string) => Promise<void>
  /** Fetches the person again. */
  refresh: () => Promise<void>
  /** Signs out here and on the server. */
  end: () => Promise<void>
}

const SessionContext = createContext<Session | null>(null)
export const SessionContextProvider = SessionContext.Provider

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession outside the app')
  return session
}

/** The person who is signed in; inside the frame there always is one. */
export function useUser(): User {
  const { user } = useSession()
  if (!user) throw new Error('useUser where nobody is signed in')
  return user
}

/** Shows its children to whoever holds the permission and, where a record is given, reaches it. */
export function Can(props: { permission: Permission; record?: ReachFacts; children: ReactNode }) {
  return can(useSession().user, props.permission, props.record) ? props.children : null
}

const standingNames = { admin: '管理员', head: '客服组长', member: '客服', sales: '商务', finance: '财务' }

/** What a person is called by their role. */
export function standingName(user: User): string {
  const column = standing(user)
  return column ? t(standingNames[column]) : '-'
}
