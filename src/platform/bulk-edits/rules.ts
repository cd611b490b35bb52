import { AppError } from '#kit/errors.ts'
import type { Sentence } from '#kit/text.ts'
import { isUndoable, UNDO_HOURS } from '#kit/undoable.ts'
import type { BulkEntity } from './contract.ts'

export const entityNames: Record<BulkEntity, string> = { staff: '员工', customer: '客户', store: '店铺' }

export const rowStateNames = {
  waiting: '待预检',
  ready: '待写入',
  skipped: '跳过',
  done: '已修改',
  failed: '失败',
  undone: '已撤销',
  kept: '未撤销',
} as const

export const rowStateTones = {
  waiting: 'grey',
  ready: 'blue',
  skipped: 'grey',
  done: 'green',
  failed: 'red',
  undone: 'grey',
  kept: 'orange',
} as const

/** The page path of each record kind. */
export const recordPaths: Record<BulkEntity, string> = {
  staff: '/user-management',
  customer: '/customer-management',
  store: '/store-management',
}

/** The problem of a record that does not exist or that the user may not change. */
export const OUT_OF_REACH: Sentence = { sentence: '记录不存在，或不在您可修改的范围内。' }

/** Throws INVALID unless there is at least one change and all changed fields are allowed in bulk. */
export function assertBulkFields(allowed: readonly string[], changes: object): void {
  const fields = Object.keys(changes)
  if (fields.length === 0) throw new AppError('INVALID', '请至少选择一项要修改的内容。')
  const refused = fields.filter((field) => !allowed.includes(field))
  if (refused.length > 0) {
    throw new AppError('INVALID', '这些内容不能批量修改：{fields}。', {
      values: { fields: refused },
    })
  }
}

/** Throws WRONG_STATE if an edit is already undone, not started or past the undo period. */
export function assertUndoable(edit: { state: string; runAt: Date | null }, now: Date): void {
  if (edit.state === 'undone') throw new AppError('WRONG_STATE', '这次批量修改已经撤销。')
  if (edit.runAt === null) throw new AppError('WRONG_STATE', '这次批量修改还没有写入，不需要撤销。')
  if (isUndoable(edit, now)) return
  throw new AppError(
    'WRONG_STATE',
    '批量修改写入已超过 {n} 小时，不能再整批撤销；请逐条修改，或在操作日志里恢复原值。',
    {
      values: { n: UNDO_HOURS },
    },
  )
}
