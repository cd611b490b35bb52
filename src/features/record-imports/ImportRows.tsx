import { useState } from 'react'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { Pager } from '#kit/ui/list/Pager.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
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
  return (
    <>
      <ul className="record-import-rows">
        {data.items.map(({ row, name, state, problem }) => (
          <li key={row}>
            <span>
              <b>{t('第 {n} 行', { n: row })}</b> {name}
              <StatusTag tone={rowStateTones[state]} label={t(rowStateNames[state])} />
            </span>
            <small>{problemText(problem)}</small>
          </li>
        ))}
      </ul>
      {data.total > page.pageSize && <Pager {...page} total={data.total} onPage={setPage} />}
    </>
  )
}
