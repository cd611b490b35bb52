import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { t } from '#kit/text.ts'
import { useSuppliedParts } from '#kit/ui/suppliedParts.tsx'
import type { ImportPreview } from '#operations/imports/contract.ts'
import { CorrectionsNote } from './CorrectionsNote.tsx'
import { FigureTable } from './FigureTable.tsx'
import { FileNotes } from './FileNotes.tsx'
import { GroupList } from './GroupList.tsx'
import { ProblemTable } from './ProblemTable.tsx'
import { ReplaceNote } from './ReplaceNote.tsx'
import type { FileEntry } from './rules.ts'
import { groupKey, headersToMap } from './rules.ts'
import type { Files } from './useFiles.tsx'
import './FilePreview.css'

interface Props {
  entry: FileEntry
  preview: ImportPreview
  /** Absent for an import that has been written: the preview is read-only. */
  files?: Files
  onMap?: () => void
}

/** What a file would write: for each store and day what it replaces, and its figures. */
export function FilePreview({ entry, preview, files, onMap }: Props) {
  const [shown, setShown] = useState<string>()
  const { groups } = preview
  const group = groups.find((one) => groupKey(one) === shown) ?? groups[0]
  const { key } = entry
  const { LateFigures } = useSuppliedParts()
  const map = files && entry.file && headersToMap(entry).length > 0 ? onMap : undefined
  return (
    <section className="import-preview" aria-label={t('预览')}>
      <Header words={group && headingOf(group, preview.onFrom)} onMap={map} />
      {groups.length > 1 && (
        <GroupList
          groups={groups}
          current={group && groupKey(group)}
          excluded={entry.excluded}
          onShow={setShown}
          onExclude={files && ((excluded) => files.change(key, { excluded }))}
        />
      )}
      {group && group.storeId !== null && group.on !== null && (
        <ReplaceNote
          group={group}
          written={preview.status !== 'preview'}
          several={groups.length > 1}
          wholeStore={entry.wholeStore}
          onWholeStore={files && ((wholeStore) => files.change(key, { wholeStore }))}
        />
      )}
      {group && <CorrectionsNote group={group} written={preview.status !== 'preview'} />}
      {group && (
        <FigureTable
          group={group}
          people={entry.people}
          onBind={files && ((nick, person) => files.bind(key, group.storeId, nick, person))}
        />
      )}
      {files && groups.some(isClosed) && (
        <Suspense>
          <LateFigures batchId={preview.id} />
        </Suspense>
      )}
      <FileNotes preview={preview} onMap={map} />
      {preview.problemTotal > 0 && <ProblemTable preview={preview} />}
    </section>
  )
}

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
