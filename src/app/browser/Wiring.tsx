import { type ReactNode, useEffect, useMemo } from 'react'
import { useCall, useReadAhead } from '#kit/query.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { ListViewsProvider, type ViewsMenuProps } from '#kit/ui/listViews.tsx'
import { setPageReader } from '#kit/ui/navigation.tsx'
import {
  type AccessExplanationProps,
  type FigureExplanationProps,
  type LateFiguresProps,
  type NewOptionProps,
  type NoOptionsProps,
  type SuppliedParts,
  SuppliedPartsProvider,
} from '#kit/ui/suppliedParts.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { savedViews } from '#platform/saved-views/contract.ts'
import { ExportProvider } from './ExportProvider.tsx'
import { firstCall } from './earlyCalls.ts'
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

/** Reads the first rows of a screen while its code is loaded. */
function useReadsOfNextScreen(): void {
  const user = useUser()
  const readAhead = useReadAhead()
  useEffect(
    () =>
      setPageReader((address) => {
        const call = firstCall(user, address)
        if (call) readAhead(call.endpoint, call.input)
      }),
    [user, readAhead],
  )
}

/** Connects kit and the lower wings with the features: preferences, saved views, supplied parts, exports. */
export function Wiring({ children }: { children: ReactNode }) {
  const { data: views } = useCall(savedViews.list, {}, { staleTime: VIEWS_STALE_MS })
  useReadsOfNextScreen()
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
