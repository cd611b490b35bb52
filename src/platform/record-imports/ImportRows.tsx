import { useState } from 'react'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import type { SheetRowNote } from '#kit/ui/sheets/SheetRows.tsx'
import { SheetRows } from '#kit/ui/sheets/SheetRows.tsx'
import type { ImportRow, ImportRowState, RecordImport } from './contract.ts'
import { recordImports } from './contract.ts'
import { rowStateNames, rowStateTones } from './rules.ts'
import { problemText } from './useSavedFiles.tsx'

/** The rows in the given states, by row number of the sheet, with their problems. */
export function ImportRows({ found, states }: { found: RecordImport; states: ImportRowState[] }) {
  const [page, setPage] = useState({ current: 1, pageSize: 20 })
  const call = useCall(
    recordImports.rows,
    { id: found.id, state: states, ...page },
    { keepRows: true, messagePlace: 'inPage', staleTime: 0 },
  )
  return (
    <Loaded call={call} skeleton={<TextSkeleton rows={4} />}>
      {({ items, total }) => (
        <SheetRows rows={items.map(toRowNote)} total={total} page={page} onPage={setPage} />
      )}
    </Loaded>
  )
}

function toRowNote({ row, name, state, problem }: ImportRow): SheetRowNote {
  return {
    ...{ row, name, tone: rowStateTones[state], label: t(rowStateNames[state]) },
    note: problemText(problem),
  }
}
