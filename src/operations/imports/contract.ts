import * as z from 'zod'
import { Consequences } from '#kit/consequences.ts'
import { Day, endpoint, Id, many, page, paged, Version } from '#kit/contract.ts'
import { jsonField } from '#kit/jsonField.ts'
import { SentenceText } from '#kit/sentenceText.ts'
import {
  countFields,
  type Field,
  fieldLabels,
  filePlatforms,
  moneyFields,
  rateFields,
  secondsFields,
} from './reader/fields.ts'

const Count = z.int().nullable().optional()
/** The measures of a row as in its file: absent without a column, null if the cell has no value. */
const metrics = {
  ...(Object.fromEntries([...countFields, ...rateFields, ...moneyFields].map((field) => [field, Count])) as {
    [K in (typeof countFields | typeof rateFields | typeof moneyFields)[number]]: typeof Count
  }),
  ...(Object.fromEntries(secondsFields.map((field) => [field, z.number().nullable().optional()])) as {
    [K in (typeof secondsFields)[number]]: z.ZodOptional<z.ZodNullable<z.ZodNumber>>
  }),
}

/** A figure corrected by hand. `stays`: the file contains the old value, so the correction remains in effect. */
const CorrectedFigure = z.object({
  nick: z.string().nullable(),
  measure: z.string(),
  oldValue: z.int().nullable(),
  newValue: z.int().nullable(),
  reason: z.string(),
  createdByName: z.string(),
  stays: z.boolean(),
})

/** The format of a file; `chitu` and `taobao` files contain figures of both taobao and tmall stores. */
export const FilePlatform = z.enum(filePlatforms).meta({ title: '平台' })
export const ImportStatus = z.enum(['preview', 'committed', 'undone']).meta({ title: '状态' })
/** A canonical field that a header can be mapped to. */
export const FileField = z.enum(Object.keys(fieldLabels) as [Field, ...Field[]]).meta({ title: '对应字段' })

/** Maximum number of agent rows in a response, over all groups; `agentTotal` is the full number. */
export const SHOWN_ROWS = 2_000

/** The store's own figures as in the file: rates in basis points, averages in seconds, money in 分. */
export const StoreRow = z.object({
  /** The row number in the spreadsheet. */
  row: z.int(),
  /** Fields that the platform has not counted yet (延迟统计). */
  pending: z.array(z.string()),
  ...metrics,
})

/** The current figures of a nick, store and day. */
const CurrentFigures = z.object({ consultUsers: z.int().nullable(), handledUsers: z.int().nullable() })

/** A valid row of the file: an agent's figures, and the effect of writing them. */
export const AgentRow = StoreRow.extend({
  nick: z.string(),
  /** The owner of the nick on that day; absent if the nick is unmatched (待对应). */
  staffId: z.int().optional(),
  staffName: z.string().optional(),
  /** New, replacing other figures, or equal to the current ones. */
  effect: z.enum(['insert', 'replace', 'unchanged']),
  /** The nick's current figures; null if there are none. */
  before: CurrentFigures.nullable(),
})
export type AgentRow = z.output<typeof AgentRow>

/** What a commit would do to the figures of a store and day. */
export const Replaces = z.object({
  /** Number of nicks that have figures there now (原有). */
  standing: z.int(),
  /** Number of rows of the file that are new, replace other figures, or change nothing. */
  inserted: z.int(),
  replaced: z.int(),
  unchanged: z.int(),
  /** Nicks with figures that are not in the file; they stay unless the whole store is replaced. At most 200. */
  kept: z.array(z.string()),
  keptTotal: z.int(),
  /** The store's own figures afterwards: the file's store row, the current figures, or the sum of its agents. */
  store: z.enum(['imported', 'kept', 'sum']),
})

/** Why a group cannot be written. */
export const BlockCode = z.enum(['PERIOD_CLOSED', 'PLATFORM_MISMATCH', 'NO_STORE', 'NO_DAY'])
export const Block = z.object({ code: BlockCode, message: SentenceText })
/** A block before it is written in a language. */
export type Block = z.input<typeof Block>

