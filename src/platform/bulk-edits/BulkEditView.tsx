import { Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Facts } from '#kit/ui/Facts.tsx'
import { UndoWindow } from '#kit/ui/UndoWindow.tsx'
import { BulkRows } from './BulkRows.tsx'
import type { BulkEdit, RowState } from './contract.ts'
import { bulkEdits } from './contract.ts'
import { useBulkFields } from './useBulkFields.tsx'
import type { BulkStep } from './useBulkSteps.tsx'
import { useBulkSteps } from './useBulkSteps.tsx'
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
      <Footer {...{ edit, steps, onClose, onBack }} />
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
