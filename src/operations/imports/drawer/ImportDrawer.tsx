import { App, Drawer } from 'antd'
import { useState } from 'react'
import { t } from '#kit/text.ts'
import { endSide } from '#kit/ui/side.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import type { ImportPreview } from '#operations/imports/contract.ts'
import { DropTarget } from './DropTarget.tsx'
import { FilesFooter } from './FilesFooter.tsx'
import { FilesView } from './FilesView.tsx'
import { tally } from './fileStatus.ts'
import { ResultFooter, ResultView } from './ResultView.tsx'
import type { Choice, FileEntry } from './rules.ts'
import { StepBar } from './StepBar.tsx'
import { useFileChoice } from './useFileChoice.tsx'
import type { Files } from './useFiles.tsx'
import { useFiles } from './useFiles.tsx'
import './ImportDrawer.css'

interface Props {
  open: boolean
  onClose: () => void
  /** Called when the drawer has disappeared from the screen. */
  onClosed: () => void
  /** The store and day that the opening screen knows. */
  defaults?: Choice
  /** An earlier preview to continue with. */
  opened?: ImportPreview
  /** Switches to the import of figures from before going live. */
  onPast?: () => void
}

/** 导入平台数据: choose files, complete what they lack, confirm, see the result. */
export function ImportDrawer({ open, onClose, onClosed, defaults = {}, opened, onPast }: Props) {
  const files = useFiles(defaults, opened)
  const { ended, commit, resume } = useCommitState(files)
  const choose = useFileChoice(files.add)
  const { entries } = files
  const writing = entries.some(({ phase }) => phase === 'writing')
  const close = useConfirmedClose(entries, onClose)
  return (
    <TouchSize>
      <Drawer
        open={open}
        onClose={writing ? undefined : close}
        afterOpenChange={(shown) => !shown && onClosed()}
        size="min(1120px, 100vw)"
        rootClassName="import-drawer"
        title={<DrawerTitle step={ended ? 4 : stepOf(entries)} />}
        footer={
          ended ? (
            <ResultFooter entries={entries} onContinue={resume} onClose={close} />
          ) : (
            <FilesFooter entries={entries} writing={writing} onCancel={close} onCommit={commit} />
          )
        }
        placement={endSide()}
      >
        {ended ? (
          <ResultView files={files} onContinue={resume} />
        ) : (
          <FilesView files={files} onChoose={choose.open} onPast={onPast} />
        )}
        <DropTarget disabled={ended || writing} onFiles={choose.addFiles} />
        {choose.input}
      </Drawer>
    </TouchSize>
  )
}

/** Whether the commit has finished. Continuing removes the written files from the list. */
function useCommitState({ entries, commit, remove }: Files) {
  const [ended, setEnded] = useState(false)
  return {
    ended,
    commit: async () => {
      await commit()
      setEnded(true)
    },
    resume: () => {
      for (const { key, phase } of entries) if (phase === 'written') remove(key)
      setEnded(false)
    },
  }
}

function DrawerTitle({ step }: { step: 1 | 2 | 3 | 4 }) {
  return (
    <div className="import-head">
      <span>{t('导入平台数据')}</span>
      <StepBar step={step} />
    </div>
  )
}

/** 1 choose, 2 complete, 3 confirm: the third step starts when nothing is missing any more. */
function stepOf(entries: readonly FileEntry[]): 1 | 2 | 3 {
  if (entries.length === 0) return 1
  const { busy, incomplete, failed, included } = tally(entries)
  const writing = entries.some(({ phase }) => phase === 'writing')
  return writing || (busy + incomplete + failed === 0 && included > 0) ? 3 : 2
}

/** Asks before it closes with unwritten files; an unchanged reopened preview needs no question, as it stays stored. */
function useConfirmedClose(entries: readonly FileEntry[], onClose: () => void): () => void {
  const { modal } = App.useApp()
  const unwritten = entries.filter(
    ({ phase, file, people }) => phase !== 'written' && (file || Object.keys(people).length > 0),
  )
  return () => {
    if (unwritten.length === 0) return onClose()
    modal.confirm({
      title: t('还有 {n} 个文件没有导入', { n: unwritten.length }),
      content: t(
        '关闭后，在这里选的客服不保留；读出来的文件会留在“客服工作日志”的“待确认”里，可以稍后继续。',
      ),
      okText: t('关闭'),
      okButtonProps: { danger: true },
      cancelText: t('继续处理'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: onClose,
    })
  }
}
