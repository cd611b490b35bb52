import type * as z from 'zod'
import { AppError } from '#kit/errors.ts'
import { maskMobile } from '#kit/fields.ts'
import type { Person } from '#kit/person.ts'
import { hashToken } from '#kit/secret.ts'
import type { Context } from '#kit/serve.ts'
import { AddressRefused, plainAddress } from '#people/sessions/addresses/rules.ts'
import type { NewAttempt } from '#people/sessions/attempts/queries.ts'
import { type Factor, maskUnknownName, type Outcome } from '#people/sessions/attempts/rules.ts'
import type { session } from './contract.ts'
import { findClaimed, findTicket } from './signInQueries.ts'

type Input = z.output<(typeof session)['signIn']['input']>

/** As whom and from which device a caller means to sign in; nothing of it is proved yet. */
export interface Claim {
  /** The typed user name or mobile as it is compared. */
  name: string
  /** The id of the device if it is known for this person. */
  deviceId: number | null
  /** Hash of the browser's secret; null if it sent none. */
  secretHash: Buffer | null
  /** The record of the attempt, without its outcome. */
  record: Omit<NewAttempt, 'outcome'>
}

/** The claim of a step; null if its ticket is unknown or has expired. */
export async function claimOf(
  { db, clock, ip, userAgent }: Context<Person | null>,
  input: Input,
): Promise<Claim | null> {
  const now = clock()
  const secretHash = input.device ? hashToken(input.device) : null
  const claimed = await whoOf(db, input, now)
  if (!claimed) return null
  const owner = (await findClaimed(db, claimed.who, secretHash, now)) ?? null
  return {
    name: claimed.name || (owner?.username.toLowerCase() ?? ''),
    deviceId: owner?.deviceId ?? null,
    secretHash,
    record: {
      at: now,
      name: shownName(input, claimed.name, owner?.username ?? null),
      owner: owner && { staffId: owner.staffId, companyCode: owner.companyCode },
      ip: plainAddress(ip),
      userAgent,
      knownDevice: Boolean(owner?.deviceId),
      factor: factorOf(input),
    },
  }
}

async function whoOf(db: Context['db'], input: Input, now: Date) {
  if (input.type === 'account') {
    const name = input.username.normalize('NFKC').toLowerCase()
    return { name, who: { username: name } }
  }
  if (input.type === 'mobile') return { name: input.mobile, who: { mobile: input.mobile } }
  const ticket = await findTicket(db, hashToken(input.ticket), now)
  return ticket && { name: '', who: { staffId: ticket.staffId } }
}

/** A mobile is masked whether it is registered or not; an unknown user name may be a password. */
function shownName(input: Input, name: string, username: string | null): string {
  if (input.type === 'mobile') return maskMobile(input.mobile) ?? ''
  return username ?? maskUnknownName(name)
}

function factorOf(input: Input): Factor {
  if (input.type === 'account') return 'password'
  if (input.type === 'mobile') return 'mobileCode'
  return /^\d{6}$/.test(input.otp) ? 'appCode' : 'recoveryCode'
}

/** A refusal of a caller whose proof was right. */
export class SignInRefusal extends AppError {
  readonly outcome: Outcome

  constructor(outcome: Outcome, message: string) {
    super('UNAUTHENTICATED', message)
    this.outcome = outcome
  }
}

/** The recorded outcome of a failed step; null for a fault, which is no attempt. */
export function outcomeOf(error: unknown): Outcome | null {
  if (error instanceof SignInRefusal) return error.outcome
  if (error instanceof AddressRefused) return 'addressRefused'
  if (!(error instanceof AppError)) return null
  if (error.code === 'SECOND_FACTOR') return 'secondStep'
  if (error.code === 'TOO_MANY') return 'locked'
  return error.code === 'UNAUTHENTICATED' ? 'wrong' : null
}
