import { createContext, use } from 'react'

/** What is told of an export before the file is saved. */
export interface ExportEntry {
  list: string
  module: string
  filters: string[]
  columns: string[]
  rows: number
}

const ExportLogContext = createContext<((entry: ExportEntry) => Promise<unknown>) | null>(null)
export const ExportLogProvider = ExportLogContext.Provider

/** Writes an export into the log of changes; where that fails there is no export. */
export function useExportLog(): (entry: ExportEntry) => Promise<unknown> {
  const record = use(ExportLogContext)
  if (!record) throw new Error('useExportLog outside the app')
  return record
}
