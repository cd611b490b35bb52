import { AppError, invalidField } from '#kit/errors.ts'

export const stateNames = { open: '待跟进', done: '已完成' } as const

/** Throws INVALID unless the assignee may read the customer. */
export function assertAssignee(readers: readonly { id: number }[], assigneeId: number): void {
  if (readers.some(({ id }) => id === assigneeId)) return
  throw invalidField('assigneeId', '请选择能看到这位客户的在职同事作为跟进人。')
}

/** Throws WRONG_STATE unless the follow-up is in the wanted state. */
export function assertState(doneAt: Date | null, expected: 'open' | 'done'): void {
  if ((doneAt === null) === (expected === 'open')) return
  throw new AppError(
    'WRONG_STATE',
    expected === 'open' ? '这项跟进已经完成，请先重新打开。' : '这项跟进还没有完成。',
  )
}
