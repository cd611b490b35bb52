import type { CellFormatter } from '#kit/cellFormatter.ts'
import type { BulkEdit } from './contract.ts'

/** Cell formatters for the number of records per result. */
export const bulkEditFormatters = {
  done: {
    name: 'bulkEdits.done',
    of: ({ counts }) => counts.done + counts.undone + counts.kept,
  } as CellFormatter<BulkEdit>,
  failed: { name: 'bulkEdits.failed', of: ({ counts }) => counts.failed } as CellFormatter<BulkEdit>,
  skipped: { name: 'bulkEdits.skipped', of: ({ counts }) => counts.skipped } as CellFormatter<BulkEdit>,
}
