import { App, Button } from 'antd'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import type * as z from 'zod'
import { can } from '#access/can.ts'
import type { AuditedKind } from '#access/kinds.ts'
import type { Permission } from '#access/permissions.ts'
import { amountText, timeText } from '#kit/amountText.ts'
import type { Endpoint, Need } from '#kit/contract.ts'
import { formatText } from '#kit/format.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { shapeOf } from '#kit/shape.ts'
import { t } from '#kit/text.ts'
import { titleOf } from '#kit/validation.ts'
import { type AuditItem, AuditTimeline } from './AuditTimeline.tsx'
import { Loaded } from './Loaded.tsx'
import { Pager } from './list/Pager.tsx'
import { Panel } from './Panel.tsx'
import { useUser } from './user.tsx'

type Names = Record<string, Record<string, string>>

/** An endpoint that returns the log of one record; `names` maps the ids in it to names. */
type LogEndpoint = Endpoint<Need, z.ZodType, z.ZodType<{ items: AuditItem[]; total: number; names: Names }>>

interface Props {
  endpoint: LogEndpoint
  entity: AuditedKind
  recordId: number
  /** The endpoint that edits a record of this kind: the titles of its input are the labels of the fields. */
  editedBy: Endpoint
  /** For fields that are data themselves, such as days: returns the label; undefined for other fields. */
  fieldName?: (field: string) => string | undefined
  /** Labels of the values of such fields. */
  fieldChoices?: Record<string, string>
  /** Labels of fields that no form edits. */
  labels?: Record<string, string>
  /** Labels of the values of fields with fixed choices: `{ status: statusNames }`. */
  choices?: Record<string, Record<string, string>>
  /** Names of actions other than 新建 and 修改. */
  actions?: Record<string, string>
  /** How older values are restored; without it they are read-only. */
  restore?: Restoring
}

export type RecordLogProps = Props

/** 操作日志 of one record, page by page. */
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

/** The newest lines next to the record, with a link to all of them; not shown while the whole log is open. */
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
  const dataFields = dataFieldLabels(items, fields)
  const titles: Record<string, string> = {
    ...titlesOf(fields.editedBy),
    reason: t('原因'),
    ...fields.labels,
    ...dataFields.titles,
  }
  const words = { ...names, ...fields.choices, ...dataFields.choices }
  const restoreControl = (item: AuditItem, field: string, text: string) =>
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
      valueText={(field, value) => formatValue(field, value, words)}
      actions={actions}
      restore={restoreControl}
    />
  )
}

/** The fields in the lines that are data: their labels, and the labels of their values. */
function dataFieldLabels(
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

/**
 * Formats a value by its field: the label of a choice, the name for an id, an amount or a time by the field's suffix.
 */
function formatValue(field: string, value: unknown, names: Names): string | undefined {
  const valueLabels = names[field]
  if (valueLabels) return formatText([value].flat().map((one) => t(valueLabels[String(one)] ?? String(one))))
  if (typeof value === 'string') return timeText(field, value)
  return typeof value === 'number' ? amountText(field, value) : undefined
}

type RestoreEndpoint = Endpoint<
  Need,
  z.ZodType<unknown, { id: number | string; field: string; version: number }>
>

/** How an older value of a record's field is restored from its log. */
interface Restoring {
  endpoint: RestoreEndpoint
  /** The permission to write the record; without it the button is not shown. */
  needs: Permission
  /** The version of the displayed record. */
  version: number
  /** Whether a line of that action contains an older value of the field that can be restored. */
  isRestorable: (action: string, field: string) => boolean
}

interface RestoreValueProps {
  restoring: Restoring
  line: number
  field: string
  label: string
  /** The formatted older value. */
  text: string
}

/** 恢复 next to an older value. Asks for confirmation; the server refuses if the record has changed since. */
function RestoreValue({ restoring, line, field, label, text }: RestoreValueProps) {
  const { modal, message } = App.useApp()
  const restore = useAction(restoring.endpoint)
  const confirmRestore = () =>
    modal.confirm({
      title: t('恢复{label}', { label }),
      content: t('将写回“{text}”，并留下一行操作日志。', { text }),
      okText: t('恢复'),
      onOk: async () => {
        await restore.mutateAsync({ id: line, field, version: restoring.version })
        message.success(t('已恢复'))
      },
    })
  return (
    <Button
      type="link"
      size="small"
      className="audit-restore"
      aria-label={t('恢复{label}为“{text}”', { label, text })}
      onClick={confirmRestore}
    >
      {t('恢复')}
    </Button>
  )
}
