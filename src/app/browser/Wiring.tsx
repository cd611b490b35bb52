import type { ReactNode } from 'react'
import { useCallback } from 'react'
import { exportLog } from '#features/exports/contract.ts'
import { useClient } from '#kit/clientContext.tsx'
import type { ExportEntry } from '#kit/ui/exportLog.tsx'
import { ExportLogProvider } from '#kit/ui/exportLog.tsx'
import { PreferencesProvider } from './preferences.tsx'

/** What kit's lists need of the features, once somebody is signed in: where liking is kept, where exports are logged. */
export function Wiring({ children }: { children: ReactNode }) {
  const client = useClient()
  const record = useCallback((entry: ExportEntry) => client.call(exportLog.record, entry), [client])
  return (
    <PreferencesProvider>
      <ExportLogProvider value={record}>{children}</ExportLogProvider>
    </PreferencesProvider>
  )
}
