import { Button } from 'antd'
import { memo, Suspense, useState } from 'react'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { useSuppliedParts } from '#kit/ui/suppliedParts.tsx'
import type { ImportGroup, ImportPreview } from '#operations/imports/contract.ts'
import { type Field, fieldLabels } from '#operations/imports/reader/fields.ts'
import { metricName } from '#operations/imports/rules.ts'
import { FigureTable } from './FigureTable.tsx'
import { GroupList } from './GroupList.tsx'
import { Note } from './Note.tsx'
import { PendingLink } from './PendingLink.tsx'
import { type FileEntry, formatRowRanges, groupKey, headersToMap, type Owners } from './rules.ts'
import type { FileActions } from './useFiles.tsx'
import { useProblemDownload } from './useProblemDownload.tsx'
import './FilePreview.css'
import './CorrectionsNote.css'

interface Props {
  entry: FileEntry
  preview: ImportPreview
  /** Absent for an import that has been written: the preview is read-only. */
  actions?: FileActions
  owners?: Owners
  onMap?: (entry: FileEntry) => void
}

const NO_OWNERS: Owners = new Map()

/** What a file would write: for each store and day what it replaces, and its figures. */
export const FilePreview = memo(({ entry, preview, actions, owners = NO_OWNERS, onMap }: Props) => {
  const [shown, setShown] = useState<string>()
  const { groups } = preview
  const group = groups.find((one) => groupKey(one) === shown) ?? groups[0]
  const { key } = entry
  const { LateFigures } = useSuppliedParts()
  const mayMap = actions && entry.file && headersToMap(entry).length > 0
  const map = mayMap && onMap ? () => onMap(entry) : undefined
  return (
    <section className="import-preview" aria-label={t('预览')}>
      <Header words={group && headingOf(group, preview.onFrom)} onMap={map} />
      {groups.length > 1 && (
        <GroupList
          groups={groups}
          current={group && groupKey(group)}
          excluded={entry.excluded}
          onShow={setShown}
          onExclude={actions && ((excluded) => actions.change(key, { excluded }))}
        />
      )}
      {group && group.storeId !== null && group.on !== null && (
        <ReplaceNote
          group={group}
          written={preview.status !== 'preview'}
          several={groups.length > 1}
          wholeStore={entry.wholeStore}
          onWholeStore={actions && ((wholeStore) => actions.change(key, { wholeStore }))}
        />
      )}
      {group && <CorrectionsNote group={group} written={preview.status !== 'preview'} />}
      {group && (
        <FigureTable
          group={group}
          owners={owners}
          onBind={actions && ((nick, person) => actions.bind(group.storeId ?? '', nick, person))}
        />
      )}
      {actions && groups.some(isClosed) && (
        <Suspense>
          <LateFigures batchId={preview.id} />
        </Suspense>
      )}
      <FileNotes preview={preview} onMap={map} />
      {preview.problemTotal > 0 && <ProblemTable preview={preview} />}
    </section>
  )
})

/** Whether the month of the group's day is closed. */
const isClosed = ({ blocks }: ImportPreview['groups'][number]) =>
  blocks.some(({ code }) => code === 'PERIOD_CLOSED')

function Header({ words, onMap }: { words: string | undefined; onMap: (() => void) | undefined }) {
  return (
    <header>
      <h3>{t('预览')}</h3>
      <span>{words}</span>
      {onMap && (
        <Button type="link" size="small" onClick={onMap}>
          {t('映射表头')}
        </Button>
      )}
    </header>
  )
}

const SOURCES = {
  column: '取自文件的日期列',
  'file name': '取自文件名，请核对',
  chosen: '由您选择',
} as const

function headingOf(
  { storeName, on }: ImportPreview['groups'][number],
  onFrom: ImportPreview['onFrom'],
): string {
  const store = storeName ?? t('店铺未选')
  if (!on) return t('{store}，日期未选', { store })
  return onFrom
    ? t('{store}，{on}（{source}）', { store, on, source: t(SOURCES[onFrom]) })
    : t('{store}，{on}', { store, on })
}

