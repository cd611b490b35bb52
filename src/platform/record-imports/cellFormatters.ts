import type { CellFormatter } from '#kit/cellFormatter.ts'
import type { RecordImport } from './contract.ts'

/** Cell formatters for the number of rows per result. */
export const recordImportFormatters = {
  created: {
    name: 'recordImports.created',
    of: ({ counts }) => counts.created,
  } as CellFormatter<RecordImport>,
  updated: {
    name: 'recordImports.updated',
    of: ({ counts }) => counts.updated,
  } as CellFormatter<RecordImport>,
  same: { name: 'recordImports.same', of: ({ counts }) => counts.same } as CellFormatter<RecordImport>,
  bad: {
    name: 'recordImports.bad',
    of: ({ counts }) => counts.error + counts.conflict + counts.failed + counts.skipped,
  } as CellFormatter<RecordImport>,
}
