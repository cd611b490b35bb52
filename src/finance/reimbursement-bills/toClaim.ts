import { today } from '#kit/calendar.ts'
import { maskCard } from '#kit/fields.ts'
import type { Context } from '#kit/serve.ts'
import { isMonthClosed } from '#people/books/queries.ts'
import { lateExpenseDays } from '#people/books/rules.ts'
import { findAttachments } from './attachmentQueries.ts'
import type { Claim, ClaimPage, Decision } from './contract.ts'
import {
  type DuplicateRow,
  findDuplicates,
  findItems,
  findNearbyTotals,
  type ItemRow,
} from './itemQueries.ts'
import { type ClaimRow, getClaim } from './queries.ts'
import { findDecisions, findReviewer, findRule } from './reviewQueries.ts'
import { decisionCapacity, paymentCapacity, type Reviewer } from './rules.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

/** Formats a claim for the reader, with the actions that the reader may take. */
export function toClaim(row: ClaimRow, reviewer: Reviewer): Claim {
  const { payeeCardEnd, approverIds: _a, reviewerIds: _r, round: _n, ...claimFields } = row
  const { payoutId, payoutCode, payoutAt, payoutByName, ...rest } = claimFields
  return {
    ...rest,
    payout: payoutId
      ? { id: payoutId, code: payoutCode ?? '', byName: payoutByName ?? '', at: iso(payoutAt) ?? '' }
      : null,
    payeeCard: maskCard(payeeCardEnd),
    mine: row.staffId === reviewer.actor.id,
    mayDecide: decisionCapacity(reviewer, row) !== null,
    mayPay: paymentCapacity(reviewer.actor, row) !== null,
    submittedAt: iso(row.submittedAt),
    decidedAt: iso(row.decidedAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Reads a claim with everything that its page shows; throws NOT_FOUND if it is out of scope. */
export async function readPage({ db, actor, clock }: Context, id: number): Promise<ClaimPage> {
  const reviewer = await findReviewer(db, actor, today(clock))
  const row = await getClaim(db, actor, id)
  const [items, files, decisions] = [
    await findItems(db, id),
    await findAttachments(db, id),
    await findDecisions(db, id),
  ]
  const of = (itemId: number | null) =>
    files.filter((file) => file.itemId === itemId).map(({ itemId: _, ...file }) => file)
  const itemContext = {
    month: row.month,
    duplicates: await findDuplicates(db, actor, id),
    around: await findNearbyTotals(db, id),
    rule: await findRule(db, row.companyCode),
  }
  return {
    ...toClaim(row, reviewer),
    monthClosed: await isMonthClosed(db, row.companyCode, row.month),
    items: items.map((item) => ({ ...toItem(item, itemContext), attachments: of(item.id) })),
    attachments: of(null),
    decisions: decisions.map(
      (decision) => ({ ...decision, at: decision.at.toISOString() }) as unknown as Decision,
    ),
  }
}

interface ItemContext {
  /** Month of the claim. */
  month: string
  duplicates: readonly DuplicateRow[]
  around: ReadonlyMap<number, number>
  rule: { adminFromCents: number; itemLimitCents: number }
}

function toItem(item: ItemRow, { month, duplicates, around, rule }: ItemContext) {
  const days = lateExpenseDays(item.onDay, month)
  const others = around.get(item.id) ?? 0
  const totalCents = item.amountCents + others
  const isSplit = others > 0 && item.amountCents < rule.adminFromCents && totalCents >= rule.adminFromCents
  return {
    ...item,
    duplicates: duplicates
      .filter(({ itemId }) => itemId === item.id)
      .map(({ kind, otherId, otherCode, reached }) => ({
        kind,
        claimId: reached ? otherId : null,
        code: reached ? otherCode : null,
      })),
    hints: [
      ...(item.amountCents >= rule.itemLimitCents
        ? [{ kind: 'limit' as const, cents: rule.itemLimitCents }]
        : []),
      ...(isSplit ? [{ kind: 'split' as const, cents: totalCents }] : []),
      ...(days > 0 ? [{ kind: 'late' as const, days }] : []),
    ],
  }
}
