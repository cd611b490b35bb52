import { Button, DatePicker, Tooltip } from 'antd'
import dayjs from 'dayjs'
import { memo } from 'react'
import { Platform } from '#clients/stores/contract.ts'
import { StorePicker } from '#clients/stores/ui/StorePicker.tsx'
import { addDays, today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { FileName } from '#kit/ui/FileName.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { platformLabels } from '#operations/imports/reader/fields.ts'
import { fitsPlatform, MAX_DAYS_BACK } from '#operations/imports/rules.ts'
import { fileStatus, type Tone } from './fileStatus.ts'
import { NickField } from './NickField.tsx'
import {
  type Choice,
  type Choices,
  type FileEntry,
  isDuplicate,
  needsDay,
  needsStore,
  nickKey,
  nicksToMatch,
  type Person,
  rowsOf,
} from './rules.ts'
import type { FileActions } from './useFiles.tsx'

/** What the list of files says of a file: its status, and what the choices for all files mean for it. */
interface EntryDescription {
  tone: Tone
  label: string
  sentence: string | undefined
  /** The owner of the file's only unmatched nick. */
  owner: Person | undefined
  /** The name of the store that is created for the file before the import. */
  newStore: string | undefined
}

interface Props extends EntryDescription {
  entry: FileEntry
  actions: FileActions
  current: boolean
  onShow: (key: string) => void
  onMap: (entry: FileEntry) => void
  /** Opens the form of the store that the file names; absent if the user cannot create it here. */
  onNewStore: (() => void) | undefined
}

/** Describes a file for its row, in plain values: a row is rendered again only if one of them changes. */
export function describeEntry(entry: FileEntry, choices: Choices): EntryDescription {
  const { tone, label, sentence } = fileStatus(entry, choices)
  const only = onlyNick(entry)
  const [group] = entry.preview?.groups ?? []
  return {
    tone,
    label,
    sentence,
    owner: only && choices.owners.get(nickKey(only.storeId, only.nick)),
    newStore: entry.preview && group && choices.newStoreOf(entry.preview.id, group),
  }
}

/** The nick to match if there is exactly one: it is matched in the row. */
function onlyNick(entry: FileEntry) {
  const [only, ...others] = nicksToMatch(entry)
  return others.length === 0 ? only : undefined
}

export const FileRow = memo((props: Props) => {
  const { entry, actions, current, tone, label, sentence } = props
  const { name, preview } = entry
  return (
    <tr className={rowClass(current, preview !== undefined)}>
      <th scope="row">
        <span className="import-file-name">
          <Icon name="file" />
          <FileName name={name} />
        </span>
        {sentence && (
          <span className={`import-why import-why-${tone}`} title={sentence}>
            {sentence}
          </span>
        )}
      </th>
      <td data-label={t('平台')}>{preview ? t(platformLabels[preview.platform]) : '-'}</td>
      <td data-label={t('店铺')}>
        <StoreCell
          entry={entry}
          newStore={props.newStore}
          onChoose={(choice) => actions.choose(entry, choice)}
        />
      </td>
      <td data-label={t('日期')}>
        <DayCell entry={entry} onChoose={(on) => actions.choose(entry, { on })} />
      </td>
      <td data-label={t('内容')}>
        <RowContent entry={entry} actions={actions} owner={props.owner} />
      </td>
      <td className="import-file-state">
        <StatusTag tone={tone} label={label} />
      </td>
      <td>
        <RowActions {...props} />
      </td>
    </tr>
  )
})

function rowClass(current: boolean, read: boolean): string {
  if (current) return 'import-file import-file-current'
  return read ? 'import-file' : 'import-file import-file-unread'
}

/** The number of rows or nicks; if a single nick is unmatched, the field to choose its owner. */
function RowContent({ entry, actions, owner }: Pick<Props, 'entry' | 'actions' | 'owner'>) {
  const { preview } = entry
  if (!preview) return <>-</>
  const only = onlyNick(entry)
  if (entry.phase === 'read' && only) {
    const { storeId, nick } = only
    return <NickField nick={nick} person={owner} onChange={(person) => actions.bind(storeId, nick, person)} />
  }
  const rows = preview.groups.reduce((sum, group) => sum + rowsOf(group), 0)
  if (preview.agentTotal === 0 && rows > 0) return <>{t('店铺数据')}</>
  return (
    <>{preview.groups.length > 1 ? t('{n} 行', { n: rows }) : t('{n} 个昵称', { n: preview.agentTotal })}</>
  )
}

function RowActions({ entry, actions, current, onShow, onMap, onNewStore }: Props) {
  const { key, phase, failure } = entry
  const busy = phase === 'writing' || phase === 'written'
  return (
    <span className="import-file-links">
      {phase === 'read' && (
        <Button type="link" size="small" aria-current={current || undefined} onClick={() => onShow(key)}>
          {current ? t('预览中') : t('预览')}
        </Button>
      )}
      {phase === 'read' && onNewStore && (
        <Button type="link" size="small" onClick={onNewStore}>
          {t('新建店铺')}
        </Button>
      )}
      {phase === 'read' && isDuplicate(entry) && (
        <Button type="link" size="small" onClick={() => actions.change(key, { again: !entry.again })}>
          {entry.again ? t('不导入') : t('仍要导入')}
        </Button>
      )}
      {phase === 'failed' && failure && failure.headers.length > 0 && (
        <Button type="link" size="small" onClick={() => onMap(entry)}>
          {t('映射表头')}
        </Button>
      )}
      {(phase === 'refused' || phase === 'failed') && mayRetry(entry) && (
        <Button type="link" size="small" onClick={() => actions.retry(entry)}>
          {phase === 'refused' ? t('重新预检') : t('重试')}
        </Button>
      )}
      <Tooltip title={t('移除')}>
        <Button
          type="text"
          size="small"
          disabled={busy}
          icon={<Icon name="close" size={14} />}
          aria-label={t('移除 {name}', { name: entry.name })}
          onClick={() => actions.remove(key)}
        />
      </Tooltip>
    </span>
  )
}

/** Whether the file can be uploaded again, or the stored preview loaded again. */
function mayRetry({ phase, failure, file }: FileEntry): boolean {
  return phase === 'refused' ? file !== undefined : !failure?.lasting
}

interface DayCellProps {
  entry: FileEntry
  onChoose: (on: string) => void
}

/**
 * The day of a file. A day from a column is fixed, a day from the file name can be changed, and a missing day must be
 * chosen. A choice uploads the file again.
 */
function DayCell({ entry, onChoose }: DayCellProps) {
  const { preview, file, phase, name } = entry
  if (!preview) return <>-</>
  const isNeeded = needsDay(preview)
  const fixed = preview.onFrom === 'column' || !file || phase === 'writing'
  if (fixed && !isNeeded) return <Days entry={entry} />
  if (!file) return <>-</>
  const now = today(() => new Date())
  return (
    <span className={isNeeded ? 'import-field import-field-need' : 'import-field import-field-quiet'}>
      <DatePicker
        className="wide-control"
        value={preview.on ? dayjs(preview.on) : null}
        minDate={dayjs(addDays(now, -MAX_DAYS_BACK))}
        maxDate={dayjs(now)}
        allowClear={false}
        placeholder={t('选择日期')}
        aria-label={t('{name} 的日期', { name })}
        suffixIcon={<Icon name="calendar" size={14} />}
        onChange={(day) => day && onChoose(day.format('YYYY-MM-DD'))}
      />
    </span>
  )
}

function Days({ entry: { preview } }: { entry: FileEntry }) {
  const days = [...new Set(preview?.groups.flatMap(({ on }) => on ?? []) ?? [])].toSorted()
  const [first] = days
  const last = days.at(-1)
  if (!first || !last) return <>-</>
  if (first === last) return <>{first}</>
  return (
    <span title={t('{from} 至 {to}', { from: first, to: last })}>
      {t('{from} 至 {to}', { from: first.slice(5), to: last.slice(5) })}
    </span>
  )
}

interface StoreCellProps {
  entry: FileEntry
  newStore: string | undefined
  onChoose: (choice: Choice) => void
}

/** The store of a file, or a field to choose it; a choice uploads the file again. */
function StoreCell({ entry, newStore, onChoose }: StoreCellProps) {
  const { preview, choice, file, phase } = entry
  const mapped = phase === 'failed' && choice.mapping !== undefined && choice.storeId === undefined
  const isNeeded = phase === 'read' ? preview !== undefined && needsStore(preview) : mapped
  const offered = choice.storeId !== undefined || (phase === 'failed' && hasHeaders(entry))
  if (!file || !(isNeeded || offered)) return <StoreName entry={entry} />
  const platform = preview && Platform.options.filter((one) => fitsPlatform(preview.platform, one))
  return (
    <span className={isNeeded && !newStore ? 'import-field import-field-need' : 'import-field'}>
      <StorePicker
        platform={platform}
        value={choice.storeId ?? null}
        name={preview?.storeName ?? null}
        placeholder={newStore ? t('新建 {name}', { name: newStore }) : t('选择店铺')}
        aria-label={t('{name} 的店铺', { name: entry.name })}
        onChange={(storeId) => onChoose({ storeId })}
      />
    </span>
  )
}

/** If the headers do not determine the platform, the platform of the chosen store may. */
function hasHeaders({ failure }: FileEntry): boolean {
  return (failure?.headers.length ?? 0) > 0
}

function StoreName({ entry: { preview } }: { entry: FileEntry }) {
  const names = [...new Set(preview?.groups.map(({ storeName }) => storeName) ?? [])]
  const [first] = names
  if (names.length > 1) return <>{t('{n} 家店铺', { n: names.length })}</>
  return <span title={first ?? undefined}>{first ?? '-'}</span>
}
