import { createContext, use } from 'react'

/** What is logged of an export before the file is saved. */
export interface ExportEntry {
  list: string
  module: string
  filters: string[]
  columns: string[]
  rows: number
}

const ExportLogContext = createContext<((entry: ExportEntry) => Promise<unknown>) | null>(null)
export const ExportLogProvider = ExportLogContext.Provider

/** Returns a function that logs an export in the audit log; if that fails, nothing is exported. */
export function useExportLog(): (entry: ExportEntry) => Promise<unknown> {
  const record = use(ExportLogContext)
  if (!record) throw new Error('useExportLog outside the app')
  return record
}
