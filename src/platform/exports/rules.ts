import { AppError } from '#kit/errors.ts'
import type { ExportState } from './contract.ts'

/** Maximum number of rows per file. */
export const MAX_ROWS = 200_000
/** Maximum number of exports in progress and of files per person. */
export const MAX_UNDER_WAY = 3
export const MAX_FILES = 20
/** Days until a file expires. */
export const RETENTION_DAYS = 7
/** Maximum number of attempts to write a file, each after the previous node fell silent. */
export const MAX_ATTEMPTS = 3
/** Time without progress, in ms, after which another node takes over a file. */
export const SILENCE_MS = 60_000

export const stateNames: Record<ExportState, string> = {
  waiting: '排队中',
  running: '正在导出',
  done: '已完成',
  failed: '未完成',
  cancelled: '已取消',
}

const UNDER_WAY: readonly string[] = ['waiting', 'running']

/** Whether an export is waiting or running. */
export function isUnderWay(state: string): boolean {
  return UNDER_WAY.includes(state)
}

/** Throws TOO_MANY if too many exports are in progress, WRONG_STATE if there are too many files. */
export function assertRoom({ underWay, files }: { underWay: number; files: number }): void {
  if (underWay >= MAX_UNDER_WAY) {
    throw new AppError('TOO_MANY', '您已有 {n} 个导出在进行，请等其中一个完成，或到下载中心取消。', {
      values: { n: MAX_UNDER_WAY },
    })
  }
  if (files < MAX_FILES) return
  throw new AppError('WRONG_STATE', '下载中心里已有您的 {n} 个文件，请先删除不用的。', {
    values: { n: MAX_FILES },
  })
}

/** Throws WRONG_STATE for too many rows for one file. */
export function assertRows(total: number): void {
  if (total <= MAX_ROWS) return
  throw new AppError('WRONG_STATE', '共有 {n} 条，一个文件最多 {most} 条。请先用筛选缩小范围，再导出。', {
    values: { n: total, most: MAX_ROWS },
  })
}

/** Throws WRONG_STATE unless the file is finished. */
export function assertDone(state: string): void {
  if (state === 'done') return
  throw new AppError('WRONG_STATE', '这个文件还没有生成，不能下载。')
}

/** Throws WRONG_STATE unless the export is in progress. */
export function assertCancellable(state: string): void {
  if (isUnderWay(state)) return
  throw new AppError('WRONG_STATE', '这个导出已经结束，不需要取消。')
}
