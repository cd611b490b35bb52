import type { BulkKind } from '#access/kinds.ts'
import { dryRun } from '#kit/attempt.ts'
import { AppError } from '#kit/errors.ts'
import type { RecordEditor } from '#kit/recordEditor.ts'
import type { Context, Served } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import { bulkEdits } from './contract.ts'
import { prepare } from './prepare.ts'
import type { Edit } from './present.ts'
import { presentEdit } from './present.ts'
import { findBulkEdits, findBulkRows, getBulkEdit, lockBulkEdit } from './queries.ts'
import { checkSome, runSome } from './run.ts'
import { undoConsequences, undoSome } from './undo.ts'

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
    return shown(context, id)
  }
  return serve(bulkEdits, {
    list,
    create: async (context, input) => shown(context, await prepare(context, editorOf(input.entity), input)),
    check: (context, { id }) => step(context, id, (editor, edit) => checkSome(context, editor, edit)),
    run: (context, { id }) => step(context, id, (editor, edit) => runSome(context, editor, edit)),
    undoConsequences: (context, { id }) =>
      dryRun(context, async (inner) => {
        const edit = await lockBulkEdit(inner.db, inner.actor, id)
        return undoConsequences(inner, editorOf(edit.entity), edit)
      }),
    undo: (context, { id, onlyUnchanged }) =>
      step(context, id, (editor, edit) => undoSome(context, editor, edit, onlyUnchanged)),
    get: (context, { id }) => shown(context, id),
    rows,
  })
}

async function shown({ db, actor, clock }: Context, id: number) {
  return presentEdit(db, await getBulkEdit(db, actor, id), clock())
}

async function list({ db, actor, clock }: Context, query: Parameters<typeof findBulkEdits>[2]) {
  const { items, total } = await findBulkEdits(db, actor, query)
  const presented = []
  for (const row of items) presented.push(await presentEdit(db, row, clock()))
  return { items: presented, total }
}

async function rows({ db, actor }: Context, query: Parameters<typeof findBulkRows>[1]) {
  await getBulkEdit(db, actor, query.id)
  const { items, total } = await findBulkRows(db, query)
  const presented = items.map((row) => ({
    ...row,
    state: row.state as 'done',
    before: row.before as Record<string, unknown> | null,
  }))
  return { items: presented, total }
}
