import type { CellWords } from '#kit/cellWords.ts'
import type { RecordImport } from './contract.ts'

/** Cell formatters for the number of rows per result. */
export const recordImportWords = {
  created: { name: 'recordImports.created', of: ({ counts }) => counts.created } as CellWords<RecordImport>,
  updated: { name: 'recordImports.updated', of: ({ counts }) => counts.updated } as CellWords<RecordImport>,
  same: { name: 'recordImports.same', of: ({ counts }) => counts.same } as CellWords<RecordImport>,
  bad: {
    name: 'recordImports.bad',
    of: ({ counts }) => counts.error + counts.conflict + counts.failed + counts.skipped,
  } as CellWords<RecordImport>,
}
