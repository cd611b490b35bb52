import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useCall } from '#kit/query.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import type { ViewsMenuProps } from '#kit/ui/listViews.tsx'
import { ListViewsProvider } from '#kit/ui/listViews.tsx'
import { savedViews } from '#platform/saved-views/contract.ts'
import { Exporting } from './Exporting.tsx'
import { PreferencesProvider } from './preferences.tsx'

const Menu = lazyPart<'ViewsMenu', ViewsMenuProps>(
  () => import('#platform/saved-views/ViewsMenu.tsx'),
  'ViewsMenu',
)

/** Views change seldom; whoever saves one has them fetched again. */
const VIEWS_ARE_FRESH_MS = 60_000

/** What kit's lists need of the features, once somebody is signed in: liking, saved views, the log of exports. */
export function Wiring({ children }: { children: ReactNode }) {
  const { data: views } = useCall(savedViews.list, {}, { staleTime: VIEWS_ARE_FRESH_MS, cache: true })
  const listViews = useMemo(() => ({ views, Menu }), [views])
  return (
    <PreferencesProvider>
      <ListViewsProvider value={listViews}>
        <Exporting>{children}</Exporting>
      </ListViewsProvider>
    </PreferencesProvider>
  )
}
