import { type ReactNode, useMemo } from 'react'
import { useCall } from '#kit/query.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { ListViewsProvider, type ViewsMenuProps } from '#kit/ui/listViews.tsx'
import {
  type AccessExplanationProps,
  type FigureExplanationProps,
  type LateFiguresProps,
  type NewOptionProps,
  type NoOptionsProps,
  type SuppliedParts,
  SuppliedPartsProvider,
} from '#kit/ui/suppliedParts.tsx'
import { savedViews } from '#platform/saved-views/contract.ts'
import { ExportProvider } from './ExportProvider.tsx'
import { PreferencesProvider } from './preferences.tsx'

const Menu = lazyPart<'Views', ViewsMenuProps>(() => import('./Views.tsx'), 'Views')

/** Components of higher wings that lower wings show; each is loaded when first shown. */
const parts: SuppliedParts = {
  AccessExplanation: lazyPart<'AccessExplanation', AccessExplanationProps>(
    () => import('#workspace/access-explanations/AccessExplanation.tsx'),
    'AccessExplanation',
  ),
  FigureExplanation: lazyPart<'FigureExplanation', FigureExplanationProps>(
    () => import('#reporting/figures/FigureExplanation.tsx'),
    'FigureExplanation',
  ),
  LateFigures: lazyPart<'LateFigures', LateFiguresProps>(
    () => import('#billing/rerates/LateFigures.tsx'),
    'LateFigures',
  ),
  BulkControls: lazyPart(() => import('./BulkControls.tsx'), 'BulkControls'),
  SheetColumns: lazyPart(() => import('./SheetColumns.tsx'), 'SheetColumns'),
  NoOptions: lazyPart<'NoOptions', NoOptionsProps>(() => import('./NoOptions.tsx'), 'NoOptions'),
  NewOption: lazyPart<'NewOption', NewOptionProps>(() => import('./NewOption.tsx'), 'NewOption'),
  CompanyName: lazyPart(() => import('#people/companies/CompanyName.tsx'), 'CompanyName'),
}

/** Views change seldom, and saving one refetches them. */
const VIEWS_STALE_MS = 60_000

/** Connects kit and the lower wings with the features: preferences, saved views, supplied parts, exports. */
export function Wiring({ children }: { children: ReactNode }) {
  const { data: views } = useCall(savedViews.list, {}, { staleTime: VIEWS_STALE_MS })
  const listViews = useMemo(() => ({ views, Menu }), [views])
  return (
    <PreferencesProvider>
      <ListViewsProvider value={listViews}>
        <SuppliedPartsProvider value={parts}>
          <ExportProvider>{children}</ExportProvider>
        </SuppliedPartsProvider>
      </ListViewsProvider>
    </PreferencesProvider>
  )
}
