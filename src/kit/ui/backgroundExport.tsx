import { createContext, use } from 'react'
import type { CellSource } from '#kit/cellSource.ts'
import type { ValueType } from './list/declare.tsx'

/** A list that the server is to write into a file. */
export interface BackgroundExport {
  /** The key of the list in the preferences, and the path of its endpoint. */
  list: string
  path: string
  module: string
  query: Record<string, unknown>
  filters: string[]
  columns: { title: string; type: ValueType; from: CellSource }[]
}

const BackgroundExportContext = createContext<((request: BackgroundExport) => Promise<void>) | null>(null)
export const BackgroundExportProvider = BackgroundExportContext.Provider

/** Returns a function that requests a file from the server; the user is notified when it is ready. */
export function useBackgroundExport(): (request: BackgroundExport) => Promise<void> {
  const start = use(BackgroundExportContext)
  if (!start) throw new Error('useBackgroundExport outside the app')
  return start
}
