import { useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Client } from '#kit/client.ts'
import { useClient } from '#kit/clientContext.tsx'
import { CallError } from '#kit/failures.ts'
import { formatCount } from '#kit/format.ts'
import { refetchAll, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { confirmPartialUndo } from '#kit/ui/confirmPartialUndo.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { SheetCounts } from '#kit/ui/sheets/SheetCounts.tsx'
import { type SheetRowNote, SheetRows } from '#kit/ui/sheets/SheetRows.tsx'
import { UnreadHeaders } from '#kit/ui/sheets/UnreadHeaders.tsx'
import { UndoWindow } from '#kit/ui/UndoWindow.tsx'
import { useBatchedWork } from '#kit/ui/useBatchedWork.tsx'
import {
  type FirstPassword,
  type ImportRow,
  type ImportRowState,
  type RecordImport,
  recordImports,
} from './contract.ts'
import { problemText } from './resultSheets.ts'
import { rowStateNames, rowStateTones } from './rules.ts'
import { useSavedFiles } from './useSavedFiles.tsx'

interface Props {
  found: RecordImport
  onChange: (found: RecordImport) => void
  onClose: () => void
  /** Returns to the upload; absent if the import was opened from the list. */
  onAgain?: () => void
}

const BAD: ImportRowState[] = ['error', 'conflict', 'failed']

/** The rows to list: those with a problem or a note, or after an undo those that it left; null if there are none. */
function listedRows({ state, counts, noted }: RecordImport): RowFilter | null {
  if (state === 'undone' && counts.kept + counts.skipped > 0) return { state: ['kept', 'skipped'] }
  const bad = BAD.reduce((sum, key) => sum + counts[key], 0)
  return bad + noted > 0 ? { noted: 'true' } : null
}

type RowFilter = { state: ImportRowState[] } | { noted: 'true' }

/** Whether the preview found only records that are as in the sheet. */
const isUnchanged = ({ state, counts, noted }: RecordImport) =>
  state === 'ready' && noted === 0 && Object.entries(counts).every(([key, n]) => key === 'same' || n === 0)

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
  const listed = listedRows(found)
  return (
    <div className="sheet-import">
      <p className="sheet-import-file">{found.fileName}</p>
      <SheetCounts
        counts={(Object.keys(rowStateNames) as ImportRowState[]).map((key) => ({
          label: t(rowStateNames[key]),
          tone: rowStateTones[key],
          count: counts[key],
        }))}
      />
      <UnreadHeaders headers={unknownHeaders} />
      {busy && <Working found={found} way={way} />}
      {!busy && isUnchanged(found) && (
        <Alert
          type="success"
          showIcon
          title={t('{n} 行都和现有资料一样，没有要写入的。', { n: formatCount(counts.same) })}
        />
      )}
      {passwords.length > 0 && <Passwords passwords={passwords} />}
      {!busy && state !== 'checking' && listed && <ImportRows key={state} found={found} filter={listed} />}
      <Footer found={found} bad={bad} busy={busy} run={run} undo={undo} onClose={onClose} onAgain={onAgain} />
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
        {t('关闭窗口会暂停；写入到一半的，可在个人设置的“资料导入”里继续。')}{' '}
        <Link to="/account/settings?tab=record-imports">{t('打开资料导入')}</Link>
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

/** Rows by row number of the sheet, with their problems and notes. */
function ImportRows({ found, filter }: { found: RecordImport; filter: RowFilter }) {
  const [page, setPage] = useState({ current: 1, pageSize: 20 })
  const call = useCall(
    recordImports.rows,
    { id: found.id, ...filter, ...page },
    { keepRows: true, messagePlace: 'inPage', staleTime: 0 },
  )
  return (
    <Loaded call={call} skeleton={<TextSkeleton rows={4} />}>
      {({ items, total }) => (
        <SheetRows rows={items.map(toRowNote)} total={total} page={page} onPage={setPage} />
      )}
    </Loaded>
  )
}

function toRowNote({ row, name, state, problem }: ImportRow): SheetRowNote {
  return {
    row,
    name,
    tone: rowStateTones[state],
    label: t(rowStateNames[state]),
    note: problemText(problem),
  }
}

/** The step of an import that runs in parts. */
type ImportStep = 'check' | 'run' | 'undo'

/**
 * The steps of an import, each requested part by part; `way` is the step started last. `onPasswords` receives the
 * passwords of new people with each part.
 */
function useImportSteps(
  opened: RecordImport,
  onChange: (found: RecordImport) => void,
  onPasswords: (passwords: FirstPassword[]) => void,
) {
  const [way, setWay] = useState<ImportStep>('check')
  const client = useClient()
  const queries = useQueryClient()
  const { modal } = App.useApp()
  const { busy, run } = useBatchedWork()
  const reportChange = (found: RecordImport) => {
    onChange(found)
    return found
  }
  const runBatch = async () => {
    const { passwords, ...found } = await client.call(recordImports.run, { id: opened.id })
    onPasswords(passwords)
    return reportChange(found)
  }
  const check = () =>
    void run(
      async () => reportChange(await client.call(recordImports.check, { id: opened.id })),
      ({ state }) => state !== 'checking',
    )
  const write = async () => {
    setWay('run')
    await run(runBatch, ({ state }) => state === 'done')
    await refetchAll(queries)
  }
  const confirmRest = (error: CallError) => confirmPartialUndo(modal, error, () => undoRows(true))
  const undoRows = async (onlyUnchanged: boolean): Promise<void> => {
    setWay('undo')
    await run(
      async () => reportChange(await undoBatch(client, { id: opened.id, onlyUnchanged }, confirmRest)),
      ({ state }) => state === 'undone',
    )
    await refetchAll(queries)
  }
  return { busy, way, check, run: write, undo: () => undoRows(false) }
}

/** Undoes the next rows; calls `onChanged` if records were changed or used since. */
async function undoBatch(
  client: Client,
  input: { id: number; onlyUnchanged: boolean },
  onChanged: (error: CallError) => void,
): Promise<RecordImport> {
  try {
    return await client.call(recordImports.undo, input, { messagePlace: 'inPage' })
  } catch (error) {
    if (error instanceof CallError && error.code === 'CONFLICT') onChanged(error)
    else if (error instanceof CallError) client.report(error)
    throw error
  }
}
