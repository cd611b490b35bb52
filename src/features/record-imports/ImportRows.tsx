import { useState } from 'react'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { SheetRows } from '#kit/ui/sheets/SheetRows.tsx'
import type { ImportRowState, RecordImport } from './contract.ts'
import { recordImports } from './contract.ts'
import { rowStateNames, rowStateTones } from './rules.ts'
import { problemText } from './useSavedFiles.tsx'

/** The rows that went wrong, by the sheet's own numbers, and why. */
export function ImportRows({ found, states }: { found: RecordImport; states: ImportRowState[] }) {
  const [page, setPage] = useState({ current: 1, pageSize: 20 })
  const { data, error, refetch } = useCall(
    recordImports.rows,
    { id: found.id, state: states, ...page },
    { keepRows: true, skipErrorHandler: true, staleTime: 0 },
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <TextSkeleton rows={4} />
  const rows = data.items.map(({ row, name, state, problem }) => ({
    ...{ row, name, tone: rowStateTones[state], label: t(rowStateNames[state]) },
    note: problemText(problem),
  }))
  return <SheetRows rows={rows} total={data.total} page={page} onPage={setPage} />
}
