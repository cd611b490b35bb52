import type { Changes } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import { encrypt } from '#kit/encryption.ts'
import type { Context } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { assertVersionLazy } from '#kit/version.ts'
import { getStartedBooks } from '#people/books/queries.ts'
import { assertNoProblem, claimProblem } from '#people/books/rules.ts'
import { notify } from '#platform/notices/queries.ts'
import type { ClaimPage, ClaimStatus, Level } from './contract.ts'
import { approveItems, findItems } from './itemQueries.ts'
import { type ClaimRow, findPayee, lockClaim, updateClaim } from './queries.ts'
import { countPools, findReviewer, findReviewersOfLevel, findRule, insertDecision } from './reviewQueries.ts'
import * as rules from './rules.ts'
import { readPage } from './toClaim.ts'

export interface ClaimVersion {
  id: number
  version: number
}

/** Locks a claim for a step. Throws NOT_FOUND, or STALE if it changed since the user loaded it. */
export async function lockClaimAtVersion(context: Context, { id, version }: ClaimVersion): Promise<ClaimRow> {
  const row = await lockClaim(context.db, context.actor, id)
  await assertVersionLazy(row, version, () => readPage(context, id))
  return row
}

/** Records a step in the audit log, without empty fields. */
export function recordStep(
  { record }: Context,
  { id: recordId, companyCode, status: before }: ClaimRow,
  action: rules.Step,
  { status, ...changes }: { status: ClaimStatus } & Record<string, unknown>,
): void {
  const fields = Object.fromEntries(
    Object.entries(changes)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([field, value]) => [field, [null, value]]),
  ) as Changes
  const statusChange: Changes = before === status ? {} : { status: [before, status] }
  record({ action, entity: 'reimbursement', recordId, companyCode, changes: { ...statusChange, ...fields } })
}

const linkOf = ({ id }: ClaimRow) => `/reimbursement-bill-management/${id}`

/** Owner label for encrypting the card of a claim; it prevents decryption in the context of another claim. */
export const cardOwner = (id: number) => `reimbursement ${id}`

/** Submits a claim: saves the applicant's current bank details and the required levels. */
export async function submit(context: Context, claimVersion: ClaimVersion): Promise<ClaimPage> {
  const { db, actor, clock, keyFor } = context
  const row = await lockClaimAtVersion(context, claimVersion)
  rules.assertApplicant(actor, row)
  rules.assertStep(row.status, 'submit')
  rules.assertHasItems(row.itemCount)
  assertNoProblem('month', claimProblem(await getStartedBooks(context, row.companyCode), row.month))
  const { companyCode, totalCents } = row
  const pools = await countPools(db, companyCode, row.staffId)
  const levels = rules.levelsFor(totalCents, await findRule(db, companyCode), pools)
  const { name, payeeBank, payeeCard } = await findPayee(db, row.staffId)
  await approveItems(db, row.id, null)
  await updateClaim(db, row.id, {
    status: 'submitted',
    levels,
    round: row.round + 1,
    submittedAt: clock(),
    approvedCents: null,
    decidedAt: null,
    decidedBy: null,
    note: null,
    payeeName: name,
    payeeBank,
    payeeCardSealed: payeeCard
      ? encrypt(keyFor('payee-card'), Buffer.from(payeeCard), cardOwner(row.id))
      : null,
    payeeCardEnd: payeeCard ? payeeCard.slice(-4) : null,
    ...updatedNow(context),
  })
  recordStep(context, row, 'submit', { status: 'submitted', totalCents })
  await notifyReviewers(context, row, levels[0])
  return readPage(context, row.id)
}

/** Notifies the reviewers of the next level. */
async function notifyReviewers(
  { db, clock }: Context,
  row: ClaimRow,
  level: Level | undefined,
): Promise<void> {
  if (!level) return
  const people = await findReviewersOfLevel(db, row.companyCode, level, row.staffId)
  const title = {
    sentence: '{name}的报销单 {code} 待您审核',
    values: { name: row.staffName, code: row.code },
  }
  const common = { companyCode: row.companyCode, kind: 'claimSubmitted' as const, title, text: null }
  await notify(
    db,
    people.map((staffId) => ({ ...common, staffId, link: linkOf(row), at: clock() })),
  )
}