/** A store and day of a file. */
export const ImportGroup = z.object({
  storeId: z.int().nullable(),
  /** The store's name; if the store is unknown, its name in the file. */
  storeName: z.string().nullable(),
  on: z.string().nullable(),
  agents: z.array(AgentRow),
  agentTotal: z.int(),
  store: StoreRow.optional(),
  replaces: Replaces,
  unmatchedNicks: z.array(z.string()),
  /** Corrections of figures that are in the file; after the commit, those that it ended. */
  corrections: z.array(CorrectedFigure),
  blocks: z.array(Block),
  committed: z.boolean(),
})
export type ImportGroup = z.output<typeof ImportGroup>

/** Why a row was rejected; `column` is the header as in the file. */
export const RowProblem = z.object({ row: z.int(), column: z.string(), message: SentenceText })

/** What a file would write. With a single group, its store, day, figures and `replaces` are also at the top level. */
export const ImportPreview = z.object({
  id: z.int(),
  version: z.int(),
  status: ImportStatus,
  fileName: z.string(),
  platform: FilePlatform,
  on: z.string().nullable(),
  onFrom: z.enum(['column', 'file name', 'chosen']).nullable(),
  storeId: z.int().nullable(),
  storeName: z.string().nullable(),
  /** The valid rows of all groups, at most 2,000. */
  agents: z.array(AgentRow),
  agentTotal: z.int(),
  store: StoreRow.optional(),
  replaces: Replaces.nullable(),
  groups: z.array(ImportGroup),
  blocks: z.array(Block),
  /** Nicks of known stores without an owner, at most 2,000. */
  unmatchedNicks: z.array(z.string()),
  /** Rows that are not figures (summaries, repetitions), at most 5,000; `skippedTotal` is the full number. */
  skippedRows: z.array(z.int()),
  skippedTotal: z.int(),
  /** At most 1,000; `problemTotal` counts the rows. `GET /api/imports/:id/problems` returns up to 5,000, with cells. */
  problems: z.array(RowProblem),
  problemTotal: z.int(),
  unknownHeaders: z.array(z.string()),
  pending: z.array(z.string()),
  otherSheets: z.array(z.string()),
  /** An earlier import of an identical file that is still in effect. */
  duplicateOf: z
    .object({ id: z.int(), fileName: z.string(), committedAt: z.iso.datetime(), createdByName: z.string() })
    .optional(),
  createdByName: z.string(),
  createdAt: z.iso.datetime(),
  /** The last day on which the preview can be confirmed; null once it was. */
  keptUntil: z.string().nullable(),
})
export type ImportPreview = z.output<typeof ImportPreview>

/** A file in the list of imports. */
export const ImportBatch = z.object({
  id: z.int(),
  version: z.int(),
  fileName: z.string(),
  platform: FilePlatform,
  status: ImportStatus,
  /** The first 20 stores and days; `groupTotal` is the full number. */
  groups: z.array(
    z.object({
      storeId: z.int().nullable(),
      storeName: z.string().nullable(),
      on: z.string().nullable(),
      committed: z.boolean(),
    }),
  ),
  groupTotal: z.int(),
  rowsOk: z.int(),
  rowsProblem: z.int(),
  rowsSkipped: z.int(),
  createdBy: z.int(),
  createdByName: z.string(),
  createdAt: z.iso.datetime(),
  /** The last day on which a preview can be confirmed; null once it was. */
  keptUntil: z.string().nullable(),
  committedAt: z.iso.datetime().nullable(),
  undoneAt: z.iso.datetime().nullable(),
  /** Whether the user may undo it now: committed, their own (the team's, the company's), and the latest of its days. */
  undoable: z.boolean(),
})
export type ImportBatch = z.output<typeof ImportBatch>

/** Number of rows that a commit inserted, replaced, left unchanged, removed (整店替换), and kept (not in the file). */
export const CommitCounts = z.object({
  inserted: z.int(),
  replaced: z.int(),
  unchanged: z.int(),
  removed: z.int(),
  kept: z.int(),
  /** Number of stores × days that it wrote. */
  storeDays: z.int(),
})

