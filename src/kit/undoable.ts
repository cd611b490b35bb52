/** So long work on many records can be taken back as a whole. */
export const UNDO_HOURS = 24

const STANDING = ['running', 'done', 'undoing']

/** Whether work that was begun at `runAt` can still be taken back. */
export function isUndoable({ state, runAt }: { state: string; runAt: Date | null }, now: Date): boolean {
  return (
    STANDING.includes(state) && runAt !== null && now.getTime() - runAt.getTime() < UNDO_HOURS * 3_600_000
  )
}
