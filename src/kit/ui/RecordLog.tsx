import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import type * as z from 'zod'
import { can } from '#access/can.ts'
import type { AuditedKind } from '#access/kinds.ts'
import { amountText, timeText } from '#kit/amountText.ts'
import type { Endpoint, Need } from '#kit/contract.ts'
import { formatText } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { shapeOf } from '#kit/shape.ts'
import { t } from '#kit/text.ts'
import { titleOf } from '#kit/validation.ts'
import type { AuditItem } from './AuditTimeline.tsx'
import { AuditTimeline } from './AuditTimeline.tsx'
import { Loaded } from './Loaded.tsx'
import { Pager } from './list/Pager.tsx'
import { Panel } from './Panel.tsx'
import type { Restoring } from './RestoreValue.tsx'
import { RestoreValue } from './RestoreValue.tsx'
import { useUser } from './user.tsx'

type Names = Record<string, Record<string, string>>

/** An endpoint that answers the log of one record; `names` say what its numbers are called. */
type LogEndpoint = Endpoint<Need, z.ZodType, z.ZodType<{ items: AuditItem[]; total: number; names: Names }>>

interface Props {
  endpoint: LogEndpoint
  entity: AuditedKind
  recordId: number
  /** The endpoint that edits such a record: the titles of its input are the names of the fields. */
  editedBy: Endpoint
  /** Fields that are data themselves, such as days: what one is called. Undefined: it is none of them. */
  fieldName?: (field: string) => string | undefined
  /** The words of such a field's values. */
  fieldChoices?: Record<string, string>
  /** Names of fields that no form edits. */
  labels?: Record<string, string>
  /** The words of fields with fixed choices: `{ status: statusNames }`. */
  choices?: Record<string, Record<string, string>>
  /** The names of steps beyond 新建 and 修改. */
  actions?: Record<string, string>
  /** How older values are written again; without it they are only read. */
  restore?: Restoring
}

export type RecordLogProps = Props

/** 操作日志 of one record, a page at a time. */
export function RecordLog(props: Props) {
  const [page, setPage] = useState({ current: 1, pageSize: 20 })
  const call = useLog(props, page)
  return (
    <Panel>
      <Loaded call={call}>
        {({ items, names, total }) => (
          <>
            <Lines {...props} items={items} names={names} />
            {total > page.pageSize && <Pager {...page} total={total} onPage={setPage} />}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

const RECENT = { current: 1, pageSize: 4 }

/** The newest lines beside the record, with the way to all of them; nothing where the whole log stands open. */
export function RecentLog(props: Props) {
  const call = useLog(props, RECENT)
  const { search, state } = useLocation()
  if (new URLSearchParams(search).get('tab') === 'log') return null
  const total = call.data?.total ?? 0
  const all = (
    <Link to={{ search: '?tab=log' }} state={state} preventScrollReset>
      {t('全部 {n} 条', { n: total })}
    </Link>
  )
  return (
    <Panel title={t('操作日志')} actions={total > 0 && all}>
      <Loaded call={call} compact>
        {({ items, names }) =>
          items.length > 0 ? (
            <Lines {...props} restore={undefined} items={items} names={names} />
          ) : (
            <p className="audit-none">{t('还没有操作记录')}</p>
          )
        }
      </Loaded>
    </Panel>
  )
}

function useLog({ endpoint, entity, recordId }: Props, page: { current: number; pageSize: number }) {
  const query = { entity, recordId: String(recordId), ...page }
  return useCall(endpoint, query, { keepRows: true, messagePlace: 'inPage' })
}

type LinesProps = Props & { items: readonly AuditItem[]; names: Names }

function Lines({ items, names, actions, restore, ...fields }: LinesProps) {
  const user = useUser()
  const own = ownFields(items, fields)
  const titles: Record<string, string> = {
    ...titlesOf(fields.editedBy),
    ...{ reason: t('原因'), ...fields.labels, ...own.titles },
  }
  const words = { ...names, ...fields.choices, ...own.choices }
  const way = (item: AuditItem, field: string, text: string) =>
    restore?.isRestorable(item.action, field) && can(user, restore.needs) ? (
      <RestoreValue
        restoring={restore}
        line={item.id}
        field={field}
        label={titles[field] ?? field}
        text={text}
      />
    ) : null
  return (
    <AuditTimeline
      items={items}
      labels={titles}
      valueText={(field, value) => wordsOf(field, value, words)}
      actions={actions}
      restore={way}
    />
  )
}

/** The fields of the lines that are data: their titles, and the words of their values. */
function ownFields(
  items: readonly AuditItem[],
  { fieldName, fieldChoices = {} }: Pick<Props, 'fieldName' | 'fieldChoices'>,
) {
  const titles: Record<string, string> = {}
  const choices: Names = {}
  for (const field of fieldName ? items.flatMap(({ changes }) => Object.keys(changes)) : []) {
    const title = fieldName?.(field)
    if (title === undefined) continue
    titles[field] = title
    choices[field] = fieldChoices
  }
  return { titles, choices }
}

function titlesOf(endpoint: Endpoint): Record<string, string> {
  return Object.fromEntries(
    Object.entries(shapeOf(endpoint.input)).flatMap(([field, schema]) => {
      const title = titleOf(schema)
      return title && field !== 'id' && field !== 'version' ? [[field, t(title)]] : []
    }),
  )
}

/** A value by its field: the word of a choice, the name behind a number, an amount or a time by the field's ending. */
function wordsOf(field: string, value: unknown, names: Names): string | undefined {
  const known = names[field]
  if (known) return formatText([value].flat().map((one) => t(known[String(one)] ?? String(one))))
  if (typeof value === 'string') return timeText(field, value)
  return typeof value === 'number' ? amountText(field, value) : undefined
}
