import { Alert, App, Button, Segmented } from 'antd'
import { useState } from 'react'
import { useClient } from '#kit/clientContext.tsx'
import { fileStamp, formatCount, formatInstant } from '#kit/format.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { saveSheets } from '#kit/ui/saveSheets.tsx'
import { SheetCounts } from '#kit/ui/sheets/SheetCounts.tsx'
import { type SheetRowNote, SheetRows } from '#kit/ui/sheets/SheetRows.tsx'
import { UnreadHeaders } from '#kit/ui/sheets/UnreadHeaders.tsx'
import { UndoWindow } from '#kit/ui/UndoWindow.tsx'
import { figureFiles, type PastFile, type PastRow, type PastRowState } from './contract.ts'
import { faultSheet } from './faultSheet.ts'
import { faultText, stateNames, stateTones, statusNames, statusTones } from './rules.ts'
import './past.css'

/** A file that was just uploaded, or that is reopened. */
export type OpenPastFile = PastFile & { duplicateOf?: { committedAt: string; createdByName: string } | null }

interface Props {
  file: OpenPastFile
  onChange: (file: OpenPastFile) => void
  onClose: () => void
  onAgain: () => void
}

const STATES = Object.keys(stateNames) as PastRowState[]

/** A file: what it would write or has written, the rejected rows with the reasons, and the possible actions. */
export function PastFileView({ file, onChange, onClose, onAgain }: Props) {
  const { counts, status, unknownHeaders, duplicateOf } = file
  return (
    <div className="sheet-import">
      <FileHeader file={file} />
      <SheetCounts
        counts={STATES.map((state) => ({
          label: t(stateNames[state]),
          tone: stateTones[state],
          count: counts[state],
        }))}
      />
      {duplicateOf && status === 'preview' && (
        <Alert
          type="info"
          showIcon
          title={t('{name}已在 {at} 导入过同一份文件，再导入一次什么也不会变。', {
            name: duplicateOf.createdByName,
            at: formatInstant(duplicateOf.committedAt),
          })}
        />
      )}
      <UnreadHeaders headers={unknownHeaders} />
      <PastRows key={status} file={file} />
      <Footer file={file} onChange={onChange} onClose={onClose} onAgain={onAgain} />
    </div>
  )
}

/** The file's name and status, and its stores and days. */
function FileHeader({ file: { fileName, status, storesTotal, from, to, rowsEmpty } }: Pick<Props, 'file'>) {
  return (
    <header className="past-head">
      <p className="sheet-import-file">
        {fileName} <StatusTag tone={statusTones[status]} label={t(statusNames[status])} />
      </p>
      <p className="sheet-import-quiet">
        {from && to
          ? t('{n} 家店铺，{from} 至 {to}', { n: formatCount(storesTotal), from, to })
          : t('没有可用的行')}
        {rowsEmpty > 0 && t('；{n} 行没有填写，不读', { n: formatCount(rowsEmpty) })}
      </p>
    </header>
  )
}

function Footer({ file, onChange, onClose, onAgain }: Props) {
  const { counts, status } = file
  const { changedRows, busy, commit, undo } = useSteps(file, onChange)
  const faulty = useFaultyRows(file)
  const [undoing, setUndoing] = useState(false)
  return (
    <div className="sheet-import-footer">
      <Button onClick={onClose}>{t('关闭')}</Button>
      {counts.error + counts.conflict > 0 && (
        <Button icon={<Icon name="download" />} loading={faulty.busy} onClick={() => void faulty.save()}>
          {t('下载没有采用的行')}
        </Button>
      )}
      {(status !== 'preview' || changedRows === 0) && <Button onClick={onAgain}>{t('重新上传')}</Button>}
      {status === 'committed' && file.undoable && (
        <Button danger onClick={() => setUndoing(true)}>
          {t('撤销')}
        </Button>
      )}
      {status === 'preview' && changedRows > 0 && (
        <Button type="primary" loading={busy} onClick={commit}>
          {t('写入 {n} 行', { n: formatCount(changedRows) })}
        </Button>
      )}
      {undoing && (
        <UndoWindow
          endpoint={figureFiles.undoConsequences}
          title={t('撤销“{name}”？', { name: file.fileName })}
          id={file.id}
          createdByName={file.createdByName}
          at={file.committedAt}
          onOk={undo}
          onClose={() => setUndoing(false)}
        />
      )}
    </div>
  )
}

/** The commit and the undo. */
function useSteps({ id, version, counts }: OpenPastFile, onChange: Props['onChange']) {
  const [commit, undo] = [useAction(figureFiles.commit), useAction(figureFiles.undo)]
  return {
    busy: commit.isPending,
    /** Number of rows that change something; unchanged rows alone need no commit. */
    changedRows: counts.create + counts.update,
    commit: () => void commit.mutateAsync({ id, version }).then(onChange).catch(ignoreShownErrors),
    undo: () => undo.mutateAsync({ id, version }).then(onChange),
  }
}

/** Rows that need attention come first. */
const ORDER: PastRowState[] = ['error', 'conflict', 'update', 'create', 'same']

/** The rows of a file by state: rejected ones with the reasons, the others with the current and the new volume. */
function PastRows({ file }: { file: PastFile }) {
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
    row: row.row,
    name: [row.storeName, row.on].filter(Boolean).join(' '),
    tone: stateTones[row.state],
    label: t(stateNames[row.state]),
    note: noteOf(row, before),
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

/** Downloads the rejected rows as the same workbook with 错误原因; once corrected, it can be uploaded as it is. */
function useFaultyRows({ id }: PastFile) {
  const client = useClient()
  const { message } = App.useApp()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const faults = await client.call(figureFiles.faults, { id })
      await saveSheets(`${t('历史日数据_没有采用的行')}_${fileStamp(new Date())}.xlsx`, [faultSheet(faults)])
      if (faults.total > faults.items.length) {
        message.info(t('只下载了前 {n} 行，改好重新上传后再下载其余的。', { n: faults.items.length }))
      }
    } catch {
      // The call has shown why; this message says what it means for the file.
      message.error(t('文件没有下载成功，请稍后重试。'))
    } finally {
      setBusy(false)
    }
  }
  return { busy, save }
}
