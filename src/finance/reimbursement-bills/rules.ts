import type { Actor } from '#access/can.ts'
import { can } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { Day } from '#kit/calendar.ts'
import { dayOf } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import type { BegunBooks, Books } from '#people/books/rules.ts'
import { assertNone, claimPayoutProblem, expenseProblem } from '#people/books/rules.ts'
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

/** Where a company has chosen nothing: from ¥5,000 an admin decides as well, items from ¥2,000 are pointed at. */
export const USUAL_RULE: ClaimRule = { adminFromCents: 500_000, itemLimitCents: 200_000, version: 0 }

/** Claims of one person and category within so many days may be one that was split. */
export const SPLIT_DAYS = 7

export type Step = 'edit' | 'submit' | 'withdraw' | 'approve' | 'return' | 'reject' | 'pay'

/** The state machine (domain.md): from which states a step leads, and where to; an approval may leave a level over. */
export const steps: Record<Step, { from: readonly ClaimStatus[]; to: ClaimStatus | null }> = {
  edit: { from: ['draft', 'returned'], to: null },
  submit: { from: ['draft', 'returned'], to: 'submitted' },
  withdraw: { from: ['submitted'], to: 'draft' },
  approve: { from: ['submitted'], to: 'approved' },
  return: { from: ['submitted'], to: 'returned' },
  reject: { from: ['submitted'], to: 'rejected' },
  pay: { from: ['approved'], to: 'paid' },
}

const STANDS: Record<ClaimStatus, string> = {
  draft: '这张报销单还没有提交。',
  submitted: '这张报销单正在等待审核，要修改请先撤回。',
  approved: '这张报销单已经通过，等待打款。',
  returned: '这张报销单已退回本人，要等修改后重新提交。',
  rejected: '这张报销单已被驳回，不能再变动；需要时请另建一张。',
  paid: '这张报销单已经打款，不能再变动。',
}

/** Throws WRONG_STATE, saying where the claim stands, unless the step leads on from there. */
export function assertStep(status: ClaimStatus, step: Step): void {
  if (!steps[step].from.includes(status)) throw new AppError('WRONG_STATE', STANDS[status])
}

/** Throws FORBIDDEN unless the claim is the person's own: nobody writes, hands in or takes back for somebody else. */
export function assertOwn(actor: Actor, { staffId }: { staffId: number }): void {
  if (actor.id === staffId) return
  throw new AppError('FORBIDDEN', '只有本人可以填写、提交和撤回自己的报销单。')
}

/** Throws INVALID where an item's day is ahead or a year old, or what it is for is not named. */
export function assertItems(items: readonly ItemInput[], month: string, books: Books): void {
  for (const [at, { onDay, target, customerId, storeId }] of items.entries()) {
    assertNone(`items.${at}.onDay`, expenseProblem(books, onDay, month))
    if (target === 'customer' && !customerId)
      throw invalidField(`items.${at}.customerId`, '请选择这笔费用属于哪位客户。')
    if (target === 'store' && !storeId)
      throw invalidField(`items.${at}.storeId`, '请选择这笔费用属于哪家店铺。')
  }
}

/** Throws INVALID where there is nothing to hand in. */
export function assertWhole(itemCount: number): void {
  if (itemCount === 0) throw invalidField('items', '请至少填写一笔明细，再提交。')
}

/** How many active people beside the applicant could decide: of the company by level, and admins of the headquarters. */
export type Pools = Record<Level | 'headquarters', number>

/**
 * Whose consent a claim needs, in order: finance, and from the company's amount on an admin. The applicant does not
 * count; a level that has nobody else is taken over by the other, and where the company has nobody, by an admin of the
 * headquarters. Throws WRONG_STATE where nobody is left at all.
 */
export function levelsFor(
  totalCents: number,
  rule: Pick<ClaimRule, 'adminFromCents'>,
  pools: Pools,
): Level[] {
  const wanted: Level[] = totalCents >= rule.adminFromCents ? ['finance', 'admin'] : ['finance']
  const other = { finance: 'admin', admin: 'finance' } as const
  const staffed = wanted.map((level) => (pools[level] > 0 ? level : other[level]))
  const levels = [...new Set(staffed)].filter((level) => pools[level] > 0)
  if (levels.length > 0) return levels
  if (pools.headquarters > 0) return ['admin']
  throw new AppError('WRONG_STATE', '除您以外没有在职的管理员或财务可以审核，请先添加一位，再提交。')
}

/**
 * Whose consent a claim needs where nobody of the next level is left: the other level's, unless that one has decided or
 * has nobody either; then an admin's of the headquarters, where the company has no reviewer. Null where nobody can.
 */
export function reroute(
  claim: Pools & { levels: readonly string[]; decided: readonly string[] },
): Level[] | null {
  const [level, ...rest] = claim.levels as Level[]
  const other: Level = level === 'finance' ? 'admin' : 'finance'
  if (rest.includes(other)) return rest
  if (claim[other] > 0) return claim.decided.includes(other) ? null : [other]
  return claim.headquarters > 0 ? ['admin'] : null
}

/** What decides whether a person may decide on a claim. */
export interface Standing {
  companyCode: string
  staffId: number
  status: string
  levels: readonly string[]
  /** Who has let it pass in this round. */
  approverIds: readonly number[]
}

