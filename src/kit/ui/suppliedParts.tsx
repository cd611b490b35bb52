import { type ComponentType, createContext, type ReactNode, use } from 'react'
import type { ExplainedKind, OfferedKind } from '#access/kinds.ts'
import type { Option } from './useOptions.tsx'

export interface AccessExplanationProps {
  entity: ExplainedKind
  recordId: number
  companyCode: string
  onClose: () => void
}

/** A number in a report or a bill: of one store, of a customer's stores, or of an agent. */
export interface ExplainedCellKey {
  storeId?: number | undefined
  customerId?: number | undefined
  staffId?: number | undefined
  from: string
  to: string
  /** The number that is explained first; the other numbers of the row are next to it. */
  metric?: string
  /** The stores to which the report is narrowed: the numbers of a customer or an agent include only these. */
  among?: { storeId: number[]; platform: string[]; customerId: number[] }
}

export interface FigureExplanationProps {
  cell: ExplainedCellKey
  onClose: () => void
}

export interface LateFiguresProps {
  /** The import whose days in closed months are not written. */
  batchId: number
}

/** A choice of records. */
interface OfferProps {
  offers: OfferedKind
  /** Further inputs of the choice's endpoint: the purpose of a choice of staff, the customer of a choice of stores. */
  query: Record<string, unknown>
}

export interface NoOptionsProps extends OfferProps {
  /** The search text without a match; empty if there is nothing to choose from. */
  typed: string
  /** Opens `NewOption`. */
  onAdd: () => void
}

export interface NewOptionProps extends OfferProps {
  open: boolean
  /** The text that the user searched for: the name of the new record. */
  name: string
  onAdded: (option: Option) => void
  onClose: () => void
}

/**
 * Parts of higher wings that lower ones show. Each is loaded when it is first shown, so it belongs under a `Suspense`.
 * `app/browser/Wiring.tsx` supplies them; a missing one does not compile.
 */
export interface SuppliedParts {
  /** A window: who may do what with a record, and why. */
  AccessExplanation: ComponentType<AccessExplanationProps>
  /** A drawer: how a number is computed, down to the line of the file. */
  FigureExplanation: ComponentType<FigureExplanationProps>
  /** For an import with days in closed months: what their bills would amount to. */
  LateFigures: ComponentType<LateFiguresProps>
  /** Provides its children with the fields that a bulk edit offers (`bulkControls.tsx`). */
  BulkControls: ComponentType<{ children: ReactNode }>
  /** Provides its children with the columns of the sheets that can be imported (`sheetColumns.tsx`). */
  SheetColumns: ComponentType<{ children: ReactNode }>
  /** The content of an empty picker: how a record is added, or who can add it. */
  NoOptions: ComponentType<NoOptionsProps>
  /** A drawer: the form of a record that a picker lacks. */
  NewOption: ComponentType<NewOptionProps>
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
