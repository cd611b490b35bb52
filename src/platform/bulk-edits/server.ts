import type * as z from 'zod'
import { can } from '#access/can.ts'
import type { BulkKind } from '#access/kinds.ts'
import { AppError } from '#kit/errors.ts'
import type { RecordEditor } from '#kit/recordEditor.ts'
import { dryRunInTransaction } from '#kit/savepoint.ts'
import { type Context, type Served, serve } from '#kit/serve.ts'
import { createdNow } from '#kit/stamps.ts'
import { validate } from '#kit/validate.ts'
import { bulkEdits } from './contract.ts'
import { findBulkEdits, findBulkRows, getBulkEdit, insertBulkEdit, lockBulkEdit } from './queries.ts'
import { assertBulkFields, OUT_OF_REACH } from './rules.ts'
import { checkBatch, runBatch } from './run.ts'
import { type Edit, toBulkEdit } from './toBulkEdit.ts'
import { undoBatch, undoConsequences } from './undo.ts'

type Step = (editor: RecordEditor, edit: Edit) => Promise<void>

/** Serves bulk edits of the record kinds in `editors`. */
export function bulkEditsServer(editors: Record<BulkKind, RecordEditor>): Served {
  const editorOf = (entity: string): RecordEditor => {
    const editor = (editors as Partial<Record<string, RecordEditor>>)[entity]
    if (!editor) throw new AppError('INVALID', '这类记录不能批量修改。')
    return editor
  }
  const step = async (context: Context, id: number, work: Step) => {
    const edit = await lockBulkEdit(context.db, context.actor, id)
    await work(editorOf(edit.entity), edit)
    return readEdit(context, id)
  }
  return serve(bulkEdits, {
    list,
    create: async (context, input) =>
      readEdit(context, await prepare(context, editorOf(input.entity), input)),
    check: (context, { id }) => step(context, id, (editor, edit) => checkBatch(context, editor, edit)),
    run: (context, { id }) => step(context, id, (editor, edit) => runBatch(context, editor, edit)),
    undoConsequences: (context, { id }) =>
      dryRunInTransaction(context, async (inner) => {
        const edit = await lockBulkEdit(inner.db, inner.actor, id)
        return undoConsequences(inner, editorOf(edit.entity), edit)
      }),
    undo: (context, { id, onlyUnchanged }) =>
      step(context, id, (editor, edit) => undoBatch(context, editor, edit, onlyUnchanged)),
    get: (context, { id }) => readEdit(context, id),
    rows,
  })
}

async function readEdit({ db, actor, clock }: Context, id: number) {
  return toBulkEdit(db, await getBulkEdit(db, actor, id), clock())
}

async function list({ db, actor, clock }: Context, query: Parameters<typeof findBulkEdits>[2]) {
  const { items, total } = await findBulkEdits(db, actor, query)
  const edits = []
  for (const row of items) edits.push(await toBulkEdit(db, row, clock()))
  return { items: edits, total }
}

async function rows({ db, actor }: Context, query: Parameters<typeof findBulkRows>[1]) {
  await getBulkEdit(db, actor, query.id)
  const { items, total } = await findBulkRows(db, query)
  const outputRows = items.map((row) => ({
    ...row,
    before: row.before as Record<string, unknown> | null,
  }))
  return { items: outputRows, total }
}

/** Placeholders for validation; each record's own id and version are used when it is written. */
const ANY = { id: 1, version: 1 }

/** Saves the records and values of a bulk edit without writing them yet; returns the id of the edit. */
async function prepare(
  context: Context,
  editor: RecordEditor,
  { entity, ids, changes }: z.output<typeof bulkEdits.create.input>,
): Promise<number> {
  const { db, actor } = context
  if (!can(actor, editor.needs)) {
    throw new AppError('FORBIDDEN', '您没有这项操作的权限。如需使用，请联系管理员。')
  }
  assertBulkFields(editor.bulk, changes)
  const { id: _id, version: _version, ...values } = validate(editor.changes, { ...changes, ...ANY })
  const uniqueIds = [...new Set(ids)]
  const found = new Map((await editor.find(context, uniqueIds)).map((record) => [record.id, record]))
  const records = uniqueIds.map((recordId) => {
    const record = found.get(recordId)
    if (record) return { recordId, name: record.name, state: 'waiting' as const, problem: null }
    return { recordId, name: '', state: 'skipped' as const, problem: OUT_OF_REACH }
  })
  const edit = { companyCode: actor.companyCode, entity, changes: values }
  return insertBulkEdit(db, { ...edit, ...createdNow(context) }, records)
}
