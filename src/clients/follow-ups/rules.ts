import { AppError, invalidField } from '#kit/errors.ts'

export const stateNames = { open: '待跟进', done: '已完成' } as const

/** Throws INVALID unless the assignee is among those who may read the customer: nobody is sent to a closed door. */
export function assertAssignee(readers: readonly { id: number }[], assigneeId: number): void {
  if (readers.some(({ id }) => id === assigneeId)) return
  throw invalidField('assigneeId', '请选择能看到这位客户的在职同事作为跟进人。')
}

/** Throws WRONG_STATE where a follow-up is not open (or, for reopening, not done). */
export function assertState(doneAt: Date | null, wanted: 'open' | 'done'): void {
  if ((doneAt === null) === (wanted === 'open')) return
  throw new AppError(
    'WRONG_STATE',
    wanted === 'open' ? '这项跟进已经完成，请先重新打开。' : '这项跟进还没有完成。',
  )
}
