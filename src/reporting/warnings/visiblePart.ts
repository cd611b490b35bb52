import { type Actor, can, reachOf } from '#access/can.ts'
import { storeScope } from '#clients/scopes.ts'
import { type Day, today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import type { RiskLevel, RiskPart } from './contract.ts'
import { partialWeek, type StorePart, type WholeWeek } from './partialWeek.ts'
import { findParts } from './partQueries.ts'
import { riskLevel } from './score.ts'

/** A customer's week as stored. */
type StoredWeek = WholeWeek & { companyCode: string; customerId: number; weekOn: Day }

/** A customer's week as the user may see it. */
type VisibleWeek<R extends StoredWeek> = Omit<R, 'score' | 'riskParts'> & {
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
export const reachesAllStores = (actor: Actor) => reachOf(actor, 'canReadStore') !== 'team'

/** The stores whose figures the user may see. */
export const visibleStores = ({ actor, clock }: Pick<Context, 'actor' | 'clock'>) =>
  storeScope(actor, 'canReadStore', today(clock))

/** Weeks as the user may see them: over the stores within reach, unless these are all stores. */
export async function visiblePart<R extends StoredWeek>(
  context: Pick<Context, 'db' | 'actor' | 'clock'>,
  rows: readonly R[],
): Promise<VisibleWeek<R>[]> {
  const parts = reachesAllStores(context.actor)
    ? null
    : await findParts(context.db, rows, visibleStores(context))
  return rows.map((row) => {
    const risk = riskLevel(row.score)
    const all = parts?.filter((part) => part.customerId === row.customerId && part.weekOn === row.weekOn)
    const visibleParts = all?.filter(({ isWithin }) => isWithin)
    // Without stored parts the figures cannot be split by store.
    const isComplete = !all || !visibleParts || (all.length > 0 && visibleParts.length === all.length)
    const riskParts = (parts: unknown) => visibleReasons(context.actor, row, parts as RiskPart[])
    if (isComplete) return { ...row, riskParts: riskParts(row.riskParts), risk, otherStores: 0, own: null }
    const week = partialWeek(visibleParts, row)
    const otherStores = all.length - visibleParts.length
    return { ...row, ...week, riskParts: riskParts(week.riskParts), risk, otherStores, own: visibleParts }
  })
}

/**
 * Hides the amount and age of arrears from users who may not see bills; the fact that there are arrears stays visible.
 */
function visibleReasons(
  actor: Actor,
  { companyCode }: { companyCode: string },
  parts: readonly RiskPart[],
): RiskPart[] {
  if (can(actor, 'canChargeCustomer', { companyCode })) return [...parts]
  return parts.map((part) =>
    part.key === 'arrears' && part.points > 0 ? { ...part, value: null, of: null } : part,
  )
}
