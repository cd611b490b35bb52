import * as z from 'zod'
import {
  Day,
  endpoint,
  Id,
  Keyword,
  many,
  Option,
  optionsEndpoint,
  page,
  paged,
  Version,
} from '#kit/contract.ts'
import { line } from '#kit/fields.ts'
import { CellMetric } from '#reporting/reports/contract.ts'
import { Correction, CorrectionInput, cell, Subject } from './contract.ts'

export const QuestionStatus = z.enum(['open', 'answered']).meta({ title: '状态' })
export type QuestionStatus = z.output<typeof QuestionStatus>
export const Outcome = z.enum(['corrected', 'imported', 'right']).meta({ title: '结果' })

export type Outcome = z.output<typeof Outcome>

export const Question = z.object({
  id: z.int(),
  version: z.int(),
  subject: Subject,
  storeId: z.int().nullable(),
  customerId: z.int().nullable(),
  staffId: z.int().nullable(),
  subjectName: z.string(),
  metric: CellMetric,
  from: z.string(),
  to: z.string(),
  place: z.string(),
  shownValue: z.int().nullable(),
  question: z.string(),
  ownerId: z.int().nullable(),
  ownerName: z.string().nullable(),
  status: QuestionStatus,
  outcome: Outcome.nullable(),
  answer: z.string().nullable(),
  batchId: z.int().nullable(),
  batchName: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  answeredByName: z.string().nullable(),
  createdBy: z.int(),
  createdByName: z.string(),
  createdAt: z.iso.datetime(),
  /** The corrections made for the question. */
  corrections: z.array(Correction),
  mayAnswer: z.boolean(),
})

export type Question = z.output<typeof Question>

/** A store, or a nick at a store, whose figures on a day a question may be about. */
const QuestionedFigure = z.object({
  storeId: z.int(),
  storeName: z.string(),
  /** Null for the store's own figures. */
  nick: z.string().nullable(),
  /** The store's volume of the day, or the nick's handled users. */
  value: z.int().nullable(),
})

export type QuestionedFigure = z.output<typeof QuestionedFigure>

/** Maximum number of stores or nicks offered for one day. */
export const MAX_QUESTIONED_FIGURES = 200

export const figureQuestions = {
  list: endpoint('GET /api/figure-questions', {
    needs: 'signedIn',
    summary: '“这个数字不对”：自己提的，和等自己答复的',
    input: page({ status: many(QuestionStatus), toAnswer: z.enum(['true']).optional(), id: many(Id) }, [
      'id',
    ]),
    output: paged(Question).extend({ statusCounts: z.record(z.string(), z.int()) }),
  }),
  create: endpoint('POST /api/figure-questions', {
    needs: 'signedIn',
    budget: 'question',
    summary: '指出一个数字不对，交给店铺的组长核对',
    input: z.strictObject({
      subject: Subject,
      id: Id,
      metric: CellMetric,
      ...cell,
      /** The path and query of the screen with its filters: `/daily-store-report?from=…`. */
      place: z
        .string()
        .max(1_000)
        .regex(/^\/[^/\\]/),
      shownValue: z.int().nullable(),
      question: line('哪里不对', 300),
    }),
    output: Question,
  }),
  mending: optionsEndpoint('GET /api/figure-questions/:questionId/imports', {
    offers: 'import',
    needs: 'canReviewWorklog',
    summary: '答复时可选的导入：写入过疑问所指店铺和日期的，最新的在前，最多 50 次',
    input: z.strictObject({ questionId: Id, keyword: Keyword, id: many(Id) }),
    output: z.array(Option),
  }),
  doubted: endpoint('GET /api/figure-questions/:questionId/figures', {
    needs: 'canReviewWorklog',
    summary: '疑问所指的某一天有哪些数可以更正：店铺的，或客服各昵称的',
    input: z.strictObject({ questionId: Id, on: Day }),
    output: z.array(QuestionedFigure).max(MAX_QUESTIONED_FIGURES),
  }),
  answer: endpoint('POST /api/figure-questions/:id/answer', {
    needs: 'canReviewWorklog',
    summary: '答复并关闭：更正这个数、已重新导入，或数字没错；更正、答复和通知提出人一次完成',
    input: z.strictObject({
      id: Id,
      version: Version,
      outcome: Outcome,
      /** For `corrected`; optional if a correction was already made for the question. */
      correction: CorrectionInput.optional().meta({ title: '更正的数' }),
      answer: line('答复', 300),
      /** The import that fixed the figure. */
      batchId: Id.optional().meta({ title: '补上这些数的导入' }),
    }),
    output: Question,
  }),
}
