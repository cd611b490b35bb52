import { type ReactNode, useMemo } from 'react'
import { customerBulk } from '#clients/customers/bulk.tsx'
import { storeBulk } from '#clients/stores/bulk.tsx'
import { today } from '#kit/calendar.ts'
import { type BulkTable, BulkTableProvider } from '#kit/ui/bulkControls.tsx'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import { staffBulk } from '#people/staff/bulk.tsx'

/** Provides the fields that a bulk edit offers, by kind of record. */
export function BulkControls({ children }: { children: ReactNode }) {
  const { choicesOn } = useShifts()
  const table = useMemo<BulkTable>(
    () => ({
      staff: staffBulk,
      customer: customerBulk,
      store: storeBulk(choicesOn(today(() => new Date()))),
    }),
    [choicesOn],
  )
  return <BulkTableProvider value={table}>{children}</BulkTableProvider>
}