type Correction = ImportGroup['corrections'][number]

/** Figures of the day that were corrected by hand: those that the file leaves unchanged, and those that it replaces. */
function CorrectionsNote({ group, written }: { group: ImportGroup; written: boolean }) {
  const { corrections } = group
  if (corrections.length === 0) return null
  const ended = corrections.filter(({ stays }) => !stays).length
  return (
    <section className="import-corrections" aria-label={t('手工更正过的数')}>
      <p>{summaryText(corrections.length, ended, written)}</p>
      <ul>
        {corrections.map((one) => (
          <li key={`${one.nick} ${one.measure}`}>
            <StatusTag
              tone={one.stays ? 'green' : 'orange'}
              label={one.stays ? t('保留更正') : t('以文件为准')}
            />
            <span>{describeCorrection(one)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function summaryText(all: number, ended: number, written: boolean): string {
  if (written) return t('这次导入取代了 {n} 个手工更正；撤销导入，更正就恢复。', { n: ended })
  if (ended === 0) return t('这一天有 {n} 个数手工更正过，文件里的数与更正前相同，更正保留。', { n: all })
  return t('这一天有 {n} 个数手工更正过，其中 {ended} 个文件里的数又变了，导入后以文件为准。', {
    n: all,
    ended,
  })
}

function describeCorrection({
  nick,
  measure,
  oldValue,
  newValue,
  reason,
  createdByName,
}: Correction): string {
  return t('{who} {measure}：由 {old} 更正为 {now}（{reason}，{name}）', {
    who: nick ?? t('店铺合计'),
    measure: t(metricName(measure)),
    old: oldValue === null ? t('缺数据') : formatCount(oldValue),
    now: newValue === null ? t('缺数据') : formatCount(newValue),
    reason,
    name: createdByName,
  })
}

/** Other findings in the file: skipped rows, figures that are still counted, unknown headers and unread sheets. */
function FileNotes({ preview, onMap }: { preview: ImportPreview; onMap: (() => void) | undefined }) {
  const { skippedRows, skippedTotal, pending, unknownHeaders, otherSheets } = preview
  return (
    <ul className="import-notes">
      {skippedTotal > 0 && (
        <li>
          {t('已跳过第 {rows} 行{more}（汇总、均值或重复的行）', {
            rows: formatRowRanges(skippedRows.slice(0, 20)),
            more: skippedTotal > 20 ? t(' 等 {n} 行', { n: skippedTotal }) : '',
          })}
        </li>
      )}
      {pending.length > 0 && (
        <li>
          {t('{fields}：平台还在统计（延迟统计），本次不写入；平台算好后再导入一次即可', {
            fields: pending.map((field) => t(fieldLabels[field as Field] ?? field)).join(t('、')),
          })}
          <PendingLink />
        </li>
      )}
      {unknownHeaders.length > 0 && (
        <li>
          {t('{n} 列没有读入：{headers}', {
            n: unknownHeaders.length,
            headers: joinNames(unknownHeaders),
          })}
          {onMap && (
            <Button type="link" size="small" onClick={onMap}>
              {t('映射表头')}
            </Button>
          )}
        </li>
      )}
      {otherSheets.length > 0 && (
        <li>{t('只读了第一个工作表；没有读：{sheets}', { sheets: joinNames(otherSheets) })}</li>
      )}
    </ul>
  )
}

function joinNames(names: readonly string[]): string {
  return names.slice(0, 6).join(t('、')) + (names.length > 6 ? t(' 等') : '')
}

const INITIAL_ROWS = 5

/** The rejected rows, by their numbers in the spreadsheet, with the reasons. */
function ProblemTable({ preview }: { preview: ImportPreview }) {
  const [all, setAll] = useState(false)
  const { busy, download } = useProblemDownload()
  const { problems, problemTotal } = preview
  return (
    <div className="import-problems">
      <header>
        <h3>{t('{n} 行有问题，不会写入', { n: formatCount(problemTotal) })}</h3>
        <span>{t('其余的行照常写入；改好后只需重新导入这几行')}</span>
        <Button type="link" size="small" loading={busy} onClick={() => download([{ preview }])}>
          {t('下载问题行')}
        </Button>
      </header>
      <ProblemRows problems={all ? problems : problems.slice(0, INITIAL_ROWS)} />
      {!all && problems.length > INITIAL_ROWS && (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          {t('显示全部 {n} 条', { n: problems.length })}
        </Button>
      )}
    </div>
  )
}

function ProblemRows({ problems }: { problems: ImportPreview['problems'] }) {
  return (
    <div className="import-box">
      <table className="import-figures stacked-table">
        <thead>
          <tr>
            <th scope="col">{t('行号')}</th>
            <th scope="col">{t('列')}</th>
            <th scope="col">{t('原因')}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ row, column, message }) => (
            <tr key={`${row} ${column} ${message}`}>
              <td data-label={t('行号')}>{row}</td>
              <td data-label={t('列')}>{column || '-'}</td>
              <td className="import-reason">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ReplaceNoteProps {
  group: ImportGroup
  /** The figures have been written: the note is hidden. */
  written: boolean
  /** The file contains other stores and days, to which the choice applies too. */
  several: boolean
  wholeStore: boolean
  onWholeStore: ((wholeStore: boolean) => void) | undefined
}

/** What a commit does to the existing figures: it replaces by nick and never adds. */
function ReplaceNote({ group, written, several, wholeStore, onWholeStore }: ReplaceNoteProps) {
  if (written) return null
  const { replaces } = group
  const day = group.on?.slice(5) ?? ''
  if (replaces.standing === 0) {
    return (
      <Note>
        {t('这家店 {day} 还没有客服数据，', { day })}
        <b>{t('本次新增 {n} 个', { n: replaces.inserted })}</b>
        {t('。')}
        {storeSentence(replaces)}
      </Note>
    )
  }
  return (
    <Note tone={wholeStore && replaces.keptTotal > 0 ? 'orange' : 'blue'}>
      {t('这家店 {day} 已有 {n} 个昵称的数据，本次', { day, n: replaces.standing })}
      <b>{changesOf(replaces)}</b>
      {t('，不会累加。')}
      {replaces.keptTotal > 0 && (
        <>
          {wholeStore
            ? t('整店替换：{nicks}不在文件里，原有数据将删去。', { nicks: nicksOf(replaces) })
            : t('原有的{nicks}不在文件里，保留。', { nicks: nicksOf(replaces) })}
          {several && wholeStore && t('这个文件的其他店铺和日期也一样。')}
          {onWholeStore && (
            <Button type="link" size="small" onClick={() => onWholeStore(!wholeStore)}>
              {wholeStore ? t('改为保留') : t('改为整店替换')}
            </Button>
          )}
        </>
      )}
      {storeSentence(replaces)}
    </Note>
  )
}

function changesOf({ replaced, inserted, unchanged }: ImportGroup['replaces']): string {
  if (unchanged > 0 && replaced + inserted === 0) return t('与原来完全相同')
  const parts = [
    replaced > 0 && t('替换 {n} 个', { n: replaced }),
    inserted > 0 && t('新增 {n} 个', { n: inserted }),
    unchanged > 0 && t('{n} 个不变', { n: unchanged }),
  ].filter(Boolean)
  return parts.join(t('、')) || t('没有客服的数据')
}

function nicksOf({ kept: nicks, keptTotal: total }: ImportGroup['replaces']): string {
  const named = nicks
    .slice(0, 3)
    .map((nick) => `“${nick}”`)
    .join(t('、'))
  return total > 3 ? t('{named}等 {n} 个', { named, n: total }) : named
}

/** Describes exceptions only: normally, a store without a row of its own gets the sum of its agents. */
function storeSentence({ store }: ImportGroup['replaces']): string {
  if (store === 'imported') return t('店铺当天的数取自文件里的店铺行。')
  if (store === 'kept') return t('店铺当天的数已有平台给出的，保留。')
  return ''
}
