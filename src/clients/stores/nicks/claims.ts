import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod'
import { findAgent } from '#clients/stores/assignments/queries.ts'
import { lockStore } from '#clients/stores/queries.ts'
import { today } from '#kit/calendar.ts'
import { AppError, conflictingField } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import type { Values } from '#kit/text.ts'
import { assertVersion } from '#kit/version.ts'
import { findBindings } from './bindingQueries.ts'
import { notifyConfirmed, notifyRejected, notifyUndone } from './claimNotices.ts'
import {
  type ClaimReader,
  type ClaimRow,
  findPendingClaim,
  getClaim,
  insertClaim,
  updateClaim,
} from './claimQueries.ts'
import type { BindInput, NickClaim, nickClaims } from './contract.ts'
import { type AccountRow, bindable, bindNick } from './edit.ts'
import {
  assertOpenFrom,
  bindingsJson,
  bindingVersions,
  findLosers,
  moveNick,
  readShares,
  restoreNick,
  type Share,
  saveClaimChange,
} from './moveQueries.ts'
import { fileClaims, findFirstUnmatched } from './queries.ts'
import * as rules from './rules.ts'
import { assertBindable, bindsDirectly } from './rules.ts'

type Input<K extends keyof typeof nickClaims> = z.output<(typeof nickClaims)[K]['input']>
type NickClaimInput = Omit<Input<'claim'>, 'takesOver'> & { takesOver?: boolean | undefined }
type VersionedId = Input<'withdraw'>

/** Converts a claim to API format. */
export function toNickClaim(row: ClaimRow) {
  return {
    ...row,
    platform: row.platform as NickClaim['platform'],
    status: row.status as NickClaim['status'],
    isDirect: row.decidedBy === row.createdBy && (row.status === 'confirmed' || row.status === 'undone'),
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
  }
}

export const claimReaderOf = ({ actor, clock }: Context): ClaimReader => ({
  actor,
  on: today(clock),
  now: clock(),
})

const writerOf = ({ actor, clock }: Context) => ({ staffId: actor.id, now: clock() })

/**
 * Files a claim of the actor. Throws FORBIDDEN for users who bind directly, NOT_FOUND out of reach, CONFLICT if the
 * actor already has or has claimed the nick or, without `takesOver`, if another person has it, and PERIOD_CLOSED if
 * days of a closed month would be taken over.
 */
export async function claimNick(context: Context, input: NickClaimInput): Promise<ClaimRow> {
  const { db, actor, clock, record } = context
  if (bindsDirectly(actor)) throw new AppError('FORBIDDEN', '您可以直接对应昵称，不需要认领。')
  const { storeId, nick, takesOver = false } = input
  const { companyCode } = await lockStore(db, bindable(actor, clock), storeId)
  const agent = await findAgent(db, actor.id)
  assertBindable(actor, agent, companyCode)
  // A handover that finished concurrently closed the claims of this user, who has left: allow no new one.
  if (agent?.status === 'left')
    throw new AppError('UNAUTHENTICATED', '您尚未登录，或登录已失效，请重新登录。')
  if (await findPendingClaim(db, { storeId, nick, staffId: actor.id }))
    throw nickConflict('您已经认领了这个昵称，正在等确认。')
  const unmatched = takesOver ? null : await findFirstUnmatched(db, storeId, nick)
  const fromOn = input.fromOn ?? unmatched ?? today(clock)
  const claim = { companyCode, storeId, nick, fromOn, takesOver }
  const holder = await holderOf(context, { ...claim, staffId: actor.id })
  const { ids, lines } = await fileClaims(db, { id: actor.id, name: actor.name, now: clock() }, [
    { ...claim, holder },
  ])
  for (const line of lines) record(line)
  return getClaim(db, claimReaderOf(context), ids[0] ?? 0)
}

const nickConflict = (sentence: string, values?: Values) => conflictingField('nick', sentence, values)

