import type { ReactNode } from 'react'
import { customerBulk } from '#clients/customers/bulk.tsx'
import { storeBulk } from '#clients/stores/bulk.tsx'
import { type BulkTable, BulkTableProvider } from '#kit/ui/bulkControls.tsx'
import { staffBulk } from '#people/staff/bulk.tsx'

const table: BulkTable = { staff: staffBulk, customer: customerBulk, store: storeBulk }

/** Provides the fields that a bulk edit offers, by kind of record. */
export function BulkControls({ children }: { children: ReactNode }) {
  return <BulkTableProvider value={table}>{children}</BulkTableProvider>
}
