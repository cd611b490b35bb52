import * as z from 'zod'
import { Pricing } from '#clients/pricing/contract.ts'
import { Consequences } from '#kit/consequences.ts'
import { Cents, Day, endpoint, Id, someIds } from '#kit/contract.ts'
import { line, optionalLine } from '#kit/fields.ts'
import { jsonField } from '#kit/jsonField.ts'
import { SentenceText } from '#kit/sentenceText.ts'

const Salary = Cents.min(0).nullable().optional().meta({ title: '店铺工资' })

/** The price of a store and its store salary, from a day on. */
export const TermsInput = z.strictObject({
  fromOn: Day.meta({ title: '生效日期' }),
  pricing: Pricing,
  /** 分 per month. */
  storeSalaryCents: Salary,
  note: optionalLine('备注', 200).optional(),
  /** Required if they apply from today or a past day and the store already has terms. */
  reason: optionalLine('原因', 200).optional(),
})

export type TermsInput = z.output<typeof TermsInput>

/** Saved terms, with the period in which they apply. */
export const Terms = z.object({
  id: z.int(),
  fromOn: z.string(),
  /** The day before the next terms; null for the last ones and for replaced ones. */
  toOn: z.string().nullable(),
  pricing: Pricing,
  storeSalaryCents: z.int().nullable(),
  note: z.string().nullable(),
  /** `replaced`: corrected or withdrawn, kept for reference. */
  state: z.enum(['past', 'current', 'planned', 'replaced']),
  createdAt: z.iso.datetime(),
  createdByName: z.string().nullable(),
  replacedAt: z.iso.datetime().nullable(),
  replacedByName: z.string().nullable(),
  replacedReason: z.string().nullable(),
})

export type Terms = z.output<typeof Terms>

/** A billing proposal after a stop: days to be billed, or paid days to be refunded. Amounts in 分. */
export const Proposal = z.object({
  kind: z.enum(['bill', 'refund']),
  fromOn: z.string(),
  toOn: z.string(),
  amountCents: z.int(),
  /** The calculation: `¥3,100.00 × 10 / 31`. */
  formula: z.string(),
})

export type Proposal = z.output<typeof Proposal>

/** `taken`: added to a bill; `dropped`: rejected. */
const SavedProposal = Proposal.extend({ state: z.enum(['open', 'taken', 'dropped']) })

const Timeline = z.object({ items: z.array(Terms), proposals: z.array(SavedProposal) })
const termsKey = { id: Id, termsId: Id }
const Reason = line('原因', 200)

/** Unsaved terms as query parameters. */
const termsQuery = {
  pricing: jsonField(Pricing),
  storeSalaryCents: z.coerce.number().pipe(Cents.min(0)).optional(),
}

/** The maximum number of stores that get the same terms in one request. */
export const MAX_PRICED = 200

const ofStores = {
  /** Without it, each store's terms apply from its first day in service; only for stores without terms. */
  fromOn: Day.nullable().optional().meta({ title: '生效日期' }),
}

/** Users who may edit a store may see its price; role 2 may do neither. */
export const storeTerms = {
  list: endpoint('GET /api/stores/:id/terms', {
    needs: 'canUpdateStore',
    summary: '店铺的计费方式和店铺工资，按生效日期；客服和组长没有这个接口的权限',
    input: z.strictObject({ id: Id }),
    output: Timeline,
  }),
  add: endpoint('POST /api/stores/:id/terms', {
    needs: 'canUpdateStore',
    summary: '登记计费方式：第一次可从任意日期起；之后从未结账的日期起，已过的日期由管理员或财务写明原因',
    input: z.strictObject({ id: Id, ...TermsInput.shape }),
    output: Timeline,
  }),
  addMany: endpoint('POST /api/stores/terms', {
    needs: 'canUpdateStore',
    summary: `为多家店铺登记同样的计费方式，一次最多 ${MAX_PRICED} 家，逐家给出结果；不写生效日期时从各店开始服务的那天起`,
    // Each store gets its own audit line; if all are refused, nothing changed.
    audited: false,
    input: z.strictObject({
      ids: z.array(Id).min(1).max(MAX_PRICED).meta({ title: '店铺' }),
      ...TermsInput.shape,
      ...ofStores,
    }),
    output: z.object({
      results: z.array(
        z.object({
          id: z.int(),
          /** The first day of the terms; null if they were refused. */
          fromOn: z.string().nullable(),
          problem: SentenceText.nullable(),
        }),
      ),
    }),
  }),
  addManyConsequences: endpoint('GET /api/stores/terms/consequences', {
    needs: 'canUpdateStore',
    isHeavy: true,
    budget: 'preview',
    summary: '为多家店铺登记计费方式之前看后果：家数、生效日期、涉及的草稿和账单、不能登记的',
    input: z.strictObject({ ids: someIds(MAX_PRICED), ...ofStores, ...termsQuery }),
    output: Consequences,
  }),
  correct: endpoint('POST /api/stores/:id/terms/:termsId/correct', {
    needs: 'canChargeCustomer',
    summary: '更正登错的计费方式：写明原因，原来的保留备查',
    input: z.strictObject({
      ...termsKey,
      ...TermsInput.omit({ fromOn: true, reason: true }).shape,
      reason: Reason,
      backpay: z.boolean().optional().meta({ title: '补算已结月份' }),
    }),
    output: Timeline,
  }),
  addConsequences: endpoint('GET /api/stores/:id/terms/consequences', {
    needs: 'canUpdateStore',
    budget: 'preview',
    summary: '登记计费方式之前看后果：已过月份的合计，涉及的草稿和账单，店铺工资',
    input: z.strictObject({ id: Id, fromOn: Day, ...termsQuery }),
    output: Consequences,
  }),
  correctConsequences: endpoint('GET /api/stores/:id/terms/:termsId/correct/consequences', {
    needs: 'canChargeCustomer',
    budget: 'preview',
    summary: '更正计费方式之前看后果：已过月份的合计，涉及的草稿和账单，店铺工资',
    input: z.strictObject({ ...termsKey, ...termsQuery, backpay: z.literal('yes').optional() }),
    output: Consequences,
  }),
  withdraw: endpoint('POST /api/stores/:id/terms/:termsId/withdraw', {
    needs: 'canUpdateStore',
    summary: '撤回还没有生效的计费方式',
    input: z.strictObject({ ...termsKey, reason: Reason }),
    output: Timeline,
  }),
}
