import type * as z from 'zod'
import { can } from '#access/can.ts'
import { AppError } from '#kit/errors.ts'
import type { RecordEditor } from '#kit/recordEditor.ts'
import type { Context } from '#kit/serve.ts'
import { validate } from '#kit/validate.ts'
import type { bulkEdits } from './contract.ts'
import { insertBulkEdit } from './queries.ts'
import { assertBulkFields, OUT_OF_REACH } from './rules.ts'

/** Placeholders for validation; each record's own id and version are used when it is written. */
const ANY = { id: 1, version: 1 }

/** Saves the records and values of a bulk edit without writing them yet; returns the id of the edit. */
export async function prepare(
  context: Context,
  editor: RecordEditor,
  { entity, ids, changes }: z.output<typeof bulkEdits.create.input>,
): Promise<number> {
  const { db, actor, clock } = context
  if (!can(actor, editor.needs)) {
    throw new AppError('FORBIDDEN', '您没有这项操作的权限。如需使用，请联系管理员。')
  }
  assertBulkFields(editor.bulk, changes)
  const { id: _id, version: _version, ...values } = validate(editor.changes, { ...changes, ...ANY })
  const uniqueIds = [...new Set(ids)]
  const found = new Map((await editor.find(context, uniqueIds)).map((record) => [record.id, record]))
  const records = uniqueIds.map((recordId) => {
    const record = found.get(recordId)
    if (record) return { recordId, name: record.name, state: 'waiting', problem: null }
    return { recordId, name: '', state: 'skipped', problem: OUT_OF_REACH }
  })
  const edit = { companyCode: actor.companyCode, entity, changes: values }
  return insertBulkEdit(db, { ...edit, createdBy: actor.id, createdAt: clock() }, records)
}
