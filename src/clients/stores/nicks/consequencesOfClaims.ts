import type * as z from 'zod'
import { dryRun } from '#kit/attempt.ts'
import type { Consequence, Consequences } from '#kit/consequences.ts'
import { change, some, what } from '#kit/consequences.ts'
import type { Context } from '#kit/serve.ts'
import type { Moved } from './claims.ts'
import { claimNick, confirmHeld, holdClaim, sealOf, undoHeld } from './claims.ts'
import type { nickClaims } from './contract.ts'
import { findBindings } from './queriesOfBindings.ts'
import type { ClaimRow } from './queriesOfClaims.ts'
import type { Share } from './queriesOfMoves.ts'
import { assertMayDecide } from './rulesOfClaims.ts'

/** The changes that a claim would make once confirmed, from a dry run. */
export async function ofClaim(
  context: Context,
  { takesOver, ...input }: z.output<typeof nickClaims.claimConsequences.input>,
): Promise<Consequences> {
  return dryRun(context, async (inner) => {
    const claim = await claimNick(inner, { ...input, takesOver: takesOver === 'true' })
    return { items: await ofConfirming(inner, claim) }
  })
}

/** The changes that confirming a claim would make, from a dry run. The seal covers the bindings of the nick. */
export async function ofConfirm(context: Context, { id }: { id: number }): Promise<Consequences> {
  return dryRun(context, async (inner) => {
    const claim = await holdClaim(inner, { id }, assertMayDecide)
    const seal = await sealOf(inner, claim)
    return { items: await ofConfirming(inner, claim), seal }
  })
}

/** The changes that undoing a confirmed claim would make, from a dry run. */
export async function ofUndo(context: Context, { id }: { id: number }): Promise<Consequences> {
  return dryRun(context, async (inner) => {
    const claim = await holdClaim(inner, { id }, assertMayDecide)
    const moved = await undoHeld(inner, claim)
    const back = moved.holder?.staffName ?? null
    return {
      items: [
        ...change('text', '昵称归属', [claim.staffName, back]),
        begins(claim),
        ...byPerson(claim, moved),
      ],
    }
  })
}

async function ofConfirming(context: Context, claim: ClaimRow): Promise<Consequence[]> {
  const moved = await confirmHeld(context, claim)
  const bindings = await findBindings(context.db, claim)
  const own = bindings.find(
    ({ staffId, fromOn, toOn }) =>
      staffId === claim.staffId && fromOn <= claim.fromOn && (toOn === null || toOn >= claim.fromOn),
  )
  return [
    ...change('text', '昵称归属', [moved.holder?.staffName ?? null, claim.staffName]),
    begins(claim, own?.toOn ?? null),
    ...byPerson(claim, moved),
  ]
}

function begins({ fromOn }: ClaimRow, until: string | null = null): Consequence {
  const more = until ? { note: '到 {until} 为止，之后已是别人的', values: { until } } : {}
  return what('text', '从这一天起', fromOn, more)
}

const NOTHING = { days: 0, handledUsers: null, consultUsers: null }

/** The gains and losses by person, the claimant first. */
function byPerson({ staffId, staffName }: ClaimRow, { before, after }: Moved): Consequence[] {
  const people = new Map([[staffId, staffName]])
  for (const share of [...before, ...after]) people.set(share.staffId, share.name)
  return [...people].flatMap(([id, name]) => {
    const [was, now] = [before, after].map(
      (shares) => shares.find((share) => share.staffId === id) ?? NOTHING,
    )
    return was && now ? differences(name, was, now) : []
  })
}

type Counts = Pick<Share, 'days' | 'handledUsers' | 'consultUsers'>

function differences(name: string, was: Counts, now: Counts): Consequence[] {
  const [days, handled, consult] = (['days', 'handledUsers', 'consultUsers'] as const).map(
    (key) => (now[key] ?? 0) - (was[key] ?? 0),
  )
  const values = { name }
  const more = (days ?? 0) >= 0
  return [
    ...some(more ? '{name}增加的天数' : '{name}减少的天数', Math.abs(days ?? 0), { values }),
    ...some(more ? '{name}增加的接待人数' : '{name}减少的接待人数', Math.abs(handled ?? 0), { values }),
    ...some(more ? '{name}增加的咨询人数' : '{name}减少的咨询人数', Math.abs(consult ?? 0), { values }),
  ]
}
