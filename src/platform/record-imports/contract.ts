import * as z from 'zod'
import { IMPORT_KINDS } from '#access/kinds.ts'
import { Consequences } from '#kit/consequences.ts'
import { endpoint, Id, many, page, paged } from '#kit/contract.ts'
import { SentenceText } from '#kit/sentenceText.ts'

/** The record kinds that can be imported. */
export const ImportEntity = z.enum(IMPORT_KINDS).meta({ title: '类别' })

export type ImportEntity = z.output<typeof ImportEntity>

/**
 * The state of a row: of the preview, then of the run, then of an undo. `kept` could not be undone; `skipped` was not
 * written before the undo began and will not be.
 */
export const ImportRowState = z.enum([
  'waiting',
  'create',
  'update',
  'same',
  'conflict',
  'error',
  'created',
  'updated',
  'failed',
  'undone',
  'kept',
  'skipped',
])

export type ImportRowState = z.output<typeof ImportRowState>

/** Maximum number of records per page of an export. */
export const EXPORT_PAGE = 500

/** Maximum number of rows per sheet; fewer for staff, because an undo tries all of them in one request. */
export const MAX_ROWS = 20_000
export const MAX_PEOPLE = 5_000

export const RecordImport = z.object({
  id: z.int(),
  entity: ImportEntity,
  fileName: z.string(),
  /** The headers as written in the sheet. */
  headers: z.array(z.string()),
  /** Headers that match no field, or none that this user may set; their columns are ignored. */
  unknownHeaders: z.array(z.string()),
  state: z.enum(['checking', 'ready', 'running', 'done', 'undoing', 'undone']),
  counts: z.record(ImportRowState, z.int()),
  /** Number of rows without a problem that have a note: cells that were not read. */
  noted: z.int(),
  createdAt: z.iso.datetime(),
  createdByName: z.string(),
  runAt: z.iso.datetime().nullable(),
  undoneAt: z.iso.datetime().nullable(),
  undoneByName: z.string().nullable(),
  /** Whether this user can undo the import now. */
  undoable: z.boolean(),
})

export type RecordImport = z.output<typeof RecordImport>

export const ImportRow = z.object({
  row: z.int(),
  name: z.string(),
  state: ImportRowState,
  problem: SentenceText.nullable(),
  recordId: z.int().nullable(),
  /** The uploaded cells; null once the row is written. */
  cells: z.array(z.string()).nullable(),
})

export type ImportRow = z.output<typeof ImportRow>

/** The one-time password of a new person; returned once. */
export const FirstPassword = z.object({
  row: z.int(),
  name: z.string(),
  username: z.string(),
  oneTimePassword: z.string(),
})

export type FirstPassword = z.output<typeof FirstPassword>

const one = z.strictObject({ id: Id })

export const recordImports = {
  choices: endpoint('GET /api/record-imports/choices', {
    needs: 'signedIn',
    summary: '模板里可选的人和客户：本人导入时可以填的',
    input: z.strictObject({ entity: ImportEntity }),
    /** By field of the column: names, or user names if several people share a name. */
    output: z.object({ named: z.record(z.string(), z.array(z.string())) }),
  }),
  existing: endpoint('GET /api/record-imports/existing', {
    needs: 'signedIn',
    isHeavy: true,
    budget: 'export',
    summary: '现有资料：本公司里本人可以改的记录，按模板的列，打码同列表；从第 offset 条起，最多 500 条',
    input: z.strictObject({
      entity: ImportEntity,
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    output: z.object({
      /** By field of the template's columns; amounts in 分, rates in basis points. */
      items: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
      hasMore: z.boolean(),
    }),
  }),
  list: endpoint('GET /api/record-imports', {
    needs: 'signedIn',
    summary: '资料导入记录：自己做的；管理员看本公司全部',
    input: page({ entity: many(ImportEntity) }, ['id']),
    output: paged(RecordImport),
  }),
  create: endpoint('POST /api/record-imports', {
    needs: 'signedIn',
    budget: 'preview',
    summary:
      '上传员工、客户、店铺、计费方式、客服分配、平台昵称或期初余额的资料表，最多 20000 行，员工 5000 行；还不写入',
    takes: 'file',
    input: z.strictObject({ entity: ImportEntity }),
    output: RecordImport,
    audited: false,
  }),
  check: endpoint('POST /api/record-imports/:id/check', {
    needs: 'signedIn',
    isHeavy: true,
    summary: '预检下一批：照写入的规则试一遍，不写入',
    input: one,
    output: RecordImport,
    audited: false,
  }),
  run: endpoint('POST /api/record-imports/:id/run', {
    needs: 'signedIn',
    isHeavy: true,
    summary: '写入下一批新增和更新的行；新员工的一次性密码只在这里给一次',
    input: one,
    output: RecordImport.extend({ passwords: z.array(FirstPassword) }),
    audited: false,
  }),
  undoConsequences: endpoint('GET /api/record-imports/:id/undo/consequences', {
    needs: 'signedIn',
    budget: 'preview',
    summary: '撤销之前看后果：改回的、删除的、之后改过或用过而保留的',
    input: one,
    output: Consequences,
  }),
  undo: endpoint('POST /api/record-imports/:id/undo', {
    needs: 'signedIn',
    isHeavy: true,
    summary: '撤销下一批，24 小时内：更新的改回原值，新增的删除；之后改过或用过的要先说明只撤销其余',
    input: z.strictObject({ id: Id, onlyUnchanged: z.boolean().default(false) }),
    output: RecordImport,
    audited: false,
  }),
  get: endpoint('GET /api/record-imports/:id', {
    needs: 'signedIn',
    summary: '一次资料导入',
    input: one,
    output: RecordImport,
  }),
  rows: endpoint('GET /api/record-imports/:id/rows', {
    needs: 'signedIn',
    summary: '一次资料导入的每一行：结果、原因；原样的单元格只给上传的人',
    input: page(
      {
        id: Id,
        state: many(ImportRowState),
        /** Only rows with a problem or a note. */
        noted: z.enum(['true']).optional(),
      },
      ['row'],
    ),
    output: paged(ImportRow),
  }),
}
