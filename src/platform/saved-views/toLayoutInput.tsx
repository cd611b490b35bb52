import type { TableLayout } from '#kit/ui/listViews.tsx'
import type { SavedView } from './contract.ts'

/** The table layout as input of the endpoint. */
export function toLayoutInput(look: TableLayout): SavedView['look'] {
  return { ...look, shown: { ...look.shown }, order: [...look.order], pins: { ...look.pins } }
}
