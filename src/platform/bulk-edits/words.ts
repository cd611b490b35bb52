import type { CellWords } from '#kit/cellWords.ts'
import type { BulkEdit } from './contract.ts'

/** How many records of an edit became what. */
export const bulkEditWords = {
  done: {
    name: 'bulkEdits.done',
    of: ({ counts }) => counts.done + counts.undone + counts.kept,
  } as CellWords<BulkEdit>,
  failed: { name: 'bulkEdits.failed', of: ({ counts }) => counts.failed } as CellWords<BulkEdit>,
  skipped: { name: 'bulkEdits.skipped', of: ({ counts }) => counts.skipped } as CellWords<BulkEdit>,
}
