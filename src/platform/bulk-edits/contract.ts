import * as z from 'zod'
import { BULK_KINDS } from '#access/kinds.ts'
import { Consequences } from '#kit/consequences.ts'
import { endpoint, Id, many, page, paged } from '#kit/contract.ts'
import { SentenceText } from '#kit/sentenceText.ts'

/** The record kinds that support bulk edits. */
export const BulkEntity = z.enum(BULK_KINDS).meta({ title: '类别' })

export type BulkEntity = z.output<typeof BulkEntity>

export const BulkState = z.enum(['checking', 'ready', 'running', 'done', 'undoing', 'undone'])

/** The state of a row; `kept` means that it could not be undone. */
export const RowState = z.enum(['waiting', 'ready', 'skipped', 'done', 'failed', 'undone', 'kept'])

export type RowState = z.output<typeof RowState>

/** Maximum number of records per bulk edit: the most that a list can select. */
export const MAX_RECORDS = 5_000

export const BulkEdit = z.object({
  id: z.int(),
  entity: BulkEntity,
  changes: z.record(z.string(), z.unknown()),
  /** Names for the ids in the changes: `names.leaderId['12']` is a person's name. */
  names: z.record(z.string(), z.record(z.string(), z.string())),
  state: BulkState,
  counts: z.record(RowState, z.int()),
  createdAt: z.iso.datetime(),
  createdByName: z.string(),
  runAt: z.iso.datetime().nullable(),
  undoneAt: z.iso.datetime().nullable(),
  undoneByName: z.string().nullable(),
  /** Whether this user can undo the edit now. */
  undoable: z.boolean(),
})

export type BulkEdit = z.output<typeof BulkEdit>

export const BulkRow = z.object({
  recordId: z.int(),
  name: z.string(),
  state: RowState,
  problem: SentenceText.nullable(),
  /** The previous values of the changed fields. */
  before: z.record(z.string(), z.unknown()).nullable(),
})

export type BulkRow = z.output<typeof BulkRow>

const one = z.strictObject({ id: Id })

export const bulkEdits = {
  list: endpoint('GET /api/bulk-edits', {
    needs: 'signedIn',
    summary: '批量修改记录：自己做的；管理员看本公司全部',
    input: page({ entity: many(BulkEntity) }, ['id']),
    output: paged(BulkEdit),
  }),
  create: endpoint('POST /api/bulk-edits', {
    needs: 'signedIn',
    budget: 'preview',
    summary: '准备一次批量修改：同样的值写给多条记录，最多 5000 条；还不写入',
    input: z.strictObject({
      entity: BulkEntity,
      ids: z.array(Id).min(1).max(MAX_RECORDS).meta({ title: '记录' }),
      changes: z.record(z.string().max(40), z.unknown()).meta({ title: '要修改的内容' }),
    }),
    output: BulkEdit,
    audited: false,
  }),
  check: endpoint('POST /api/bulk-edits/:id/check', {
    needs: 'signedIn',
    isHeavy: true,
    summary: '预检下一批：照写入的规则试一遍，不写入',
    input: one,
    output: BulkEdit,
    audited: false,
  }),
  run: endpoint('POST /api/bulk-edits/:id/run', {
    needs: 'signedIn',
    isHeavy: true,
    summary: '写入下一批，每条各留一行操作日志',
    input: one,
    output: BulkEdit,
    audited: false,
  }),
  undoConsequences: endpoint('GET /api/bulk-edits/:id/undo/consequences', {
    needs: 'signedIn',
    budget: 'preview',
    summary: '撤销之前看后果：恢复的、之后又改过而保留的、不再写入的',
    input: one,
    output: Consequences,
  }),
  undo: endpoint('POST /api/bulk-edits/:id/undo', {
    needs: 'signedIn',
    isHeavy: true,
    summary: '撤销下一批，24 小时内；之后又被改过的要先说明只撤销其余',
    input: z.strictObject({ id: Id, onlyUnchanged: z.boolean().default(false) }),
    output: BulkEdit,
    audited: false,
  }),
  get: endpoint('GET /api/bulk-edits/:id', {
    needs: 'signedIn',
    summary: '一次批量修改',
    input: one,
    output: BulkEdit,
  }),
  rows: endpoint('GET /api/bulk-edits/:id/rows', {
    needs: 'signedIn',
    summary: '一次批量修改的每条记录：结果、原因、原值',
    input: page({ id: Id, state: many(RowState) }, ['position']),
    output: paged(BulkRow),
  }),
}
