import type { Actor } from '#access/can.ts'

/** The signed-in user: the fields for access checks, and a name to show. */
export interface Person extends Actor {
  username: string
  name: string
  mustChangePassword: boolean
  /** The company requires a second factor for this role, and the user has none yet. */
  mustSetSecondFactor: boolean
  /** The admin who views the console as this user; writes are refused meanwhile. */
  viewer?: { id: number; name: string } | null
}
