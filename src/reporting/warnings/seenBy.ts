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

/** A customer's week as it is kept. */
type Kept = WholeWeek & { companyCode: string; customerId: number; weekOn: Day }

/** The same as a person may see it. */
type Seen<R extends Kept> = Omit<R, 'score' | 'riskParts'> & {
  /** Null where it would tell of stores that the person does not reach. */
  score: number | null
  riskParts: RiskPart[]
  /** The customer's own, whoever looks. */
  risk: RiskLevel
  /** How many stores have a part in the week that the person does not reach. */
  otherStores: number
  /** The parts that the figures are made of; null where they are the whole customer's. */
  own: readonly StorePart[] | null
}

/** Whether a person who reaches a customer reaches all of its stores. A head has those of the team. */
export const seesWhole = (actor: Actor) => reachOf(actor, 'canReadStore') !== 'team'

/** The stores whose figures a person may see. */
export const storesOf = ({ actor, clock }: Pick<Context, 'actor' | 'clock'>) =>
  storeScope(actor, 'canReadStore', today(clock))

/** Weeks as a person may see them: over the stores within reach, where that is not all of them. */
export async function seenBy<R extends Kept>(
  context: Pick<Context, 'db' | 'actor' | 'clock'>,
  rows: readonly R[],
): Promise<Seen<R>[]> {
  const parts = seesWhole(context.actor) ? null : await findParts(context.db, rows, storesOf(context))
  return rows.map((row) => {
    const risk = riskLevel(row.score)
    const all = parts?.filter((part) => part.customerId === row.customerId && part.weekOn === row.weekOn)
    const own = all?.filter(({ isWithin }) => isWithin)
    // Nothing kept by store means that nothing is known of which part is whose.
    const isWhole = !all || !own || (all.length > 0 && own.length === all.length)
    const riskParts = (parts: unknown) => reasonsFor(context.actor, row, parts as RiskPart[])
    if (isWhole) return { ...row, riskParts: riskParts(row.riskParts), risk, otherStores: 0, own: null }
    const week = weekOver(own, row)
    const otherStores = all.length - own.length
    return { ...row, ...week, riskParts: riskParts(week.riskParts), risk, otherStores, own }
  })
}

/** That something is overdue is a class, as the level is; how much, and since when, is for whoever sees the bills. */
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
