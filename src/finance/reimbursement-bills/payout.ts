import type { Changes } from '#kit/audit.ts'
import { dayOf, today } from '#kit/calendar.ts'
import { nextDayCode } from '#kit/counter.ts'
import { decrypt } from '#kit/encryption.ts'
import { AppError, refusal } from '#kit/errors.ts'
import { fileStamp } from '#kit/format.ts'
import { refusalReason, withSavepoint } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import type { Sentence } from '#kit/text.ts'
import { getStartedBooks } from '#people/books/queries.ts'
import { bankFile, type Payment } from './bankFile.ts'
import type { ClaimPage } from './contract.ts'
import {
  type ClaimRow,
  findSealedCards,
  freeClaims,
  getClaim,
  insertPayout,
  lockClaims,
  lockPayout,
  markDropped,
  updateClaim,
} from './queries.ts'
import * as rules from './rules.ts'
import {
  approveLockedClaim,
  type ClaimVersion,
  cardOwner,
  lockClaimAtVersion,
  notifyApplicant,
  recordStep,
} from './steps.ts'
import { readPage } from './toClaim.ts'

interface Payout {
  paidOn: string
  voucherNo: string
}

/** Marks a claim as paid; this cannot be undone. */
export async function pay(
  context: Context,
  { paidOn, voucherNo, ...claimVersion }: ClaimVersion & Payout,
): Promise<ClaimPage> {
  const row = await lockClaimAtVersion(context, claimVersion)
  await settle(context, row, { paidOn, voucherNo })
  return readPage(context, row.id)
}

async function settle(context: Context, row: ClaimRow, { paidOn, voucherNo }: Payout): Promise<void> {
  const { db, actor, clock } = context
  const { isApprover } = rules.assertMayPay(actor, row)
  rules.assertPaidOn(paidOn, row.submittedAt, await getStartedBooks(context, row.companyCode))
  await updateClaim(db, row.id, {
    status: 'paid',
    paidOn,
    voucherNo,
    paidAt: clock(),
    paidBy: actor.id,
    paidByApprover: isApprover,
    ...updatedNow(context),
  })
  recordStep(context, row, 'pay', { status: 'paid', paidOn, voucherNo, approvedCents: row.approvedCents })
  await notifyApplicant(context, row, '您的报销单 {code} 已打款')
}

/** Processes each claim with its own savepoint; one failure does not stop the others. */
async function eachClaim(
  context: Context,
  claims: readonly ClaimVersion[],
  step: (inner: Context, row: ClaimRow) => Promise<void>,
) {
  const distinctClaims = [...new Map(claims.map((claim) => [claim.id, claim])).values()]
  await lockClaims(
    context.db,
    distinctClaims.map(({ id }) => id),
  )
  const results = []
  for (const claim of distinctClaims) {
    const outcome = await withSavepoint(context, {}, async (inner) => {
      const row = await lockClaimAtVersion(inner, claim)
      await step(inner, row)
      return row.code
    })
    if ('value' in outcome) results.push({ id: claim.id, code: outcome.value, problem: null })
    else
      results.push({
        id: claim.id,
        code: await codeOf(context, claim.id),
        problem: refusalReason(outcome.refusal),
      })
  }
  return { results }
}

/** Code of a claim; null if it is out of scope. */
async function codeOf({ db, actor }: Context, id: number): Promise<string | null> {
  const row = await getClaim(db, actor, id).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  return row?.code ?? null
}

/** Approves claims at their next level. */
export function approveMany(context: Context, { claims }: { claims: readonly ClaimVersion[] }) {
  return eachClaim(context, claims, (inner, row) => approveLockedClaim(inner, row))
}

/** Marks claims as paid with one voucher number. */
export function payMany(
  context: Context,
  { claims, ...payout }: { claims: readonly ClaimVersion[] } & Payout,
) {
  return eachClaim(context, claims, (inner, row) => settle(inner, row, payout))
}

/**
 * Creates the payment file of the claims that the actor may pay and that are in no other file; returns the omitted
 * claims with reasons. Saves the file's code, author and time.
 */
