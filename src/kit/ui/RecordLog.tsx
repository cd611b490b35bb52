import { useState } from 'react'
import type * as z from 'zod'
import type { Endpoint, Need } from '#kit/contract.ts'
import { formatDuration, formatMoney, formatRate, formatText } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { shapeOf } from '#kit/shape.ts'
import { t } from '#kit/text.ts'
import { titleOf } from '#kit/validation.ts'
import type { AuditItem } from './AuditTimeline.tsx'
import { AuditTimeline } from './AuditTimeline.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Pager } from './list/Pager.tsx'
import { Panel } from './Panel.tsx'
import { TextSkeleton } from './Skeletons.tsx'

type Names = Record<string, Record<string, string>>

/** An endpoint that answers the log of one record; `names` say what its numbers are called. */
type LogEndpoint = Endpoint<Need, z.ZodType, z.ZodType<{ items: AuditItem[]; total: number; names: Names }>>

interface Props {
  endpoint: LogEndpoint
  entity: string
  recordId: number
  /** The endpoint that edits such a record: the titles of its input are the names of the fields. */
  editedBy: Endpoint
  /** Names of fields that no form edits. */
  labels?: Record<string, string>
  /** The words of fields with fixed choices: `{ status: statusNames }`. */
  choices?: Record<string, Record<string, string>>
  /** The names of steps beyond 新建 and 修改. */
  actions?: Record<string, string>
}

/** 操作日志 of one record, a page at a time. */
export function RecordLog({ endpoint, entity, recordId, editedBy, labels, choices = {}, actions }: Props) {
  const [page, setPage] = useState({ current: 1, pageSize: 20 })
  const query = { entity, recordId: String(recordId), ...page }
  const { data, error, refetch } = useCall(endpoint, query, { keepRows: true, skipErrorHandler: true })
  if (!data) {
    return (
      <Panel>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TextSkeleton />}</Panel>
    )
  }
  const valueText = (field: string, value: unknown) => wordsOf(field, value, { ...data.names, ...choices })
  return (
    <Panel>
      <AuditTimeline
        items={data.items}
        labels={{ ...titlesOf(editedBy), ...labels }}
        valueText={valueText}
        actions={actions}
      />
      {data.total > page.pageSize && <Pager {...page} total={data.total} onPage={setPage} />}
    </Panel>
  )
}

function titlesOf(endpoint: Endpoint): Record<string, string> {
  return Object.fromEntries(
    Object.entries(shapeOf(endpoint.input)).flatMap(([field, schema]) => {
      const title = titleOf(schema)
      return title && field !== 'id' && field !== 'version' ? [[field, t(title)]] : []
    }),
  )
}

/** A value by its field: the word of a choice, the name behind a number, an amount by the field's ending. */
function wordsOf(field: string, value: unknown, names: Names): string | undefined {
  const known = names[field]
  if (known) return formatText([value].flat().map((one) => t(known[String(one)] ?? String(one))))
  if (typeof value !== 'number') return undefined
  if (field.endsWith('Cents')) return formatMoney(value)
  if (field.endsWith('Bp')) return formatRate(value)
  return field.endsWith('ResponseS') ? formatDuration(value) : undefined
}