/** Withdraws a submitted claim and discards approvals of this round. */
export async function withdraw(context: Context, claimVersion: ClaimVersion): Promise<ClaimPage> {
  const { db, actor } = context
  const row = await lockClaimAtVersion(context, claimVersion)
  rules.assertApplicant(actor, row)
  rules.assertStep(row.status, 'withdraw')
  await approveItems(db, row.id, null)
  await updateClaim(db, row.id, {
    status: 'draft',
    levels: [],
    approvedCents: null,
    submittedAt: null,
    ...updatedNow(context),
  })
  recordStep(context, row, 'withdraw', { status: 'draft' })
  return readPage(context, row.id)
}

interface Approval extends ClaimVersion {
  items?: { id: number; approvedCents: number }[] | undefined
  note?: string | null | undefined
}

/** Approves a claim at its next level, in full or with lower amounts; after the last level it awaits payment. */
export async function approve(context: Context, approval: Approval): Promise<ClaimPage> {
  const row = await lockClaimAtVersion(context, approval)
  await approveLockedClaim(context, row, approval)
  return readPage(context, row.id)
}

/** Like `approve`, for a locked claim. */
export async function approveLockedClaim(
  context: Context,
  row: ClaimRow,
  { items, note = null }: Pick<Approval, 'items' | 'note'> = {},
): Promise<void> {
  const { db, actor, clock } = context
  const { level, forId } = rules.assertMayDecide(await findReviewer(db, actor, today(clock)), row)
  const approved = rules.approvedAmounts(await findItems(db, row.id), items)
  const approvedCents = approved.reduce((sum, item) => sum + item.approvedCents, 0)
  const levels = row.levels.slice(1)
  const isLast = levels.length === 0
  const status = isLast ? 'approved' : 'submitted'
  await approveItems(db, row.id, approved)
  await updateClaim(db, row.id, {
    status,
    levels,
    approvedCents,
    ...updatedNow(context),
    ...(isLast && { decidedAt: clock(), decidedBy: actor.id }),
  })
  await recordDecision(context, row, { level, verdict: 'approved', approvedCents, note, forId })
  recordStep(context, row, 'approve', { status, level, approvedCents, note, forId })
  if (isLast) await notifyApplicant(context, row, '您的报销单 {code} 已通过，等待打款')
  else await notifyReviewers(context, row, levels[0])
}

interface Verdict {
  level: Level
  verdict: 'approved' | 'returned' | 'rejected'
  approvedCents: number | null
  note: string | null
  forId: number | null
}

async function recordDecision({ db, actor, clock }: Context, row: ClaimRow, verdict: Verdict): Promise<void> {
  const { id: billId, round } = row
  await insertDecision(db, { ...verdict, billId, round, byId: actor.id, at: clock() })
}

/** Notifies the applicant of a decision or payment. */
export async function notifyApplicant(
  { db, clock }: Context,
  row: ClaimRow,
  sentence: string,
  note: string | null = null,
): Promise<void> {
  const text = note ? { sentence: '{text}', values: { text: note } } : null
  const { companyCode, staffId, code } = row
  const title = { sentence, values: { code } }
  const kind = 'claimDecided' as const
  await notify(db, [{ companyCode, staffId, kind, title, text, link: linkOf(row), at: clock() }])
}

interface Refusal extends ClaimVersion {
  note: string
}

/** Returns a claim to the applicant for changes. */
export function returnClaim(context: Context, refusal: Refusal): Promise<ClaimPage> {
  return refuse(context, refusal, 'return', 'returned')
}

/** Rejects a claim permanently. */
export function reject(context: Context, refusal: Refusal): Promise<ClaimPage> {
  return refuse(context, refusal, 'reject', 'rejected')
}

async function refuse(
  context: Context,
  { note, ...claimVersion }: Refusal,
  step: 'return' | 'reject',
  status: 'returned' | 'rejected',
): Promise<ClaimPage> {
  const { db, actor, clock } = context
  const row = await lockClaimAtVersion(context, claimVersion)
  const { level, forId } = rules.assertMayDecide(await findReviewer(db, actor, today(clock)), row)
  if (step === 'return') rules.assertApplicantActive(row.staffStatus)
  await approveItems(db, row.id, null)
  await updateClaim(db, row.id, {
    status,
    levels: [],
    approvedCents: null,
    note,
    decidedAt: clock(),
    decidedBy: actor.id,
    ...updatedNow(context),
  })
  await recordDecision(context, row, { level, verdict: status, approvedCents: null, note, forId })
  recordStep(context, row, step, { status, level, note, forId })
  const sentence = step === 'return' ? '您的报销单 {code} 被退回，请修改' : '您的报销单 {code} 被驳回'
  await notifyApplicant(context, row, sentence, note)
  return readPage(context, row.id)
}
