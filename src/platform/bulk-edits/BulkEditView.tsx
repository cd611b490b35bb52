import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Client } from '#kit/client.ts'
import { useClient } from '#kit/clientContext.tsx'
import { CallError } from '#kit/failures.ts'
import { formatCount } from '#kit/format.ts'
import { refetchAll, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { confirmPartialUndo } from '#kit/ui/confirmPartialUndo.tsx'
import { Facts } from '#kit/ui/Facts.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Pager } from '#kit/ui/list/Pager.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { UndoWindow } from '#kit/ui/UndoWindow.tsx'
import { useBatchedWork } from '#kit/ui/useBatchedWork.tsx'
import { type BulkEdit, type BulkRow, bulkEdits, type RowState } from './contract.ts'
import { recordPaths, rowStateNames, rowStateTones } from './rules.ts'
import { useBulkFields, valueText } from './useBulkFields.tsx'
import './bulkEdits.css'

interface Props {
  edit: BulkEdit
  onChange: (edit: BulkEdit) => void
  onClose: () => void
  /** Returns to the fields; absent if the edit was opened from the list. */
  onBack?: () => void
}

/** A bulk edit: its values, progress, the result per record, and the available steps. */
export function BulkEditView({ edit, onChange, onClose, onBack }: Props) {
  const { changesText } = useBulkFields()
  const steps = useBulkSteps(edit, onChange)
  const { check } = steps
  const begun = useRef(false)
  useEffect(() => {
    if (edit.state !== 'checking' || begun.current) return
    begun.current = true
    check()
  }, [edit.state, check])
  const all = Object.values(edit.counts).reduce((sum, count) => sum + count, 0)
  return (
    <div className="bulk-view">
      <Facts items={changesText(edit)} />
      <p className="bulk-headline" role="status" aria-live="polite">
        {headline(edit, all)}
      </p>
      {steps.busy && (
        <Progress percent={Math.floor((doneOf(edit, all, steps.way) / Math.max(all, 1)) * 100)} />
      )}
      {steps.busy && <p className="bulk-quiet">{t('关闭窗口会暂停，可在个人设置的“批量修改”里继续。')}</p>}
      {!steps.busy && <BulkRows key={edit.state} edit={edit} states={shownStates(edit)} />}
      <Footer edit={edit} steps={steps} onClose={onClose} onBack={onBack} />
    </div>
  )
}

interface FooterProps extends Pick<Props, 'edit' | 'onClose' | 'onBack'> {
  steps: ReturnType<typeof useBulkSteps>
}

function Footer({ edit, steps, onClose, onBack }: FooterProps) {
  const [isUndoOpen, setUndoOpen] = useState(false)
  const isUndoing = edit.state === 'undoing'
  return (
    <div className="bulk-footer bulk-actions">
      <Button onClick={onClose}>{t('关闭')}</Button>
      {edit.state === 'ready' && onBack && <Button onClick={onBack}>{t('返回修改')}</Button>}
      {edit.undoable && (
        <Button
          danger
          disabled={steps.busy}
          onClick={() => (isUndoing ? void steps.undo() : setUndoOpen(true))}
        >
          {isUndoing ? t('继续撤销') : t('撤销')}
        </Button>
      )}
      {isUndoOpen && (
        <UndoWindow
          title={t('撤销这次批量修改？')}
          endpoint={bulkEdits.undoConsequences}
          id={edit.id}
          createdByName={edit.createdByName}
          at={edit.runAt}
          onOk={async () => void steps.undo()}
          onClose={() => setUndoOpen(false)}
        />
      )}
      {(edit.state === 'ready' || edit.state === 'running') && (
        <Button
          type="primary"
          loading={steps.busy}
          disabled={edit.counts.ready === 0}
          onClick={() => void steps.run()}
        >
          {edit.state === 'ready' ? t('修改 {n} 条', { n: formatCount(edit.counts.ready) }) : t('继续写入')}
        </Button>
      )}
    </div>
  )
}

/** For example 将影响 132 条，4 条将跳过. */
function headline({ state, counts }: BulkEdit, all: number): string {
  const n = (key: RowState) => formatCount(counts[key])
  switch (state) {
    case 'checking':
      return t('正在预检 {done}/{all}', { done: formatCount(all - counts.waiting), all: formatCount(all) })
    case 'ready':
      return t('将影响 {n} 条，{skipped} 条将跳过', { n: n('ready'), skipped: n('skipped') })
    case 'running':
      return t('已修改 {n} 条，还有 {rest} 条', { n: n('done'), rest: n('ready') })
    case 'undoing':
      return t('已撤销 {n} 条，还有 {rest} 条', { n: n('undone'), rest: n('done') })
    case 'undone':
      return t('已撤销 {n} 条，{kept} 条没有撤销', { n: n('undone'), kept: n('kept') })
    default:
      return t('成功 {ok}，失败 {bad}，跳过 {skipped}', {
        ok: n('done'),
        bad: n('failed'),
        skipped: n('skipped'),
      })
  }
}

/** The number of processed records in the step `way`; `edit.state` lags behind it until the first response. */
function doneOf({ counts }: BulkEdit, all: number, way: BulkStep): number {
  if (way === 'check') return all - counts.waiting
  return way === 'undo' ? all - counts.done : all - counts.ready
}

/** The row states to show: those skipped, failed or kept if there are any; otherwise all. */
function shownStates({ state, counts }: BulkEdit): RowState[] {
  const wrong: RowState[] = state === 'undone' ? ['kept'] : ['skipped', 'failed']
  return wrong.some((key) => counts[key] > 0) ? wrong : []
}

/** The records of an edit, page by page, with result and previous values. */
function BulkRows({ edit, states }: { edit: BulkEdit; states: RowState[] }) {
  const [page, setPage] = useState({ current: 1, pageSize: 20 })
  const query = { id: edit.id, ...(states.length > 0 ? { state: states } : {}), ...page }
  const enabled = edit.state !== 'checking'
  const call = useCall(bulkEdits.rows, query, {
    keepRows: true,
    messagePlace: 'inPage',
    enabled,
    staleTime: 0,
  })
  return (
    <Loaded call={call} skeleton={enabled ? <TextSkeleton rows={4} /> : null}>
      {({ items, total }) => (
        <>
          <ul className="bulk-rows">
            {items.map((row) => (
              <Row key={row.recordId} row={row} edit={edit} />
            ))}
          </ul>
          {total > page.pageSize && <Pager {...page} total={total} onPage={setPage} />}
        </>
      )}
    </Loaded>
  )
}

function Row({ row, edit }: { row: BulkRow; edit: BulkEdit }) {
  const { state, problem, recordId } = row
  return (
    <li>
      <span className="bulk-row-name">
        <Link to={`${recordPaths[edit.entity]}/${recordId}`}>
          {row.name || t('编号 {n}', { n: recordId })}
        </Link>
        <StatusTag tone={rowStateTones[state]} label={t(rowStateNames[state])} />
      </span>
      <small>{problem ?? <Before row={row} edit={edit} />}</small>
    </li>
  )
}

/** For example 原值：合同结束日期 2026-12-31. */
function Before({ row: { before }, edit: { entity } }: { row: BulkRow; edit: BulkEdit }) {
  const { fieldsOf, labelOf } = useBulkFields()
  // An id of another record means nothing to the user without a name.
  const shownValues = Object.entries(before ?? {}).filter(([key]) => !key.endsWith('Id'))
  if (shownValues.length === 0) return null
  const values = shownValues.map(
    ([key, value]) => `${labelOf(entity, key)} ${valueText(fieldsOf(entity), key, value)}`,
  )
  return t('原值：{values}', { values: values.join(t('、')) })
}

/** The step of a bulk edit that runs in parts. */
type BulkStep = 'check' | 'run' | 'undo'

/** The steps of a bulk edit, each requested part by part; `way` is the step started last. */
function useBulkSteps(edit: BulkEdit, onChange: (edit: BulkEdit) => void) {
  const { id } = edit
  const [way, setWay] = useState<BulkStep>('check')
  const client = useClient()
  const queries = useQueryClient()
  const { modal } = App.useApp()
  const { busy, run } = useBatchedWork()
  const reportChange = async (request: () => Promise<BulkEdit>): Promise<BulkEdit> => {
    const newer = await request()
    onChange(newer)
    return newer
  }
  const write = async (request: () => Promise<BulkEdit>, end: BulkEdit['state']) => {
    await run(
      () => reportChange(request),
      ({ state }) => state === end,
    )
    await refetchAll(queries)
  }
  const undoRest = () => write(() => client.call(bulkEdits.undo, { id, onlyUnchanged: true }), 'undone')
  const undo = async () => {
    setWay('undo')
    await write(() => undoBatch(client, id, (error) => confirmPartialUndo(modal, error, undoRest)), 'undone')
  }
  return {
    busy,
    way,
    check: () =>
      void run(
        () => reportChange(() => client.call(bulkEdits.check, { id })),
        ({ state }) => state !== 'checking',
      ),
    run: () => {
      setWay('run')
      return write(() => client.call(bulkEdits.run, { id }), 'done')
    },
    undo,
  }
}

/** Undoes the next records; calls `onChanged` if records were changed since. */
async function undoBatch(
  client: Client,
  id: number,
  onChanged: (error: CallError) => void,
): Promise<BulkEdit> {
  try {
    return await client.call(bulkEdits.undo, { id }, { messagePlace: 'inPage' })
  } catch (error) {
    if (error instanceof CallError && error.code === 'CONFLICT') onChanged(error)
    else if (error instanceof CallError) client.report(error)
    throw error
  }
}
