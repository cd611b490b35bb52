import { useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Pager } from '#kit/ui/list/Pager.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import type { BulkEdit, BulkRow, RowState } from './contract.ts'
import { bulkEdits } from './contract.ts'
import { recordPaths, rowStateNames, rowStateTones } from './rules.ts'
import { useBulkFields, valueText } from './useBulkFields.tsx'

/** The records of an edit, page by page, with result and previous values. */
export function BulkRows({ edit, states }: { edit: BulkEdit; states: RowState[] }) {
  const [page, setPage] = useState({ current: 1, pageSize: 20 })
  const query = { id: edit.id, ...(states.length > 0 ? { state: states } : {}), ...page }
  const enabled = edit.state !== 'checking'
  const call = useCall(bulkEdits.rows, query, {
    keepRows: true,
    messagePlace: 'inPage',
    enabled,
    staleTime: 0,
  })
  return (
    <Loaded call={call} skeleton={enabled ? <TextSkeleton rows={4} /> : null}>
      {({ items, total }) => (
        <>
          <ul className="bulk-rows">
            {items.map((row) => (
              <Row key={row.recordId} row={row} edit={edit} />
            ))}
          </ul>
          {total > page.pageSize && <Pager {...page} total={total} onPage={setPage} />}
        </>
      )}
    </Loaded>
  )
}

function Row({ row, edit }: { row: BulkRow; edit: BulkEdit }) {
  const { state, problem, recordId } = row
  return (
    <li>
      <span className="bulk-row-name">
        <Link to={`${recordPaths[edit.entity]}/${recordId}`}>
          {row.name || t('编号 {n}', { n: recordId })}
        </Link>
        <StatusTag tone={rowStateTones[state]} label={t(rowStateNames[state])} />
      </span>
      <small>{problem ? t(problem) : <Before row={row} edit={edit} />}</small>
    </li>
  )
}

/** For example 原值：合同结束日期 2026-12-31. */
function Before({ row: { before }, edit: { entity } }: { row: BulkRow; edit: BulkEdit }) {
  const { fieldsOf, labelOf } = useBulkFields()
  // An id of another record means nothing to the user without a name.
  const shownValues = Object.entries(before ?? {}).filter(([key]) => !key.endsWith('Id'))
  if (shownValues.length === 0) return null
  const values = shownValues.map(
    ([key, value]) => `${labelOf(entity, key)} ${valueText(fieldsOf(entity), key, value)}`,
  )
  return t('原值：{values}', { values: values.join(t('、')) })
}
