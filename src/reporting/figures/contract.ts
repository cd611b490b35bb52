import * as z from 'zod'
import { Platform } from '#clients/stores/contract.ts'
import { Consequences } from '#kit/consequences.ts'
import { Covers, Day, endpoint, Id, many, page, paged } from '#kit/contract.ts'
import { line } from '#kit/fields.ts'
import { CorrectableMetric } from '#operations/imports/contract.ts'
import { AgentMetric, CellMetric, StoreMetric } from '#reporting/reports/contract.ts'

export const Subject = z.enum(['store', 'customer', 'agent']).meta({ title: '对象' })

export type Subject = z.output<typeof Subject>

const Value = z.int().min(0).max(2_000_000_000).nullable()

/** The value of a figure that the user saw, and its new value; null means no figure. */
const Changes = z.partialRecord(CorrectableMetric, z.strictObject({ from: Value, to: Value }))

export type Changes = z.output<typeof Changes>

/** A correction of the figures of a store on a day, or of one nick at the store. */
export const CorrectionInput = z.strictObject({
  storeId: Id,
  on: Day.meta({ title: '日期' }),
  nick: line('昵称', 100).optional(),
  changes: Changes.meta({ title: '更正的数' }),
})

export type CorrectionInput = z.output<typeof CorrectionInput>

/** A correction, in effect or ended. */
export const Correction = z.object({
  id: z.int(),
  /** Shared by all figures corrected in one request. */
  actId: z.int(),
  storeId: z.int(),
  storeName: z.string(),
  on: z.string(),
  /** The nick whose figure it is; null for the store's own figure. */
  nick: z.string().nullable(),
  /** A figure that may be corrected, or one derived from it (numerator or denominator of 回复率). */
  measure: z.string(),
  oldValue: z.int().nullable(),
  newValue: z.int().nullable(),
  reason: z.string(),
  questionId: z.int().nullable(),
  createdAt: z.iso.datetime(),
  createdByName: z.string(),
  /** When and why the correction ended; null while it is in effect. */
  endedAt: z.iso.datetime().nullable(),
  endedWhy: z.enum(['import', 'undo', 'corrected', 'revoked', 'log', 'template']).nullable(),
})

export type Correction = z.output<typeof Correction>

/** The file that a row's figures were read from. `row` is the line number as in the spreadsheet. */
const FileOrigin = z.object({
  batchId: z.int().nullable(),
  fileName: z.string(),
  row: z.int().nullable(),
  at: z.iso.datetime().nullable(),
  byName: z.string(),
})

/** A part of a cell; the parts add up to the cell. */
export const CellRow = z.object({
  kind: z.enum(['store', 'day', 'nick', 'file', 'template', 'entered', 'correction']),
  storeId: z.int().nullable(),
  on: z.string().nullable(),
  /** The store of a nick's row, if the cell is an agent's. */
  storeName: z.string().nullable(),
  /** The store's name, or the nick. */
  name: z.string().nullable(),
  value: z.int().nullable(),
  numerator: z.int().nullable(),
  denominator: z.int().nullable(),
  reported: z.int(),
  expected: z.int(),
  source: z.enum(['imported', 'keyed', 'sum']).nullable(),
  file: FileOrigin.nullable(),
  /** The approved logs that contain a keyed figure. */
  worklogIds: z.array(z.int()),
  /** The names of the manually corrected figures. */
  corrected: z.array(z.string()),
  updatedAt: z.iso.datetime().nullable(),
})

export type CellRow = z.output<typeof CellRow>

export const Explanation = z.object({
  subject: Subject,
  id: z.int(),
  name: z.string(),
  metric: CellMetric,
  from: z.string(),
  to: z.string(),
  /** A Chinese sentence; `version` increases when the formula changes. */
  formula: z.string(),
  version: z.int(),
  /**
   * Sum of the parts; basis points for a rate, hundredths of a second for a response time (as are its numerators). Null
   * without figures.
   */
  value: z.int().nullable(),
  numerator: z.int().nullable(),
  denominator: z.int().nullable(),
  /** Store-days with figures, out of `expected` store-days. */
  reported: z.int(),
  expected: z.int(),
  updatedAt: z.iso.datetime().nullable(),
  /** Of a customer: Σ included daily volume × days in service, and Σ volume of those store-days; null without any. */
  included: z.object({ included: z.int(), used: z.int() }).nullable(),
  /** The corrections in effect on the cell. */
  corrections: z.array(Correction),
  rows: z.array(CellRow),
  /** Whether the user may correct the cell: a single day of one store within reach. */
  mayCorrect: z.boolean(),
})

export type Explanation = z.output<typeof Explanation>

/** The first and last day of a cell. */
export const cell = { from: Day.meta({ title: '开始日期' }), to: Day.meta({ title: '结束日期' }) }

/** The report's store filters: only the figures of these stores are counted. */
const among = { amongStoreId: many(Id), platform: many(Platform) }

