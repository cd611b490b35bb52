import type { CellWords } from '#kit/cellWords.ts'
import type { BulkEdit } from './contract.ts'

/** Cell formatters for the number of records per result. */
export const bulkEditWords = {
  done: {
    name: 'bulkEdits.done',
    of: ({ counts }) => counts.done + counts.undone + counts.kept,
  } as CellWords<BulkEdit>,
  failed: { name: 'bulkEdits.failed', of: ({ counts }) => counts.failed } as CellWords<BulkEdit>,
  skipped: { name: 'bulkEdits.skipped', of: ({ counts }) => counts.skipped } as CellWords<BulkEdit>,
}
