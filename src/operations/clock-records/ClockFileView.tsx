import { Alert, Button, Segmented } from 'antd'
import { useState } from 'react'
import { formatCount, formatInstant } from '#kit/format.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { SheetCounts } from '#kit/ui/sheets/SheetCounts.tsx'
import { type SheetRowNote, SheetRows } from '#kit/ui/sheets/SheetRows.tsx'
import { UndoWindow } from '#kit/ui/UndoWindow.tsx'
import { punchesText } from './cellFormatters.ts'
import { type ClockFile, type ClockRow, clock, type RowState } from './contract.ts'
import { fileStatusNames, fileStatusTones, rowStateNames, rowStateTones, sourceNames } from './rules.ts'

/** A file that was just uploaded, or that is reopened. */
export type OpenClockFile = ClockFile & {
  duplicateOf?: { committedAt: string; createdByName: string } | null
}

interface Props {
  file: OpenClockFile
  onChange: (file: OpenClockFile) => void
  onClose: () => void
  onAgain: () => void
}

/** Rows that need attention come first. */
const ORDER: RowState[] = ['error', 'unknown', 'update', 'create', 'same', 'closed', 'outside', 'otherTeam']

/** A file: what it would write or has written, and the possible actions. */
export function ClockFileView({ file, onChange, onClose, onAgain }: Props) {
  const { counts, status, duplicateOf } = file
  return (
    <div className="sheet-import">
      <FileHeader file={file} />
      {status === 'preview' && (
        <>
          <SheetCounts
            counts={ORDER.map((state) => ({
              label: t(rowStateNames[state]),
              tone: rowStateTones[state],
              count: counts[state],
            }))}
          />
          {duplicateOf && (
            <Alert
              type="info"
              showIcon
              title={t('{name}已在 {at} 导入过同一份文件，再导入一次什么也不会变。', {
                name: duplicateOf.createdByName,
                at: formatInstant(duplicateOf.committedAt),
              })}
            />
          )}
          {counts.unknown > 0 && (
            <Alert
              type="warning"
              showIcon
              title={t('有 {n} 行不知道是谁：先导入，再到“人员对应”里选一次，打卡随即写入。', {
                n: formatCount(counts.unknown),
              })}
            />
          )}
          <FileRows file={file} />
        </>
      )}
      <Footer file={file} onChange={onChange} onClose={onClose} onAgain={onAgain} />
    </div>
  )
}

/** The file's name, state, source and days, and what it has written. */
function FileHeader({ file }: Pick<Props, 'file'>) {
  const { fileName, status, source, from, to, rowsTotal, written } = file
  const facts = { source: t(sourceNames[source]), n: formatCount(rowsTotal), from: from ?? '', to: to ?? '' }
  return (
    <header className="clock-head">
      <p className="sheet-import-file">
        {fileName} <StatusTag tone={fileStatusTones[status]} label={t(fileStatusNames[status])} />
      </p>
      <p className="sheet-import-quiet">
        {from ? t('{source}，{n} 行，{from} 至 {to}', facts) : t('{source}，{n} 行', facts)}
      </p>
      {status === 'committed' && (
        <p>{t('写入了 {n} 条打卡（一个人的一天算一条）。', { n: formatCount(written) })}</p>
      )}
    </header>
  )
}

function Footer({ file, onChange, onClose, onAgain }: Props) {
  const { counts, status } = file
  const { busy, commit, undo } = useSteps(file, onChange)
  const [undoing, setUndoing] = useState(false)
  const changed = counts.create + counts.update
  // Unknown people are written once they are bound, which needs a committed file.
  const useful = changed + counts.unknown
  return (
    <div className="sheet-import-footer">
      <Button onClick={onClose}>{t('关闭')}</Button>
      {(status !== 'preview' || useful === 0) && <Button onClick={onAgain}>{t('重新上传')}</Button>}
      {status === 'committed' && (
        <Button danger onClick={() => setUndoing(true)}>
          {t('撤销')}
        </Button>
      )}
      {status === 'preview' && useful > 0 && (
        <Button type="primary" loading={busy} onClick={commit}>
          {changed > 0 ? t('写入 {n} 行', { n: formatCount(changed) }) : t('导入，等待对应')}
        </Button>
      )}
      {undoing && (
        <UndoWindow
          endpoint={clock.undoConsequences}
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
function useSteps({ id, version }: OpenClockFile, onChange: Props['onChange']) {
  const [commit, undo] = [useAction(clock.commit), useAction(clock.undo)]
  return {
    busy: commit.isPending,
    commit: () => void commit.mutateAsync({ id, version }).then(onChange).catch(ignoreShownErrors),
    undo: () => undo.mutateAsync({ id, version }).then(onChange),
  }
}

/** The rows of a preview by what they would do. */
function FileRows({ file }: { file: ClockFile }) {
  const kinds = ORDER.filter((state) => file.counts[state] > 0)
  const [state, setState] = useState(kinds[0])
  const [page, setPage] = useState({ current: 1, pageSize: 20 })
  const call = useCall(
    clock.rows,
    { id: file.id, ...(state && { state: [state] }), ...page },
    { keepRows: true, messagePlace: 'inPage', staleTime: 0, enabled: state !== undefined },
  )
  if (state === undefined) return null
  const show = (next: RowState) => {
    setState(next)
    setPage({ ...page, current: 1 })
  }
  return (
    <>
      <Segmented<RowState>
        className="clock-kinds"
        options={kinds.map((value) => ({ value, label: t(rowStateNames[value]) }))}
        value={state}
        onChange={show}
        aria-label={t('按结果查看')}
      />
      <Loaded call={call} skeleton={<TextSkeleton rows={4} />}>
        {({ items, total }) => (
          <SheetRows rows={items.map(toSheetRow)} total={total} page={page} onPage={setPage} />
        )}
      </Loaded>
    </>
  )
}

const toSheetRow = (row: ClockRow): SheetRowNote => ({
  row: row.row,
  name: [row.name, row.on].filter(Boolean).join(' '),
  tone: rowStateTones[row.state],
  label: t(rowStateNames[row.state]),
  note: [row.reason, punchesText(row, t) ?? t('没有打卡')].filter(Boolean).join(' '),
})