/** Returns the holder of the nick on the first day of a claim; throws if it cannot be claimed from that day on. */
async function holderOf({ db }: Context, claim: Parameters<typeof moveNick>[2]) {
  const plan = rules.planTakeover(claim, await findBindings(db, claim))
  if (!plan) throw nickConflict('这个昵称在那一天已经是您的，不需要认领。')
  if (claim.takesOver) {
    await assertOpenFrom(db, claim.companyCode, claim.fromOn)
    return plan.holder
  }
  if (!plan.holder) return undefined
  const { fromOn, staffName: name } = plan.holder
  throw nickConflict(
    '昵称“{nick}”自 {fromOn} 起是{name}的。要改为您的，请在店铺的平台昵称里从{name}那一行认领。',
    {
      nick: claim.nick,
      fromOn,
      name,
    },
  )
}

/**
 * Returns a claim that the actor may act on, with its store locked; throws NOT_FOUND, the errors of `assertAllowed`, or
 * STALE.
 */
export async function lockClaim(
  context: Context,
  { id, version }: { id: number; version?: number },
  assertAllowed: (claim: ClaimRow) => void,
): Promise<ClaimRow> {
  const { db } = context
  const { storeId } = await getClaim(db, claimReaderOf(context), id)
  await lockStore(db, sql<boolean>`true`, storeId)
  // Read again: all steps of a claim lock its store first.
  const claim = await getClaim(db, claimReaderOf(context), id)
  assertAllowed(claim)
  if (version !== undefined) assertVersion(claim, version, toNickClaim)
  return claim
}

/** The effect of confirming or undoing: the holder on the first day, and the figures by person before and after. */
export interface ClaimEffect {
  holder: { staffId: number; staffName: string } | undefined
  before: Share[]
  after: Share[]
}

/** Confirms a claim whose store is locked. */
export async function confirmLocked(context: Context, claim: ClaimRow): Promise<ClaimEffect> {
  const { db, actor, clock } = context
  rules.assertPending(claim)
  const bindings = claim.takesOver ? await findBindings(db, claim) : []
  const holder = rules.planTakeover(claim, bindings)?.holder
  const [rows, before] = [await bindingsJson(db, claim), await readShares(db, claim)]
  await moveNick(db, writerOf(context), claim)
  await updateClaim(db, claim.id, {
    status: 'confirmed',
    holderId: holder?.staffId ?? claim.holderId,
    decidedAt: clock(),
    decidedBy: actor.id,
    ...updatedNow(context),
  })
  await saveClaimChange(db, claim.id, rows)
  return { holder, before, after: await readShares(db, claim) }
}

/** A hash of the nick's bindings: it reveals changes since the consequences were shown. */
export async function bindingsHash(
  { db }: Context,
  claim: { storeId: number; nick: string },
): Promise<string> {
  return createHash('sha256')
    .update(await bindingVersions(db, claim))
    .digest('hex')
}

/** Confirms a claim: from its first day on, the figures of the nick count for the claimant. */
export async function confirm(context: Context, { seal, ...target }: Input<'confirm'>): Promise<ClaimRow> {
  const { db, actor, clock, record } = context
  const claim = await lockClaim(context, target, rules.assertMayDecide)
  if (seal !== undefined && seal !== (await bindingsHash(context, claim))) {
    throw new AppError('CONFLICT', '这个昵称的归属刚刚变过，请核对新的变化后再确认。')
  }
  const effect = await confirmLocked(context, claim)
  record(rules.claimLine('confirm-nick', claim, { staffId: [effect.holder?.staffId ?? null, claim.staffId] }))
  const losers = await findLosers(db, claim.id)
  await notifyConfirmed(db, { claim, by: actor, at: clock(), losers, ...effect })
  return getClaim(db, claimReaderOf(context), claim.id)
}