/** A header → field mapping, as JSON text in a form: `{"接待人":"nick"}`. */
const Mapping = jsonField(z.record(z.string().max(200), FileField)).meta({ title: '表头对应' })

/** The owner of a nick. From a team member it is a claim, which the head confirms. */
const Binding = z.strictObject({
  nick: z.string().min(1).max(100),
  staffId: Id.meta({ title: '客服' }),
  /** Required only if the nick occurs in several stores of the file. */
  storeId: Id.optional(),
})

export const CommitInput = z.strictObject({
  id: Id,
  version: Version,
  /** The groups to write; defaults to all. */
  groups: z
    .array(z.strictObject({ storeId: Id, on: Day }))
    .min(1)
    .max(SHOWN_ROWS)
    .optional(),
  bindings: z.array(Binding).max(SHOWN_ROWS).optional(),
  /** 整店替换: also removes the nicks that are not in the file. */
  replaceWholeStore: z.boolean().optional(),
})

const needs = 'canReportWorklog'

export const imports = {
  preview: endpoint('POST /api/imports', {
    needs,
    budget: 'preview',
    summary: '上传平台导出的文件，预检；不写入任何数据',
    takes: 'file',
    audited: false,
    input: z.strictObject({
      storeId: Id.optional().meta({ title: '店铺' }),
      on: Day.optional().meta({ title: '日期' }),
      mapping: Mapping.optional(),
      /** The user's own preview of the same file, which this one replaces. */
      instead: Id.optional().meta({ title: '原预检' }),
    }),
    output: ImportPreview,
  }),
  list: endpoint('GET /api/imports', {
    needs,
    summary: '导入记录，最新的在前；from、to 按上传日期，on 按数据日期',
    input: page(
      {
        status: many(ImportStatus),
        platform: many(FilePlatform),
        storeId: many(Id),
        createdBy: many(Id),
        on: Day.optional(),
        from: Day.optional(),
        to: Day.optional(),
      },
      ['id', 'createdAt', 'committedAt'],
    ),
    output: paged(ImportBatch),
  }),
  get: endpoint('GET /api/imports/:id', {
    needs,
    isHeavy: true,
    summary: '再看一次预检结果',
    input: z.strictObject({ id: Id }),
    output: ImportPreview,
  }),
  problems: endpoint('GET /api/imports/:id/problems', {
    needs,
    isHeavy: true,
    summary: '有问题的行：原来的内容和原因，最多 5000 行',
    input: z.strictObject({ id: Id }),
    output: z.object({
      fileName: z.string(),
      headers: z.array(z.string()),
      items: z.array(RowProblem.extend({ cells: z.array(z.string()).optional() })),
      total: z.int(),
    }),
  }),
  commit: endpoint('POST /api/imports/:id/commit', {
    needs,
    isHeavy: true,
    summary: '确认导入：按昵称替换，从不累加',
    input: CommitInput,
    output: ImportBatch.extend({ counts: CommitCounts }),
  }),
  undoConsequences: endpoint('GET /api/imports/:id/undo/consequences', {
    needs,
    budget: 'preview',
    summary: '撤销导入之前看后果：恢复和删除的数据，涉及的日志和账单',
    input: z.strictObject({ id: Id }),
    output: Consequences,
  }),
  undo: endpoint('POST /api/imports/:id/undo', {
    needs,
    isHeavy: true,
    summary: '撤销导入，恢复到导入之前',
    input: z.strictObject({ id: Id, version: Version }),
    output: ImportBatch,
  }),
}

/** The figures that can be corrected by hand. */
export const CorrectableMetric = z.enum([
  'consultUsers',
  'consultSessions',
  'handledUsers',
  'unreplied',
  'within3min',
  'within3minBase',
  'inquiryUsers',
  'orderUsers',
])

export type CorrectableMetric = z.output<typeof CorrectableMetric>