export const figures = {
  explain: endpoint('GET /api/figures/explain', {
    needs: 'canReportWorklog',
    isHeavy: true,
    summary: '一个数字怎么来的：公式、分子分母、覆盖、下一层明细，直到导入文件的行',
    input: z.strictObject({
      storeId: Id,
      metric: StoreMetric.default('volume'),
      ...cell,
    }),
    output: Explanation,
  }),
  explainCustomer: endpoint('GET /api/figures/explain-customer', {
    needs: 'canReadCustomer',
    isHeavy: true,
    summary: '客户的咨询量怎么来的；给出店铺时为其中一家',
    input: z.strictObject({ customerId: Id, storeId: Id.optional(), ...cell, ...among }),
    output: Explanation,
  }),
  explainAgent: endpoint('GET /api/figures/explain-agent', {
    needs: 'canReportWorklog',
    isHeavy: true,
    summary: '客服的数字怎么来的：每天，再到各店各昵称，直到导入文件的行或日志',
    input: z.strictObject({
      staffId: Id,
      customerId: many(Id),
      metric: AgentMetric.default('handled'),
      ...cell,
      ...among,
    }),
    output: Explanation,
  }),
  day: endpoint('GET /api/figures/day', {
    needs: 'canReviewWorklog',
    isHeavy: true,
    summary: '一家店一天的原数和现数，供更正',
    input: z.strictObject({ storeId: Id, on: Day, nick: line('昵称', 100).optional() }),
    output: z.object({
      storeId: z.int(),
      storeName: z.string(),
      on: z.string(),
      figures: z.array(z.object({ measure: CorrectableMetric, old: Value, now: Value })),
      /** The nicks with figures on that day; each may be corrected separately. */
      nicks: z.array(z.string()),
    }),
  }),
  corrections: endpoint('GET /api/figure-corrections', {
    needs: 'canReportWorklog',
    summary: '手工更正过的数，最新的在前；standing 只列仍在用的',
    input: page(
      {
        storeId: many(Id),
        from: Day.optional(),
        to: Day.optional(),
        standing: z.enum(['true', 'false']).optional().meta({ title: '状态' }),
      },
      ['id'],
    ),
    output: paged(Correction),
  }),
  consequences: endpoint('POST /api/figure-corrections/consequences', {
    needs: 'canReviewWorklog',
    isHeavy: true,
    budget: 'preview',
    summary: '更正之前看后果：当天和当月的数、取代的更正、受影响的账单；不写入任何数据',
    // A POST that writes nothing: `changes` is too structured for a query string.
    audited: false,
    answerKept: false,
    input: CorrectionInput.extend({ questionId: Id.optional() }),
    output: Consequences,
  }),
  correct: endpoint('POST /api/figure-corrections', {
    needs: 'canReviewWorklog',
    summary: '更正一天的数，须写原因；之后导入的文件若给出别的数，以文件为准',
    input: CorrectionInput.extend({ reason: line('原因', 200) }),
    output: z.object({ actId: z.int() }),
  }),
  revoke: endpoint('POST /api/figure-corrections/:id/revoke', {
    needs: 'canReviewWorklog',
    summary: '撤销一次更正，恢复更正前的数；:id 是更正的批号 actId',
    input: z.strictObject({ id: Id }),
    output: z.object({ actId: z.int() }),
  }),
  pending: endpoint('GET /api/figures/pending', {
    needs: 'canReportWorklog',
    isHeavy: true,
    summary: '平台还在统计（延迟统计）的店铺和日期，最早的在前',
    input: page({ storeId: many(Id) }, ['on']),
    output: paged(
      z.object({
        storeId: z.int(),
        storeName: z.string(),
        on: z.string(),
        pending: z.array(z.string()),
        nicks: z.int(),
        updatedAt: z.iso.datetime(),
      }),
    ).extend({ covers: Covers }),
  }),
  differences: endpoint('GET /api/figures/differences', {
    needs: 'canReviewWorklog',
    isHeavy: true,
    summary: '手工填报与平台导入不一致的数，以导入为准；checked=true 看已核对的',
    input: page({ storeId: many(Id), checked: z.enum(['true', 'false']).default('false') }, ['on']),
    output: paged(
      z.object({
        storeId: z.int(),
        storeName: z.string(),
        on: z.string(),
        /** '' for the store's own row, from a template. */
        nick: z.string(),
        sides: z.array(z.object({ measure: z.string(), keyed: z.int(), imported: z.int().nullable() })),
        worklogIds: z.array(z.int()),
        note: z.string().nullable(),
        checkedByName: z.string().nullable(),
      }),
    ).extend({ covers: Covers }),
  }),
  check: endpoint('POST /api/figures/differences/check', {
    needs: 'canReviewWorklog',
    summary: '把一处差异标为已核对；任何一边再变会重新列出',
    input: z.strictObject({ storeId: Id, on: Day, nick: z.string().max(100), note: line('说明', 200) }),
    output: z.object({ storeId: z.int(), on: z.string(), nick: z.string() }),
  }),
}
