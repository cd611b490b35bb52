import { Alert, Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { SheetCounts } from '#kit/ui/sheets/SheetCounts.tsx'
import { UnreadHeaders } from '#kit/ui/sheets/UnreadHeaders.tsx'
import { UndoWindow } from '#kit/ui/UndoWindow.tsx'
import type { FirstPassword, ImportRowState, RecordImport } from './contract.ts'
import { recordImports } from './contract.ts'
import { ImportRows } from './ImportRows.tsx'
import { rowStateNames, rowStateTones } from './rules.ts'
import type { ImportStep } from './useImportSteps.tsx'
import { useImportSteps } from './useImportSteps.tsx'
import { useSavedFiles } from './useSavedFiles.tsx'

interface Props {
  found: RecordImport
  onChange: (found: RecordImport) => void
  onClose: () => void
  /** Returns to the upload; absent if the import was opened from the list. */
  onAgain?: () => void
}

const BAD: ImportRowState[] = ['error', 'conflict', 'failed']

/** The row states to show: problems, or after an undo the rows that it left. */
const shownStates = ({ state, counts }: RecordImport): ImportRowState[] =>
  state === 'undone' && counts.kept + counts.skipped > 0 ? ['kept', 'skipped'] : BAD

/** An import: progress, rows per state, problems and the available steps. */
export function RecordImportView({ found, onChange, onClose, onAgain }: Props) {
  const [passwords, setPasswords] = useState<FirstPassword[]>([])
  const add = (more: FirstPassword[]) => setPasswords((current) => [...current, ...more])
  const { busy, way, check, run, undo } = useImportSteps(found, onChange, add)
  const begun = useRef(false)
  useEffect(() => {
    if (found.state !== 'checking' || begun.current) return
    begun.current = true
    check()
  }, [found.state, check])
  const { counts, state, unknownHeaders } = found
  const bad = BAD.reduce((sum, key) => sum + counts[key], 0)
  const shown = shownStates(found)
  const hasShown = shown.some((key) => counts[key] > 0)
  return (
    <div className="sheet-import">
      <p className="sheet-import-file">{found.fileName}</p>
      <SheetCounts
        counts={(Object.keys(rowStateNames) as ImportRowState[]).map((key) => ({
          ...{ label: t(rowStateNames[key]), tone: rowStateTones[key], count: counts[key] },
        }))}
      />
      <UnreadHeaders headers={unknownHeaders} />
      {busy && <Working found={found} way={way} />}
      {passwords.length > 0 && <Passwords passwords={passwords} />}
      {!busy && state !== 'checking' && hasShown && <ImportRows key={state} found={found} states={shown} />}
      <Footer {...{ found, bad, busy, run, undo, onClose, onAgain }} />
    </div>
  )
}

function Working({ found: { counts }, way }: { found: RecordImport; way: ImportStep }) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const rest = restOf(way, counts)
  return (
    <>
      <Progress percent={Math.floor(((all - rest) / Math.max(all, 1)) * 100)} />
      <p className="sheet-import-quiet">
        {t('关闭窗口会暂停；写入到一半的，可在个人设置的“资料导入”里继续。')}
      </p>
    </>
  )
}

/** The number of rows left in the step `way`; `state` lags behind it until the first response. */
function restOf(way: ImportStep, counts: RecordImport['counts']): number {
  if (way === 'check') return counts.waiting
  return way === 'undo' ? counts.created + counts.updated : counts.update + counts.create
}

/** The one-time passwords, shown once. A lost one must be reset. */
function Passwords({ passwords }: { passwords: FirstPassword[] }) {
  const { savePasswords } = useSavedFiles()
  return (
    <Alert
      type="warning"
      showIcon
      title={t('新员工的一次性密码：{n} 个', { n: formatCount(passwords.length) })}
      description={t('关闭后不再显示。请下载后分别交给本人，首次登录时须修改。')}
      action={
        <Button icon={<Icon name="download" />} onClick={() => void savePasswords(passwords)}>
          {t('下载密码')}
        </Button>
      }
    />
  )
}

interface FooterProps extends Pick<Props, 'found' | 'onClose' | 'onAgain'> {
  bad: number
  busy: boolean
  run: () => Promise<void>
  undo: () => Promise<void>
}

function Footer({ found, bad, busy, run, undo, onClose, onAgain }: FooterProps) {
  const { saveFailed } = useSavedFiles()
  const { counts, state } = found
  const isUndoing = state === 'undoing'
  const [isUndoOpen, setUndoOpen] = useState(false)
  const unwrittenCount = counts.update + counts.create
  const writes = state === 'ready' || state === 'running'
  return (
    <div className="sheet-import-footer">
      <Button onClick={onClose}>{t('关闭')}</Button>
      {bad > 0 && state !== 'checking' && (
        <Button icon={<Icon name="download" />} disabled={busy} onClick={() => void saveFailed(found)}>
          {t('下载出错的行')}
        </Button>
      )}
      {found.undoable && (
        <Button danger disabled={busy} onClick={() => (isUndoing ? void undo() : setUndoOpen(true))}>
          {isUndoing ? t('继续撤销') : t('撤销')}
        </Button>
      )}
      {isUndoOpen && (
        <UndoWindow
          title={t('撤销导入“{name}”？', { name: found.fileName })}
          endpoint={recordImports.undoConsequences}
          id={found.id}
          createdByName={found.createdByName}
          at={found.runAt}
          onOk={async () => void undo()}
          onClose={() => setUndoOpen(false)}
        />
      )}
      {onAgain && (state === 'done' || state === 'undone' || (writes && unwrittenCount === 0)) && (
        <Button onClick={onAgain}>{t('重新上传')}</Button>
      )}
      {writes && unwrittenCount > 0 && (
        <Button type="primary" loading={busy} onClick={() => void run()}>
          {t('写入 {n} 行', { n: formatCount(unwrittenCount) })}
        </Button>
      )}
    </div>
  )
}
