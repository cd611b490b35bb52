import type { Sentence } from './text.ts'
/** The states of work on many records: checked, confirmed, written, and possibly undone. */
export const stateNames = {
  checking: '预检中',
  ready: '待确认',
  running: '未完成',
  done: '已完成',
  undoing: '撤销未完成',
  undone: '已撤销',
} as const

export const stateTones = {
  checking: 'grey',
  ready: 'grey',
  running: 'orange',
  done: 'green',
  undoing: 'orange',
  undone: 'grey',
} as const

/** Hours within which work on many records can be undone as a whole. */
export const UNDO_HOURS = 24

/** The reason for a row that was not yet written when the work was undone. */
export const NOT_WRITTEN: Sentence = { sentence: '撤销时还没有写入。' }

const UNDOABLE_STATES = ['running', 'done', 'undoing']

/** Whether work that started at `runAt` can still be undone. */
export function isUndoable({ state, runAt }: { state: string; runAt: Date | null }, now: Date): boolean {
  return (
    UNDOABLE_STATES.includes(state) &&
    runAt !== null &&
    now.getTime() - runAt.getTime() < UNDO_HOURS * 3_600_000
  )
}
