import { AppError } from '#kit/errors.ts'
import type { LeaveStatus } from '#operations/leaves/contract.ts'
import { MAX_LEAVE_FILES } from './contract.ts'

interface Attached {
  staffId: number
  createdBy: number | null
  status: LeaveStatus
}

/** Whether a paper may be added: by the person on leave or who entered it, unless the leave is refused or withdrawn. */
export function mayAttach(actor: { id: number }, { staffId, createdBy, status }: Attached): boolean {
  const isOpen = status === 'requested' || status === 'approved'
  return isOpen && (actor.id === staffId || actor.id === createdBy)
}

/** Throws FORBIDDEN or WRONG_STATE unless `mayAttach`. */
export function assertMayAttach(actor: { id: number }, leave: Attached): void {
  if (mayAttach(actor, leave)) return
  if (actor.id === leave.staffId || actor.id === leave.createdBy) {
    throw new AppError('WRONG_STATE', '这次请假已经撤回或没有同意，不用再传证明。')
  }
  throw new AppError('FORBIDDEN', '请假的证明由请假的人上传。')
}

/** Whether a paper may be removed: once the leave is decided, who decided has relied on it. */
export function mayDetach(actor: { id: number }, leave: Attached): boolean {
  return leave.status === 'requested' && mayAttach(actor, leave)
}

/** Throws FORBIDDEN or WRONG_STATE unless `mayDetach`. */
export function assertMayDetach(actor: { id: number }, leave: Attached): void {
  assertMayAttach(actor, leave)
  if (!mayDetach(actor, leave)) throw new AppError('WRONG_STATE', '请假已经审批，证明不能再删去。')
}

/** Throws TOO_LARGE if a leave has as many files as it may have. */
export function assertRoom(count: number): void {
  if (count < MAX_LEAVE_FILES) return
  throw new AppError('TOO_LARGE', '一次请假最多 {n} 个证明，请先删去不需要的。', {
    values: { n: MAX_LEAVE_FILES },
  })
}
