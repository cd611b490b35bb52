import { createContext, use } from 'react'
import type { CellSource } from '#kit/cellSource.ts'
import type { ValueType } from './list/declare.tsx'

/** A list that is to be written into a file by the server. */
export interface BackgroundExport {
  /** The list as its preferences name it, and the path of its endpoint. */
  list: string
  path: string
  module: string
  query: Record<string, unknown>
  filters: string[]
  columns: { title: string; type: ValueType; from: CellSource }[]
}

const BackgroundExportContext = createContext<((asked: BackgroundExport) => Promise<void>) | null>(null)
export const BackgroundExportProvider = BackgroundExportContext.Provider

/** Asks the server for a file, and tells the person when it is there. */
export function useBackgroundExport(): (asked: BackgroundExport) => Promise<void> {
  const start = use(BackgroundExportContext)
  if (!start) throw new Error('useBackgroundExport outside the app')
  return start
}
