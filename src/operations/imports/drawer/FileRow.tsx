import { Button, DatePicker, Tooltip } from 'antd'
import dayjs from 'dayjs'
import { Platform } from '#clients/stores/contract.ts'
import { StorePicker } from '#clients/stores/ui/StorePicker.tsx'
import { addDays, today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { FileName } from '#kit/ui/FileName.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { platformLabels } from '#operations/imports/reader/fields.ts'
import { fitsPlatform, MAX_DAYS_BACK } from '#operations/imports/rules.ts'
import { fileStatus } from './fileStatus.ts'
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
  rowsOf,
} from './rules.ts'
import type { Files } from './useFiles.tsx'

interface Props {
  entry: FileEntry
  files: Files
  choices: Choices
  current: boolean
  onShow: () => void
  onMap: () => void
  /** Opens the form of the store that the file names; absent if the user cannot create it here. */
  onNewStore: (() => void) | undefined
}

export function FileRow(props: Props) {
  const { entry, files, choices, current } = props
  const { key, name, preview } = entry
  const status = fileStatus(entry, choices)
  return (
    <tr className={rowClass(current, preview !== undefined)}>
      <th scope="row">
        <span className="import-file-name">
          <Icon name="file" />
          <FileName name={name} />
        </span>
        {status.sentence && (
          <span className={`import-why import-why-${status.tone}`} title={status.sentence}>
            {status.sentence}
          </span>
        )}
      </th>
      <td data-label={t('平台')}>{preview ? t(platformLabels[preview.platform]) : '-'}</td>
      <td data-label={t('店铺')}>
        <StoreCell entry={entry} choices={choices} onChoose={(choice) => files.choose(key, choice)} />
      </td>
      <td data-label={t('日期')}>
        <DayCell entry={entry} onChoose={(on) => files.choose(key, { on })} />
      </td>
      <td data-label={t('内容')}>
        <RowContent entry={entry} files={files} choices={choices} />
      </td>
      <td className="import-file-state">
        <StatusTag tone={status.tone} label={status.label} />
      </td>
      <td>
        <RowActions {...props} />
      </td>
    </tr>
  )
}

function rowClass(current: boolean, read: boolean): string {
  if (current) return 'import-file import-file-current'
  return read ? 'import-file' : 'import-file import-file-unread'
}

/** The number of rows or nicks; if a single nick is unmatched, the field to choose its owner. */
function RowContent({ entry, files, choices }: Pick<Props, 'entry' | 'files' | 'choices'>) {
  const { preview } = entry
  if (!preview) return <>-</>
  const [only, ...others] = nicksToMatch(entry)
  if (entry.phase === 'read' && only && others.length === 0) {
    const { storeId, nick } = only
    return (
      <NickField
        nick={nick}
        person={choices.owners.get(nickKey(storeId, nick))}
        onChange={(person) => files.bind(storeId, nick, person)}
      />
    )
  }
  const rows = preview.groups.reduce((sum, group) => sum + rowsOf(group), 0)
  if (preview.agentTotal === 0 && rows > 0) return <>{t('店铺数据')}</>
  return (
    <>{preview.groups.length > 1 ? t('{n} 行', { n: rows }) : t('{n} 个昵称', { n: preview.agentTotal })}</>
  )
}

function RowActions({ entry, files, current, onShow, onMap, onNewStore }: Props) {
  const { key, phase, failure } = entry
  const busy = phase === 'writing' || phase === 'written'
  return (
    <span className="import-file-links">
      {phase === 'read' && (
        <Button type="link" size="small" aria-current={current || undefined} onClick={onShow}>
          {current ? t('预览中') : t('预览')}
        </Button>
      )}
      {phase === 'read' && onNewStore && (
        <Button type="link" size="small" onClick={onNewStore}>
          {t('新建店铺')}
        </Button>
      )}
      {phase === 'read' && isDuplicate(entry) && (
        <Button type="link" size="small" onClick={() => files.change(key, { again: !entry.again })}>
          {entry.again ? t('不导入') : t('仍要导入')}
        </Button>
      )}
      {phase === 'failed' && failure && failure.headers.length > 0 && (
        <Button type="link" size="small" onClick={onMap}>
          {t('映射表头')}
        </Button>
      )}
      {(phase === 'refused' || phase === 'failed') && mayRetry(entry) && (
        <Button type="link" size="small" onClick={() => files.retry(key)}>
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
          onClick={() => files.remove(key)}
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
  choices: Choices
  onChoose: (choice: Choice) => void
}

/** The store of a file, or a field to choose it; a choice uploads the file again. */
function StoreCell({ entry, choices, onChoose }: StoreCellProps) {
  const { preview, choice, file, phase } = entry
  const newStore = newStoreOf(entry, choices)
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

/** The name of the store that is created for the file before the import. */
function newStoreOf({ preview }: FileEntry, choices: Choices): string | undefined {
  const [group] = preview?.groups ?? []
  return preview && group && choices.newStoreOf(preview.id, group)
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
