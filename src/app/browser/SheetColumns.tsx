import type { ReactNode } from 'react'
import { openingColumns } from '#billing/customer-bills/openingSheetColumns.ts'
import { customerColumns } from '#clients/customers/sheetColumns.ts'
import { assignmentColumns } from '#clients/stores/assignments/sheetColumns.ts'
import { nickColumns } from '#clients/stores/nicks/sheetColumns.ts'
import { storeColumns } from '#clients/stores/sheetColumns.ts'
import { termsColumns } from '#clients/stores/terms/sheetColumns.ts'
import { type SheetTable, SheetTableProvider } from '#kit/ui/sheetColumns.tsx'
import { staffSheetColumns } from '#people/staff/sheetColumns.ts'

const table: SheetTable = {
  staff: staffSheetColumns,
  customer: customerColumns,
  store: storeColumns,
  terms: termsColumns,
  assignment: assignmentColumns,
  nick: nickColumns,
  opening: openingColumns,
}

/** Provides the columns of the sheets that can be imported. */
export function SheetColumns({ children }: { children: ReactNode }) {
  return <SheetTableProvider value={table}>{children}</SheetTableProvider>
}
