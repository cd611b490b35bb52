import { createContext, use } from 'react'
import type { ImportKind } from '#access/kinds.ts'
import type { ImportColumn } from '#kit/recordSheet.ts'

/** The columns of each kind's sheet. A kind without an entry does not compile. */
export type SheetTable = Record<ImportKind, readonly ImportColumn[]>

const SheetTableContext = createContext<SheetTable | null>(null)
export const SheetTableProvider = SheetTableContext.Provider

/** @throws outside of the supplied `SheetColumns`. */
export function useSheetColumns(entity: ImportKind): readonly ImportColumn[] {
  const table = use(SheetTableContext)
  if (!table) throw new Error('no sheets are supplied here')
  return table[entity]
}
