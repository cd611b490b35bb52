import type { ReactNode } from 'react'
import { isCut } from '#kit/audit.ts'
import { formatCount, formatMinute, formatText } from '#kit/format.ts'
import { joinWords, t } from '#kit/text.ts'
import { EmptyState } from './EmptyState.tsx'
import './AuditTimeline.css'

/** A line of `GET /api/audit-logs`. */
export interface AuditItem {
  id: number
  at: string
  actorName: string
  action: string
  /** The write path; null for a form. */
  via: string | null
  changes: Record<string, [before: unknown, after: unknown]>
}

interface Props {
  items: readonly AuditItem[]
  /** Labels of the fields. A field without a label is not meant for this user and is left out. */
  labels: Record<string, string>
  /** Formats a value that is more than text: an amount, a state. Undefined: shown as it is. */
  valueText?: (field: string, value: unknown) => string | undefined
  /** Names of actions other than the usual ones. */
  actions?: Record<string, string>
  /** Shown next to a changed field: a control that restores its older value. */
  restore?: (item: AuditItem, field: string, before: string) => ReactNode
}

/** Maximum number of fields that the title of a change names. */
const MAX_NAMED_FIELDS = 3

const ACTIONS: Record<string, string> = { create: '新建', update: '修改', remove: '删除', import: '导入' }

const PATHS: Record<string, string> = {
  bulk: '批量修改',
  import: '资料导入',
  undo: '撤销批量修改',
  restore: '恢复原值',
  merge: '合并',
}

/** Audit lines: who changed what and when, newest first. */
export function AuditTimeline({ items, labels, valueText, actions, restore }: Props) {
  if (items.length === 0) return <EmptyState compact text={t('还没有操作记录')} />
  return (
    <ol className="audit">
      {items.map((item) => (
        <li key={item.id}>
          <div>{titleOf(item, labels, actions)}</div>
          <Changes item={item} labels={labels} valueText={valueText} restore={restore} />
          <div className="audit-who">
            <span>{item.actorName}</span>
            {item.via && <span>{t(PATHS[item.via] ?? item.via)}</span>}
            <time dateTime={item.at}>{formatMinute(item.at)}</time>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** 修改合同到期日 instead of 修改, if only a few fields changed. */
function titleOf(item: AuditItem, labels: Props['labels'], actions: Props['actions']): string {
  const verb = t(actions?.[item.action] ?? ACTIONS[item.action] ?? item.action)
  if (item.action === 'reveal') {
    const field = String(item.changes.revealed?.[1])
    return t('查看完整{name}', { name: labels[field] ?? field })
  }
  if (item.action === 'update' && Object.keys(item.changes).length === 0) return t('保存，没有改动')
  const fields = Object.keys(item.changes).flatMap((field) => labels[field] ?? [])
  return item.action === 'update' && fields.length > 0 && fields.length <= MAX_NAMED_FIELDS
    ? joinWords(verb, fields.join(t('、')))
    : verb
}

/** Shows the initial values of a created record, or the old and new values of a changed one. */
function Changes({
  item,
  labels,
  valueText,
  restore,
}: Omit<Props, 'items' | 'actions'> & { item: AuditItem }) {
  const formatValue = (field: string, value: unknown) => {
    if (isNothing(value)) return t('（空）')
    if (isCut(value))
      return t('{text}…（共 {n} 字，日志只留开头）', { text: value.cut, n: formatCount(value.length) })
    return valueText?.(field, value) ?? plainText(value)
  }
  const labelled = Object.entries(item.changes).filter(([field]) => labels[field])
  const isCreation = labelled.every(([, [before]]) => isNothing(before))
  // A flag that is not set is no initial value: no 「撤回：否」.
  const shownChanges = isCreation
    ? labelled.filter(([, [, after]]) => !isNothing(after) && after !== false)
    : labelled
  return (
    <dl className="audit-changes">
      {shownChanges.map(([field, [before, after]]) => (
        <div key={field}>
          {(shownChanges.length > 1 || isCreation) && <dt>{labels[field]}</dt>}
          <dd>
            <span dir="ltr">
              {!isCreation && (
                <>
                  <del>{formatValue(field, before)}</del>
                  <span className="audit-to"> → </span>
                </>
              )}
              <ins>{isHidden(before, after) ? t('已更改') : formatValue(field, after)}</ins>
            </span>
            {!isCreation && !isCut(before) && restore?.(item, field, formatValue(field, before))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Both values have the same mask, but differ: the line contains a field only if it changed. */
function isHidden(before: unknown, after: unknown): boolean {
  return before === after && typeof after === 'string' && after.includes('*')
}

function plainText(value: unknown): string {
  return typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : formatText(value)
}
