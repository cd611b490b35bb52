import type { Actor } from '#access/can.ts'

/** Who is signed in: the facts that access needs, and a name to show. */
export interface Person extends Actor {
  username: string
  name: string
  mustChangePassword: boolean
}