/** A reviewer: the person, and for whom of which level the person stands in today. */
export interface Reviewer {
  actor: Actor
  standsInFor: readonly { staffId: number; companyCode: string; level: Level }[]
}

/** The level of a person's own role. */
export function levelOf(role: number | null): Level | null {
  if (role === ROLES.finance) return 'finance'
  return role === ROLES.admin ? 'admin' : null
}

/**
 * As whom a person would decide on a claim: in the own right, or for a colleague; null where the person may not. Nobody
 * decides on an own claim, whoever asked for it, and nobody at two levels of one: two levels are two people.
 */
export function decidingAs(
  { actor, standsInFor }: Reviewer,
  claim: Standing,
): { forId: number | null } | null {
  const [level] = claim.levels
  if (claim.status !== 'submitted' || claim.staffId === actor.id) return null
  if (claim.approverIds.includes(actor.id)) return null
  const mayReview = can(actor, 'canReviewReimbursementBill', { companyCode: claim.companyCode })
  if (!mayReview) return null
  if (levelOf(actor.role) === level) return { forId: null }
  const absent = standsInFor.find(
    (one) => one.level === level && one.companyCode === claim.companyCode && one.staffId !== claim.staffId,
  )
  return absent ? { forId: absent.staffId } : null
}

/** What decides whether a person may pay a claim: beside who approved it, who else of the company could pay. */
export interface PayFacts extends Standing {
  /** Active reviewers of the company. */
  reviewerIds: readonly number[]
}

/** As what a person would pay a claim; null where the person may not. Who approved it pays only where nobody else can. */
export function payingAs(actor: Actor, claim: PayFacts): { isApprover: boolean } | null {
  if (claim.status !== 'approved' || claim.staffId === actor.id) return null
  if (!can(actor, 'canReviewReimbursementBill', { companyCode: claim.companyCode })) return null
  if (!claim.approverIds.includes(actor.id)) return { isApprover: false }
  const isOther = (id: number) => id !== claim.staffId && !claim.approverIds.includes(id)
  return claim.reviewerIds.some(isOther) ? null : { isApprover: true }
}

/** Throws FORBIDDEN, with what stands in the way, where a person may not decide. */
export function assertMayDecide(reviewer: Reviewer, claim: Standing): { forId: number | null } {
  assertNotOwn(reviewer.actor, claim, '自己的报销单由别人审核。')
  assertStep(claim.status as ClaimStatus, 'approve')
  const as = decidingAs(reviewer, claim)
  if (as) return as
  if (claim.approverIds.includes(reviewer.actor.id))
    throw new AppError('FORBIDDEN', '您已经在上一级审核过这张报销单，这一级由另一个人审核。')
  const [level] = claim.levels
  throw new AppError(
    'FORBIDDEN',
    level === 'admin' ? '这张报销单现在由管理员审核。' : '这张报销单现在由财务审核。',
  )
}

/** Throws WRONG_STATE where the applicant has left: a claim that is returned would wait for nobody. */
export function assertApplicantThere(status: string): void {
  if (status !== 'left') return
  throw new AppError('WRONG_STATE', '申请人已离职，退回后没有人能修改。请通过（可以核减金额），或驳回。')
}

/** Throws FORBIDDEN where a person may not pay. */
export function assertMayPay(actor: Actor, claim: PayFacts): { isApprover: boolean } {
  assertNotOwn(actor, claim, '自己的报销单由别人打款。')
  assertStep(claim.status as ClaimStatus, 'pay')
  const as = payingAs(actor, claim)
  if (as) return as
  throw new AppError('FORBIDDEN', '您审核了这张报销单，由另一位管理员或财务打款。')
}

function assertNotOwn(actor: Actor, { staffId }: { staffId: number }, sentence: string): void {
  if (actor.id === staffId) throw new AppError('FORBIDDEN', sentence)
}

/** What is let pass of each item, nowhere more than before; throws INVALID where it is more, or nothing at all is left. */
export function approvedOf(
  items: readonly { id: number; amountCents: number; approvedCents: number | null }[],
  lowered: readonly { id: number; approvedCents: number }[] = [],
): { id: number; approvedCents: number }[] {
  const wanted = new Map(lowered.map(({ id, approvedCents }) => [id, approvedCents]))
  if (lowered.some(({ id }) => !items.some((item) => item.id === id)))
    throw new AppError('INVALID', '有一笔明细不在这张报销单里，请刷新后再审核。')
  const approved = items.map(({ id, amountCents, approvedCents: before }) => {
    const most = before ?? amountCents
    const now = wanted.get(id) ?? most
    if (now > most) throw invalidField('items', '核准金额不能多于申请的金额，也不能多于上一级核准的。')
    return { id, approvedCents: now }
  })
  if (approved.every(({ approvedCents }) => approvedCents === 0))
    throw invalidField('items', '全部核减为 0 就是不予报销，请改用驳回并写明原因。')
  return approved
}

/** Throws INVALID where a claim would be paid before it was handed in, or on a day to come. */
export function assertPaidOn(paidOn: Day, submittedAt: Date | null, books: BegunBooks): void {
  assertNone('paidOn', claimPayoutProblem(books, paidOn, submittedAt ? dayOf(submittedAt) : paidOn))
}
