import * as z from 'zod'
import { can, seesPay } from '#access/can.ts'
import type { Changes } from '#kit/audit.ts'
import { AppError, notFound } from '#kit/errors.ts'
import { isSame } from '#kit/isSame.ts'
import type { RecordEditor } from '#kit/recordEditor.ts'
import { type Served, serve } from '#kit/serve.ts'
import { restores } from './contract.ts'
import { findLine } from './queries.ts'
import { assertRestorable, visibleChanges } from './rules.ts'

/** Serves restoring a field's older value, with the editor of the record's kind, as if entered in the form. */
export function restoresServer(editors: readonly RecordEditor[]): Served {
  return serve(restores, {
    restore: async (context, { id, field, version }) => {
      const { db, actor } = context
      const line = await findLine(db, id)
      const editor = editors.find(({ entity }) => entity === line?.entity)
      if (!line || !editor || !can(actor, editor.needs)) throw notFound('操作日志')
      const [record] = await editor.find(context, [Number(line.recordId)])
      if (!record) throw notFound('操作日志')
      const change = visibleChanges(line.changes as unknown as Changes, seesPay(actor))[field]
      const isField = editor.changes.shape[field] instanceof z.ZodType
      assertRestorable(line.action, field, change, isField)
      if (record.version === version && isSame(record.values[field], change[0])) {
        throw new AppError('WRONG_STATE', '这一项现在就是这个值，不需要恢复。')
      }
      return editor.update(context, { id: record.id, version, [field]: change[0] }, 'restore')
    },
  })
}
