import { createContext, use } from 'react'
import { effectiveRole } from '#access/can.ts'
import type { Person } from '#kit/person.ts'
import { t } from '#kit/text.ts'

/** The user in the form that the server returns to the browser. */
export interface User extends Person {
  companyName: string
  /** What the header shows; null for the installation's title and mark. */
  companyShortName: string | null
  companyLogo: { address: string; width: number; height: number } | null
  /** Masked. */
  mobile: string | null
}

/** The signed-in user, and the functions that change the session. */
export interface Session {
  user: User | null
  /** Why the server ended the session; null if it did not. */
  reason: string | null
  /** Stores the token of a sign-in and fetches the user. */
  begin: (token: string) => Promise<void>
  /** Fetches the user again. */
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

/** The signed-in user; inside the frame there always is one. */
export function useUser(): User {
  const { user } = useSession()
  if (!user) throw new Error('useUser where nobody is signed in')
  return user
}

const roleLabels = { admin: '管理员', head: '客服组长', member: '客服', sales: '商务', finance: '财务' }

/** The name of a user's role. */
export function roleLabel(user: User): string {
  const column = effectiveRole(user)
  return column ? t(roleLabels[column]) : '-'
}
