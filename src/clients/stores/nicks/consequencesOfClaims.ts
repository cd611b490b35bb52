import type * as z from 'zod'
import { type Consequence, type Consequences, changeRow, countRow, valueRow } from '#kit/consequences.ts'
import { dryRunInTransaction } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import { findBindings } from './bindingQueries.ts'
import type { ClaimRow } from './claimQueries.ts'
import { bindingsHash, type ClaimEffect, claimNick, confirmLocked, lockClaim, undoLocked } from './claims.ts'
import type { nickClaims } from './contract.ts'
import type { Share } from './moveQueries.ts'
import { assertMayDecide } from './rules.ts'

/** The changes that a claim would make once confirmed, from a dry run. */
export async function claimConsequences(
  context: Context,
  { takesOver, ...input }: z.output<typeof nickClaims.claimConsequences.input>,
): Promise<Consequences> {
  return dryRunInTransaction(context, async (inner) => {
    const claim = await claimNick(inner, { ...input, takesOver: takesOver === 'true' })
    return { items: await confirmationRows(inner, claim) }
  })
}

/** The changes that confirming a claim would make, from a dry run. The seal covers the bindings of the nick. */
export async function confirmConsequences(context: Context, { id }: { id: number }): Promise<Consequences> {
  return dryRunInTransaction(context, async (inner) => {
    const claim = await lockClaim(inner, { id }, assertMayDecide)
    const seal = await bindingsHash(inner, claim)
    return { items: await confirmationRows(inner, claim), seal }
  })
}

/** The changes that undoing a confirmed claim would make, from a dry run. */
export async function undoConsequences(context: Context, { id }: { id: number }): Promise<Consequences> {
  return dryRunInTransaction(context, async (inner) => {
    const claim = await lockClaim(inner, { id }, assertMayDecide)
    const effect = await undoLocked(inner, claim)
    const back = effect.holder?.staffName ?? null
    return {
      items: [
        ...changeRow('text', '昵称归属', [claim.staffName, back]),
        firstDayRow(claim),
        ...rowsByPerson(claim, effect),
      ],
    }
  })
}

async function confirmationRows(context: Context, claim: ClaimRow): Promise<Consequence[]> {
  const effect = await confirmLocked(context, claim)
  const bindings = await findBindings(context.db, claim)
  const ownBinding = bindings.find(
    ({ staffId, fromOn, toOn }) =>
      staffId === claim.staffId && fromOn <= claim.fromOn && (toOn === null || toOn >= claim.fromOn),
  )
  return [
    ...changeRow('text', '昵称归属', [effect.holder?.staffName ?? null, claim.staffName]),
    firstDayRow(claim, ownBinding?.toOn ?? null),
    ...rowsByPerson(claim, effect),
  ]
}

function firstDayRow({ fromOn }: ClaimRow, until: string | null = null): Consequence {
  const more = until ? { note: '到 {until} 为止，之后已是别人的', values: { until } } : {}
  return valueRow('text', '从这一天起', fromOn, more)
}

const NOTHING = { days: 0, handledUsers: null, consultUsers: null }

/** The gains and losses by person, the claimant first. */
function rowsByPerson({ staffId, staffName }: ClaimRow, { before, after }: ClaimEffect): Consequence[] {
  const people = new Map([[staffId, staffName]])
  for (const share of [...before, ...after]) people.set(share.staffId, share.name)
  return [...people].flatMap(([id, name]) => {
    const [was, now] = [before, after].map(
      (shares) => shares.find((share) => share.staffId === id) ?? NOTHING,
    )
    return was && now ? differenceRows(name, was, now) : []
  })
}

type Counts = Pick<Share, 'days' | 'handledUsers' | 'consultUsers'>

function differenceRows(name: string, was: Counts, now: Counts): Consequence[] {
  const [days, handled, consult] = (['days', 'handledUsers', 'consultUsers'] as const).map(
    (key) => (now[key] ?? 0) - (was[key] ?? 0),
  )
  const values = { name }
  const more = (days ?? 0) >= 0
  return [
    ...countRow(more ? '{name}增加的天数' : '{name}减少的天数', Math.abs(days ?? 0), { values }),
    ...countRow(more ? '{name}增加的接待人数' : '{name}减少的接待人数', Math.abs(handled ?? 0), { values }),
    ...countRow(more ? '{name}增加的咨询人数' : '{name}减少的咨询人数', Math.abs(consult ?? 0), { values }),
  ]
}
