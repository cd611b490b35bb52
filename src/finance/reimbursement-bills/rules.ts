import { type Actor, can } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import { type Day, dayOf, daysBetween } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import {
  assertNoProblem,
  type Books,
  claimPayoutProblem,
  expenseProblem,
  type StartedBooks,
} from '#people/books/rules.ts'
import type { ClaimStatus, Level } from './contract.ts'
import type { ItemInput } from './contractItems.ts'
import type { ClaimRule } from './contractSettings.ts'

export const statusNames = {
  draft: '草稿',
  submitted: '已提交',
  approved: '已通过',
  returned: '已退回',
  rejected: '已驳回',
  paid: '已打款',
} as const

export const statusTones = {
  draft: 'grey',
  submitted: 'orange',
  approved: 'blue',
  returned: 'red',
  rejected: 'red',
  paid: 'green',
} as const

export const categoryNames = {
  travel: '差旅',
  transport: '交通',
  meals: '餐饮',
  hospitality: '招待',
  office: '办公',
  telecom: '通讯',
  platform: '平台工具',
  promotion: '推广',
  training: '培训',
  compensation: '赔付',
  other: '其他',
} as const

export const targetNames = { common: '公共', customer: '客户', store: '店铺' } as const

export const levelNames: Record<Level, string> = { finance: '财务审核', admin: '管理员审核' }

/** Defaults: an admin must approve from ¥5,000, items are flagged from ¥2,000. */
export const DEFAULT_RULE: ClaimRule = { adminFromCents: 500_000, itemLimitCents: 200_000, version: 0 }

/** Items of one person and category within this number of days may be one split expense. */
export const SPLIT_DAYS = 7

export type Step = 'edit' | 'submit' | 'withdraw' | 'approve' | 'return' | 'reject' | 'pay'

/** State machine (domain.md): source statuses of each step, and its target; after an approval a level may remain. */
export const steps: Record<Step, { from: readonly ClaimStatus[]; to: ClaimStatus | null }> = {
  edit: { from: ['draft', 'returned'], to: null },
  submit: { from: ['draft', 'returned'], to: 'submitted' },
  withdraw: { from: ['submitted'], to: 'draft' },
  approve: { from: ['submitted'], to: 'approved' },
  return: { from: ['submitted'], to: 'returned' },
  reject: { from: ['submitted'], to: 'rejected' },
  pay: { from: ['approved'], to: 'paid' },
}

const STATUS_MESSAGES: Record<ClaimStatus, string> = {
  draft: '这张报销单还没有提交。',
  submitted: '这张报销单正在等待审核，要修改请先撤回。',
  approved: '这张报销单已经通过，等待打款。',
  returned: '这张报销单已退回本人，要等修改后重新提交。',
  rejected: '这张报销单已被驳回，不能再变动；需要时请另建一张。',
  paid: '这张报销单已经打款，不能再变动。',
}

/** Throws WRONG_STATE with the current status if the step is not allowed from it. */
export function assertStep(status: ClaimStatus, step: Step): void {
  if (!steps[step].from.includes(status)) throw new AppError('WRONG_STATE', STATUS_MESSAGES[status])
}

/** Throws FORBIDDEN unless the actor is the applicant. */
export function assertApplicant(actor: Actor, { staffId }: { staffId: number }): void {
  if (actor.id === staffId) return
  throw new AppError('FORBIDDEN', '只有本人可以填写、提交和撤回自己的报销单。')
}

/** Throws INVALID if the day of an item is invalid or its target is missing. */
export function assertItems(items: readonly ItemInput[], month: string, books: Books): void {
  for (const [at, { onDay, target, customerId, storeId }] of items.entries()) {
    assertNoProblem(`items.${at}.onDay`, expenseProblem(books, onDay, month))
    if (target === 'customer' && !customerId)
      throw invalidField(`items.${at}.customerId`, '请选择这笔费用属于哪位客户。')
    if (target === 'store' && !storeId)
      throw invalidField(`items.${at}.storeId`, '请选择这笔费用属于哪家店铺。')
  }
}