/** Rejects a claim; the bindings do not change. */
export async function reject(
  context: Context,
  { reason = null, ...target }: Input<'reject'>,
): Promise<ClaimRow> {
  const { db, actor, clock, record } = context
  const claim = await lockClaim(context, target, rules.assertMayDecide)
  rules.assertPending(claim)
  await updateClaim(db, claim.id, {
    status: 'rejected',
    reason,
    decidedAt: clock(),
    decidedBy: actor.id,
    ...updatedNow(context),
  })
  record(rules.claimLine('reject-nick', claim, reason ? { reason: [null, reason] } : {}))
  await notifyRejected(db, { claim, by: actor, at: clock(), reason })
  return getClaim(db, claimReaderOf(context), claim.id)
}

/** Withdraws the actor's own pending claim. */
export async function withdraw(context: Context, target: VersionedId): Promise<ClaimRow> {
  const { db, actor, clock, record } = context
  const claim = await lockClaim(context, target, (row) => rules.assertOwnClaim(actor, row))
  rules.assertPending(claim)
  await updateClaim(db, claim.id, {
    status: 'withdrawn',
    decidedAt: clock(),
    decidedBy: actor.id,
    ...updatedNow(context),
  })
  record(rules.claimLine('withdraw-nick', claim))
  return getClaim(db, claimReaderOf(context), claim.id)
}

/** Undoes a confirmation whose store is locked: restores the previous bindings of the nick. */
export async function undoLocked(context: Context, claim: ClaimRow): Promise<ClaimEffect> {
  const { db, actor, clock } = context
  rules.assertUndoable(claim, clock())
  const before = await readShares(db, claim)
  await restoreNick(db, writerOf(context), claim)
  await updateClaim(db, claim.id, {
    status: 'undone',
    undoneAt: clock(),
    undoneBy: actor.id,
    ...updatedNow(context),
  })
  const { holder } = rules.planTakeover(claim, await findBindings(db, claim)) ?? {}
  return { holder, before, after: await readShares(db, claim) }
}

/** Undoes a confirmed claim, or a direct binding. */
export async function undo(context: Context, target: VersionedId): Promise<ClaimRow> {
  const { db, actor, clock, record } = context
  const claim = await lockClaim(context, target, rules.assertMayDecide)
  const losers = await findLosers(db, claim.id)
  const effect = await undoLocked(context, claim)
  record(rules.claimLine('undo-nick', claim, { staffId: [claim.staffId, effect.holder?.staffId ?? null] }))
  await notifyUndone(db, { claim, by: actor, at: clock(), losers })
  return getClaim(db, claimReaderOf(context), claim.id)
}

/**
 * Binds a nick directly and saves it as a confirmed claim, so that the list offers the undo. If the same agent has a
 * pending claim, that claim is confirmed instead.
 */
export async function bindFromList(context: Context, input: BindInput): Promise<AccountRow> {
  const { db, actor, clock } = context
  const { companyCode } = await lockStore(db, bindable(actor, clock), input.storeId)
  const [rows, before] = [await bindingsJson(db, input), await readShares(db, input)]
  const bound = await bindNick(context, input)
  const { storeId, nick, staffId, fromOn } = bound
  const pending = await findPendingClaim(db, bound)
  const [at, by] = [clock(), actor.id]
  const decided = { status: 'confirmed' as const, decidedAt: at, decidedBy: by, updatedAt: at, updatedBy: by }
  const created = { companyCode, storeId, nick, staffId, fromOn, createdAt: at, createdBy: by }
  const id = pending?.id ?? (await insertClaim(db, { ...created, ...decided }))
  if (pending) await updateClaim(db, id, { fromOn, ...decided })
  await saveClaimChange(db, id, rows)
  if (pending) {
    const claim = await getClaim(db, claimReaderOf(context), id)
    const after = await readShares(db, claim)
    await notifyConfirmed(db, { claim, by: actor, at, losers: [], before, after })
  }
  return bound
}
