import * as z from 'zod'
import { CellSource } from '#kit/cellSource.ts'
import { endpoint, Id } from '#kit/contract.ts'
import { SentenceText } from '#kit/sentenceText.ts'
import { TEXT_LOCALES } from '#kit/text.ts'

const Words = z.string().max(300)

/** The list's key, as in its preferences: `list.stores`. */
const List = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9.-]*$/)
  .meta({ title: '列表' })

const Module = z.string().trim().min(1).max(60).meta({ title: '模块' })
const Filters = z.array(Words).max(30).meta({ title: '筛选条件' })

export const exportLog = {
  record: endpoint('POST /api/exports', {
    needs: 'signedIn',
    budget: 'export',
    summary: '记下一次导出：哪个列表、什么条件、哪些列、多少行；写入操作日志之后浏览器才保存文件',
    input: z.strictObject({
      list: List,
      module: Module,
      filters: Filters,
      columns: z.array(Words).min(1).max(100).meta({ title: '列' }),
      rows: z.int().min(0).max(100_000).meta({ title: '数据行数' }),
    }),
    output: z.null(),
  }),
}

const ExportColumn = z.strictObject({
  title: Words,
  type: z.enum(['text', 'count', 'money', 'rate', 'seconds', 'day', 'instant']),
  from: CellSource,
})

const Value = z.union([z.string().max(300), z.number(), z.boolean()])

/** An export request: the path of a list endpoint, its filters and sort order, and the columns in order. */
export const ExportRequest = z.strictObject({
  list: List,
  path: z
    .string()
    .max(100)
    .regex(/^\/api\/[a-z0-9/-]+$/),
  module: Module,
  query: z.record(z.string().max(64), z.union([Value, z.array(Value).max(200)])),
  filters: Filters,
  columns: z.array(ExportColumn).min(1).max(60).meta({ title: '列' }),
  /** The language of the file's texts. */
  locale: z.enum(TEXT_LOCALES),
})

export type ExportRequest = z.output<typeof ExportRequest>

export const ExportState = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled'])
export type ExportState = z.output<typeof ExportState>

/** A file in the download centre. */
export const ExportFile = z.object({
  id: z.int(),
  name: z.string(),
  state: ExportState,
  rowsDone: z.int(),
  rowsTotal: z.int().nullable(),
  bytes: z.int(),
  /** The reason for a failed export. */
  failure: SentenceText.nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** The last day on which the file can be downloaded. */
  expiresOn: z.string().nullable(),
})

export type ExportFile = z.output<typeof ExportFile>

export const exportFiles = {
  list: endpoint('GET /api/exports/files', {
    needs: 'signedIn',
    summary: '下载中心：本人在后台导出的文件，新的在前',
    input: z.strictObject({}),
    output: z.array(ExportFile),
  }),
  start: endpoint('POST /api/exports/files', {
    needs: 'signedIn',
    budget: 'export',
    summary: '在后台导出一个列表；筛选、列、范围和脱敏与列表相同，写文件时再核对一次权限',
    input: ExportRequest,
    output: ExportFile,
  }),
  cancel: endpoint('POST /api/exports/files/:id/cancel', {
    needs: 'signedIn',
    summary: '取消一个还没有完成的导出',
    input: z.strictObject({ id: Id }),
    output: ExportFile,
  }),
  download: endpoint('POST /api/exports/files/:id/download', {
    needs: 'signedIn',
    budget: 'export',
    summary: '开始下载一个文件，写入操作日志；答有几段，一段一段取',
    input: z.strictObject({ id: Id }),
    output: z.object({ name: z.string(), parts: z.int() }),
  }),
  part: endpoint('GET /api/exports/files/:id/parts/:no', {
    needs: 'signedIn',
    isHeavy: true,
    summary: '文件的一段，base64',
    input: z.strictObject({ id: Id, no: Id }),
    output: z.object({ base64: z.string() }),
  }),
  remove: endpoint('DELETE /api/exports/files/:id', {
    needs: 'signedIn',
    summary: '从下载中心删除一个文件',
    input: z.strictObject({ id: Id }),
    output: z.object({ id: z.int() }),
  }),
}
