import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { formatCount, formatInstant } from '#kit/format.ts'
import { refetchAll, useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { SheetCounts } from '#kit/ui/sheets/SheetCounts.tsx'
import { UnreadHeaders } from '#kit/ui/sheets/UnreadHeaders.tsx'
import { UndoWindow } from '#kit/ui/UndoWindow.tsx'
import type { PastFile, PastRowState } from './contract.ts'
import { figureFiles } from './contract.ts'
import { PastRows } from './PastRows.tsx'
import { stateNames, stateTones, statusNames, statusTones } from './rules.ts'
import { useFaultyRows } from './useFaultyRows.tsx'
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
          ...{ label: t(stateNames[state]), tone: stateTones[state], count: counts[state] },
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
      <Footer {...{ file, onChange, onClose, onAgain }} />
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
  const queries = useQueryClient()
  const commit = useAction(figureFiles.commit)
  const undo = useAction(figureFiles.undo)
  const [busy, setBusy] = useState(false)
  const runStep = async (step: typeof commit | typeof undo) => {
    onChange(await step.mutateAsync({ id, version }))
    void refetchAll(queries)
  }
  const commitFile = () => {
    setBusy(true)
    return runStep(commit)
      .catch(ignoreShownErrors)
      .finally(() => setBusy(false))
  }
  return {
    busy,
    /** Number of rows that change something; unchanged rows alone need no commit. */
    changedRows: counts.create + counts.update,
    commit: () => void commitFile(),
    undo: () => runStep(undo),
  }
}
