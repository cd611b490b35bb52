import type { ComponentType, ReactNode } from 'react'
import { createContext, use } from 'react'
import type { ExplainedKind } from '#access/kinds.ts'

export interface AccessExplanationProps {
  entity: ExplainedKind
  recordId: number
  companyCode: string
  onClose: () => void
}

/** A number of a report or a bill: of one store, of a customer over its stores, or of an agent. */
export interface ExplainedCellKey {
  storeId?: number | undefined
  customerId?: number | undefined
  staffId?: number | undefined
  from: string
  to: string
  /** The number that is explained first; the row's others are beside it. */
  metric?: string
  /** The stores that the report is narrowed to: a customer's and an agent's numbers count those alone. */
  among?: { storeId: number[]; platform: string[]; customerId: number[] }
}

export interface FigureExplanationProps {
  cell: ExplainedCellKey
  onClose: () => void
}

export interface LateFiguresProps {
  /** The file whose closed days are not written. */
  batchId: number
}

/**
 * Parts of higher wings that lower ones show. Each is loaded when it is first shown, so it belongs under a `Suspense`.
 * `app/browser/Wiring.tsx` supplies them; a missing one does not compile.
 */
export interface SuppliedParts {
  /** A window: who may do what with a record, and why. */
  AccessExplanation: ComponentType<AccessExplanationProps>
  /** A drawer: how a number comes about, down to the line of the file. */
  FigureExplanation: ComponentType<FigureExplanationProps>
  /** Of a file with days of closed months: what their bills would come to. */
  LateFigures: ComponentType<LateFiguresProps>
  /** Provides the fields that a bulk edit offers to everything inside it (`bulkControls.tsx`). */
  BulkControls: ComponentType<{ children: ReactNode }>
  /** Provides the columns of the sheets that can be imported to everything inside it (`sheetColumns.tsx`). */
  SheetColumns: ComponentType<{ children: ReactNode }>
  /** The name of a company, for users who see companies. */
  CompanyName: ComponentType<{ code: string }>
}

const SuppliedPartsContext = createContext<SuppliedParts | null>(null)
export const SuppliedPartsProvider = SuppliedPartsContext.Provider

/** @throws outside of the console. */
export function useSuppliedParts(): SuppliedParts {
  const parts = use(SuppliedPartsContext)
  if (!parts) throw new Error('no parts are supplied here')
  return parts
}
