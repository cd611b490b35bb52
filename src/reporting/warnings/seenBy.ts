import type { Actor } from '#access/can.ts'
import { can, reachOf } from '#access/can.ts'
import { storeScope } from '#clients/scopes.ts'
import type { Day } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import type { RiskLevel, RiskPart } from './contract.ts'
import type { StorePart, WholeWeek } from './partOfTeam.ts'
import { weekOver } from './partOfTeam.ts'
import { findParts } from './queriesOfParts.ts'
import { riskLevel } from './score.ts'

/** A customer's week as stored. */
type Kept = WholeWeek & { companyCode: string; customerId: number; weekOn: Day }

/** A customer's week as the user may see it. */
type Seen<R extends Kept> = Omit<R, 'score' | 'riskParts'> & {
  /** Null if it would reveal figures of stores outside the user's reach. */
  score: number | null
  riskParts: RiskPart[]
  /** The level of the whole customer, for every user. */
  risk: RiskLevel
  /** Number of stores in the week outside the user's reach. */
  otherStores: number
  /** The parts that the figures are computed from; null if they cover the whole customer. */
  own: readonly StorePart[] | null
}

/** Whether the user reaches all stores of each reachable customer. A head reaches only the team's stores. */
export const seesWhole = (actor: Actor) => reachOf(actor, 'canReadStore') !== 'team'

/** The stores whose figures the user may see. */
export const storesOf = ({ actor, clock }: Pick<Context, 'actor' | 'clock'>) =>
  storeScope(actor, 'canReadStore', today(clock))

/** Weeks as the user may see them: over the stores within reach, unless these are all stores. */
export async function seenBy<R extends Kept>(
  context: Pick<Context, 'db' | 'actor' | 'clock'>,
  rows: readonly R[],
): Promise<Seen<R>[]> {
  const parts = seesWhole(context.actor) ? null : await findParts(context.db, rows, storesOf(context))
  return rows.map((row) => {
    const risk = riskLevel(row.score)
    const all = parts?.filter((part) => part.customerId === row.customerId && part.weekOn === row.weekOn)
    const own = all?.filter(({ isWithin }) => isWithin)
    // Without stored parts the figures cannot be split by store.
    const isWhole = !all || !own || (all.length > 0 && own.length === all.length)
    const riskParts = (parts: unknown) => reasonsFor(context.actor, row, parts as RiskPart[])
    if (isWhole) return { ...row, riskParts: riskParts(row.riskParts), risk, otherStores: 0, own: null }
    const week = weekOver(own, row)
    const otherStores = all.length - own.length
    return { ...row, ...week, riskParts: riskParts(week.riskParts), risk, otherStores, own }
  })
}

/**
 * Hides the amount and age of arrears from users who may not see bills; the fact that there are arrears stays visible.
 */
function reasonsFor(
  actor: Actor,
  { companyCode }: { companyCode: string },
  parts: readonly RiskPart[],
): RiskPart[] {
  if (can(actor, 'canChargeCustomer', { companyCode })) return [...parts]
  return parts.map((part) =>
    part.key === 'arrears' && part.points > 0 ? { ...part, value: null, of: null } : part,
  )
}