/** Throws INVALID if the claim has no items. */
export function assertHasItems(itemCount: number): void {
  if (itemCount === 0) throw invalidField('items', '请至少填写一笔明细，再提交。')
}

/**
 * Number of active people other than the applicant who could decide: of the company by level, and headquarters admins.
 */
export type Pools = Record<Level | 'headquarters', number>

/**
 * Approval levels of a claim, in order: finance, and an admin from the company's amount on. The applicant does not
 * count; a level without other people is replaced by the other level, and if the company has neither, by an admin of
 * the headquarters. Throws WRONG_STATE if there is none either.
 */
export function levelsFor(
  totalCents: number,
  rule: Pick<ClaimRule, 'adminFromCents'>,
  pools: Pools,
): Level[] {
  const requiredLevels: Level[] = totalCents >= rule.adminFromCents ? ['finance', 'admin'] : ['finance']
  const other = { finance: 'admin', admin: 'finance' } as const
  const staffed = requiredLevels.map((level) => (pools[level] > 0 ? level : other[level]))
  const levels = [...new Set(staffed)].filter((level) => pools[level] > 0)
  if (levels.length > 0) return levels
  if (pools.headquarters > 0) return ['admin']
  throw new AppError('WRONG_STATE', '除您以外没有在职的管理员或财务可以审核，请先添加一位，再提交。')
}

/**
 * New approval levels of a claim whose next level has no people: the other level, unless it has already decided or has
 * none either; then an admin of the headquarters, if the company has no reviewer. Null if there is none.
 */
export function reroute(
  claim: Pools & { levels: readonly Level[]; decided: readonly Level[] },
): Level[] | null {
  const [level, ...rest] = claim.levels
  const other: Level = level === 'finance' ? 'admin' : 'finance'
  if (rest.includes(other)) return rest
  if (claim[other] > 0) return claim.decided.includes(other) ? null : [other]
  return claim.headquarters > 0 ? ['admin'] : null
}

/** Fields of a claim that determine who may decide. */
export interface ReviewState {
  companyCode: string
  staffId: number
  status: ClaimStatus
  levels: readonly Level[]
  /** Ids of the people who have approved it in this round. */
  approverIds: readonly number[]
}

/** The actor, and the people and levels for which they stand in today. */
export interface Reviewer {
  actor: Actor
  standsInFor: readonly { staffId: number; companyCode: string; level: Level }[]
}

/** Approval level of a role; null if it has none. */
export function levelOf(role: number | null): Level | null {
  if (role === ROLES.finance) return 'finance'
  return role === ROLES.admin ? 'admin' : null
}

/** The level at which somebody decides: as themselves (`forId` null) or for an absent colleague. */
export interface DecisionCapacity {
  level: Level
  forId: number | null
}

/**
 * In which capacity the actor may decide; null if not at all.
 * Nobody decides on their own claim or at two levels of one claim.
 */
export function decisionCapacity(
  { actor, standsInFor }: Reviewer,
  claim: ReviewState,
): DecisionCapacity | null {
  const [level] = claim.levels
  if (!level || claim.status !== 'submitted' || claim.staffId === actor.id) return null
  if (claim.approverIds.includes(actor.id)) return null
  const mayReview = can(actor, 'canReviewReimbursementBill', { companyCode: claim.companyCode })
  if (!mayReview) return null
  if (levelOf(actor.role) === level) return { level, forId: null }
  const absent = standsInFor.find(
    (one) => one.level === level && one.companyCode === claim.companyCode && one.staffId !== claim.staffId,
  )
  return absent ? { level, forId: absent.staffId } : null
}

/** Fields of a claim that determine who may pay. */
export interface PayFacts extends ReviewState {
  /** Ids of the company's active reviewers. */
  reviewerIds: readonly number[]
}

/** Whether the actor may pay; null if not. An approver pays only if no other person of the company can. */
export function paymentCapacity(actor: Actor, claim: PayFacts): { isApprover: boolean } | null {
  if (claim.status !== 'approved' || claim.staffId === actor.id) return null
  if (!can(actor, 'canReviewReimbursementBill', { companyCode: claim.companyCode })) return null
  if (!claim.approverIds.includes(actor.id)) return { isApprover: false }
  const isOther = (id: number) => id !== claim.staffId && !claim.approverIds.includes(id)
  return claim.reviewerIds.some(isOther) ? null : { isApprover: true }
}

