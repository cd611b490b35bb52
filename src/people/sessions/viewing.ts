import type { Actor } from '#access/can.ts'
import { can } from '#access/can.ts'

/** Somebody as whom the console may be looked at. */
export interface Viewed {
  id: number
  companyCode: string
  status: string
  companyStatus: string
}

/** Whether an admin may look at the console as this person: within the own reach, and only who could sign in. */
export function mayViewAs(actor: Actor, { id, companyCode, status, companyStatus }: Viewed): boolean {
  const couldSignIn = status === 'active' && companyStatus === 'active'
  return couldSignIn && id !== actor.id && can(actor, 'canAdmin', { companyCode })
}
