import * as z from 'zod'
import { Platform } from '#clients/stores/contract.ts'
import { Consequences } from '#kit/consequences.ts'
import { endpoint, Id, many, page, paged, Version } from '#kit/contract.ts'
import { SentenceText } from '#kit/sentenceText.ts'

export const PastStatus = z.enum(['preview', 'committed', 'undone']).meta({ title: '状态' })
export type PastStatus = z.output<typeof PastStatus>

/** The effect of a row, before or after the commit. */
export const PastRowState = z.enum(['create', 'update', 'same', 'conflict', 'error']).meta({ title: '结果' })
export type PastRowState = z.output<typeof PastRowState>

/** Why a row is rejected, or has no effect. */
export const PastReason = z.enum([
  'unread',
  'noStore',
  'severalStores',
  'otherStore',
  'repeated',
  'closed',
  'tooOld',
  'imported',
  'corrected',
] as const)
export type PastReason = z.output<typeof PastReason>

/** Maximum number of rejected rows that are returned with their cells. */
export const SHOWN_FAULTS = 5_000

/** A workbook of past daily figures. */
export const PastFile = z.object({
  id: z.int(),
  version: z.int(),
  fileName: z.string(),
  status: PastStatus,
  /** Rows with figures, by their effect; `rowsEmpty` counts lines of the template that were not filled in. */
  counts: z.record(PastRowState, z.int()),
  rowsTotal: z.int(),
  rowsEmpty: z.int(),
  unknownHeaders: z.array(z.string()),
  storesTotal: z.int(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  createdByName: z.string(),
  createdAt: z.iso.datetime(),
  committedAt: z.iso.datetime().nullable(),
  undoneAt: z.iso.datetime().nullable(),
  /** Whether it can be undone now: it is committed, and no later file has written to its stores and days. */
  undoable: z.boolean(),
})
export type PastFile = z.output<typeof PastFile>

/** A problem of a row; `column` is empty if it concerns the whole row. */
const Fault = z.object({ column: z.string(), message: SentenceText })

export const PastRow = z.object({
  row: z.int(),
  storeName: z.string(),
  on: z.string().nullable(),
  state: PastRowState,
  faults: z.array(Fault),
  /** The current volume of the store and day, and the volume in the row. */
  now: z.int().nullable(),
  given: z.int().nullable(),
})
export type PastRow = z.output<typeof PastRow>

const needs = 'canReportWorklog'
const idInput = z.strictObject({ id: Id })
const stepInput = z.strictObject({ id: Id, version: Version })

export const figureFiles = {
  stores: endpoint('GET /api/figure-files/stores', {
    needs,
    summary: '历史日数据模板里的店铺：本人可以填报的',
    input: z.strictObject({}),
    output: z.object({
      items: z.array(z.object({ id: z.int(), code: z.string(), name: z.string(), platform: Platform })),
    }),
  }),
  list: endpoint('GET /api/figure-files', {
    needs,
    summary: '历史日数据的导入记录，最新的在前',
    input: page({ status: many(PastStatus) }, ['id']),
    output: paged(PastFile),
  }),
  create: endpoint('POST /api/figure-files', {
    needs,
    budget: 'preview',
    summary: '上传历史日数据表（店铺 × 日期），预检；不写入任何数据',
    takes: 'file',
    audited: false,
    input: z.strictObject({}),
    output: PastFile.extend({
      /** An earlier import of an identical file that is still in effect. */
      duplicateOf: z.object({ committedAt: z.iso.datetime(), createdByName: z.string() }).nullable(),
    }),
  }),
  get: endpoint('GET /api/figure-files/:id', {
    needs,
    summary: '一次历史日数据导入',
    input: idInput,
    output: PastFile,
  }),
  rows: endpoint('GET /api/figure-files/:id/rows', {
    needs,
    summary: '历史日数据的每一行：会做什么、原因',
    input: page({ id: Id, state: many(PastRowState) }, ['row']),
    output: paged(PastRow),
  }),
  faults: endpoint('GET /api/figure-files/:id/faults', {
    needs,
    isHeavy: true,
    summary: '没有采用的行：原来的单元格和原因，最多 5000 行',
    input: idInput,
    output: z.object({
      headers: z.array(z.string()),
      items: z.array(z.object({ row: z.int(), faults: z.array(Fault), cells: z.array(z.string()) })),
      total: z.int(),
    }),
  }),
  commit: endpoint('POST /api/figure-files/:id/commit', {
    needs,
    isHeavy: true,
    summary: '确认导入历史日数据；平台数据和手工更正优先',
    input: stepInput,
    output: PastFile,
  }),
  undoConsequences: endpoint('GET /api/figure-files/:id/undo/consequences', {
    needs,
    budget: 'preview',
    summary: '撤销历史日数据之前看后果：恢复和删除的数据，涉及的账单',
    input: idInput,
    output: Consequences,
  }),
  undo: endpoint('POST /api/figure-files/:id/undo', {
    needs,
    isHeavy: true,
    summary: '撤销历史日数据的导入，恢复到导入之前',
    input: stepInput,
    output: PastFile,
  }),
}