/** Throws FORBIDDEN, with the reason, if the actor may not decide. */
export function assertMayDecide(reviewer: Reviewer, claim: ReviewState): DecisionCapacity {
  assertNotApplicant(reviewer.actor, claim, '自己的报销单由别人审核。')
  assertStep(claim.status, 'approve')
  const as = decisionCapacity(reviewer, claim)
  if (as) return as
  if (claim.approverIds.includes(reviewer.actor.id))
    throw new AppError('FORBIDDEN', '您已经在上一级审核过这张报销单，这一级由另一个人审核。')
  const [level] = claim.levels
  throw new AppError(
    'FORBIDDEN',
    level === 'admin' ? '这张报销单现在由管理员审核。' : '这张报销单现在由财务审核。',
  )
}

/** Throws WRONG_STATE if the applicant has left and so could not edit a returned claim. */
export function assertApplicantActive(status: string): void {
  if (status !== 'left') return
  throw new AppError('WRONG_STATE', '申请人已离职，退回后没有人能修改。请通过（可以核减金额），或驳回。')
}

/** Throws FORBIDDEN if the actor may not pay. */
export function assertMayPay(actor: Actor, claim: PayFacts): { isApprover: boolean } {
  assertNotApplicant(actor, claim, '自己的报销单由别人打款。')
  assertStep(claim.status, 'pay')
  const as = paymentCapacity(actor, claim)
  if (as) return as
  throw new AppError('FORBIDDEN', '您审核了这张报销单，由另一位管理员或财务打款。')
}

function assertNotApplicant(actor: Actor, { staffId }: { staffId: number }, sentence: string): void {
  if (actor.id === staffId) throw new AppError('FORBIDDEN', sentence)
}

/** Approved amounts of all items. Throws INVALID if one exceeds the previous amount or the total is 0. */
export function approvedAmounts(
  items: readonly { id: number; amountCents: number; approvedCents: number | null }[],
  lowered: readonly { id: number; approvedCents: number }[] = [],
): { id: number; approvedCents: number }[] {
  const loweredById = new Map(lowered.map(({ id, approvedCents }) => [id, approvedCents]))
  if (lowered.some(({ id }) => !items.some((item) => item.id === id)))
    throw new AppError('INVALID', '有一笔明细不在这张报销单里，请刷新后再审核。')
  const approved = items.map(({ id, amountCents, approvedCents: before }) => {
    const maxCents = before ?? amountCents
    const now = loweredById.get(id) ?? maxCents
    if (now > maxCents) throw invalidField('items', '核准金额不能多于申请的金额，也不能多于上一级核准的。')
    return { id, approvedCents: now }
  })
  if (approved.every(({ approvedCents }) => approvedCents === 0))
    throw invalidField('items', '全部核减为 0 就是不予报销，请改用驳回并写明原因。')
  return approved
}

/** Throws INVALID if the payment day is before submission or in the future. */
export function assertPaidOn(paidOn: Day, submittedAt: Date | null, books: StartedBooks): void {
  assertNoProblem('paidOn', claimPayoutProblem(books, paidOn, submittedAt ? dayOf(submittedAt) : paidOn))
}

/** Maximum length of a stand-in, in days. */
export const MAX_STAND_IN_DAYS = 60

/** Throws INVALID if the days are over, reversed or too many. */
export function assertStandIn({ fromOn, toOn }: { fromOn: Day; toOn: Day }, today: Day): void {
  if (toOn < fromOn) throw invalidField('toOn', '结束日期不能早于开始日期。')
  if (toOn < today) throw invalidField('toOn', '结束日期已经过去，请选今天或以后的日期。')
  if (daysBetween(fromOn, toOn) >= MAX_STAND_IN_DAYS)
    throw invalidField('toOn', '代审最多 {n} 天，请缩短日期。', { n: MAX_STAND_IN_DAYS })
}
