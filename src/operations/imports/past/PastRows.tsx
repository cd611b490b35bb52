import { Segmented } from 'antd'
import { useState } from 'react'
import { formatCount } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import type { SheetRowNote } from '#kit/ui/sheets/SheetRows.tsx'
import { SheetRows } from '#kit/ui/sheets/SheetRows.tsx'
import type { PastFile, PastRow, PastRowState } from './contract.ts'
import { figureFiles } from './contract.ts'
import { faultText, stateNames, stateTones } from './rules.ts'

/** Rows that need attention come first. */
const ORDER: PastRowState[] = ['error', 'conflict', 'update', 'create', 'same']

/** The rows of a file by state: rejected ones with the reasons, the others with the current and the new volume. */
export function PastRows({ file }: { file: PastFile }) {
  const kinds = ORDER.filter((state) => file.counts[state] > 0)
  const [state, setState] = useState(kinds[0])
  const [page, setPage] = useState({ current: 1, pageSize: 20 })
  const call = useCall(
    figureFiles.rows,
    { id: file.id, ...(state && { state: [state] }), ...page },
    { keepRows: true, messagePlace: 'inPage', staleTime: 0, enabled: state !== undefined },
  )
  if (state === undefined) return null
  const show = (next: PastRowState) => {
    setState(next)
    setPage({ ...page, current: 1 })
  }
  return (
    <>
      <Segmented<PastRowState>
        className="past-states"
        options={kinds.map((value) => ({ value, label: t(stateNames[value]) }))}
        value={state}
        onChange={show}
        aria-label={t('按结果查看')}
      />
      <Loaded call={call} skeleton={<TextSkeleton rows={4} />}>
        {({ items, total }) => (
          <SheetRows
            rows={items.map((row) => toSheetRow(row, file.status === 'preview'))}
            total={total}
            page={page}
            onPage={setPage}
          />
        )}
      </Loaded>
    </>
  )
}

function toSheetRow(row: PastRow, before: boolean): SheetRowNote {
  return {
    ...{ row: row.row, name: [row.storeName, row.on].filter(Boolean).join(' ') },
    ...{ tone: stateTones[row.state], label: t(stateNames[row.state]), note: noteOf(row, before) },
  }
}

function noteOf({ faults, now, given: inFile }: PastRow, before: boolean): string {
  const problems = faults.map(faultText).join(' ')
  if (inFile === null) return problems
  const volume =
    now === null || now === inFile || !before
      ? t('咨询量 {n}', { n: formatCount(inFile) })
      : t('咨询量 现为 {now}，表里是 {given}', { now: formatCount(now), given: formatCount(inFile) })
  return [problems, volume].filter(Boolean).join(' ')
}