export async function createBankFile(context: Context, { ids }: { ids: readonly number[] }) {
  const { db, actor, clock, keyFor } = context
  await lockClaims(db, ids)
  const cards = await findSealedCards(db, ids)
  const payments: (Payment & { id: number; companyCode: string })[] = []
  const left: { code: string; problem: Sentence }[] = []
  for (const id of new Set(ids)) {
    const row = await getClaim(db, actor, id)
    const sealed = cards.get(id)
    const problem = problemOf(actor, row) ?? (sealed ? null : NO_CARD)
    if (problem || !sealed) {
      left.push({ code: row.code, problem: problem ?? NO_CARD })
      continue
    }
    const card = decrypt(keyFor('payee-card'), sealed, cardOwner(id)).toString()
    const { code, companyCode, payeeName, payeeBank, approvedCents } = row
    const payee = { payeeName: payeeName ?? '', payeeBank: payeeBank ?? '' }
    payments.push({ id, companyCode, code, ...payee, card, cents: approvedCents ?? 0 })
  }
  if (payments.length === 0)
    throw refusal('WRONG_STATE', left[0]?.problem ?? { sentence: '没有可以打款的报销单。' }, { left })
  const code = await savePayoutFile(context, payments)
  return {
    code,
    name: `报销打款_${code}_${fileStamp(clock())}.csv`,
    content: bankFile(payments),
    count: payments.length,
    cents: payments.reduce((sum, { cents }) => sum + cents, 0),
    left,
  }
}

/** Throws WRONG_STATE if the claim is already in a payment file, since a second one would pay it twice. */
function assertInNoFile({ payoutCode, payoutByName, payoutAt }: ClaimRow): void {
  if (!payoutCode) return
  throw new AppError(
    'WRONG_STATE',
    '已在{name} {day} 下载的付款文件 {code} 里；那份没有交给银行的，请先作废它。',
    {
      values: { name: payoutByName ?? '', day: payoutAt ? dayOf(payoutAt) : '', code: payoutCode },
    },
  )
}

/** Saves which claims a payment file contains, with an audit line per claim; returns its code. */
async function savePayoutFile(
  { db, actor, clock, record }: Context,
  payments: readonly { id: number; companyCode: string; cents: number }[],
): Promise<string> {
  const code = await nextDayCode(db, actor.companyCode, 'DK', today(clock))
  const file = { companyCode: actor.companyCode, code, ...createdNow({ actor, clock }) }
  await insertPayout(
    db,
    file,
    payments.map(({ id: billId, cents }) => ({ billId, cents })),
  )
  for (const { id, companyCode, cents } of payments) {
    const changes: Changes = { cents: [null, cents], payout: [null, code] }
    record({ action: 'bank-file', entity: 'reimbursement', recordId: id, companyCode, changes })
  }
  return code
}

/** Marks a payment file as not sent to the bank, so that its unpaid claims can be in another file. */
export async function dropFile(context: Context, { id, reason }: { id: number; reason: string }) {
  const { db, actor, clock, record } = context
  const { code, droppedAt } = await lockPayout(db, actor, id)
  if (droppedAt) throw new AppError('WRONG_STATE', '这份付款文件已经作废。')
  const freed = await freeClaims(db, id)
  if (freed.length === 0) throw new AppError('WRONG_STATE', '这份付款文件里的报销单都已打款，不能作废。')
  await markDropped(db, id, { droppedAt: clock(), droppedBy: actor.id, droppedWhy: reason })
  for (const { id: recordId, companyCode } of freed) {
    const changes: Changes = { payout: [code, null], reason: [null, reason] }
    record({ action: 'drop-bank-file', entity: 'reimbursement', recordId, companyCode, changes })
  }
  return { code, freed: freed.length }
}

const NO_CARD: Sentence = {
  sentence: '没有收款卡号，请在员工资料里补上后由本人重新提交，或线下付款后登记。',
}

/** Why a claim cannot be paid by file; null if it can. */
function problemOf(actor: Context['actor'], row: ClaimRow): Sentence | null {
  try {
    rules.assertMayPay(actor, row)
    assertInNoFile(row)
  } catch (error) {
    if (error instanceof AppError) return refusalReason(error)
    throw error
  }
  return null
}
