import type { Actor } from '#access/can.ts'

/** Who is signed in: the facts that access needs, and a name to show. */
export interface Person extends Actor {
  username: string
  name: string
  mustChangePassword: boolean
  /** The company asks a second factor of this role, and the person has none yet. */
  mustSetSecondFactor: boolean
  /** Who looks at the console as this person sees it; they change nothing meanwhile. */
  viewer?: { id: number; name: string } | null
}
