import { App, Button, Drawer } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import type { ImportPreview } from '#operations/imports/contract.ts'
import { SetupFooter } from '#operations/imports/setup/SetupFooter.tsx'
import { type Setup, useSetup } from '#operations/imports/setup/useSetup.tsx'
import { useSetupRun } from '#operations/imports/setup/useSetupRun.tsx'
import { FilesView } from './FilesView.tsx'
import { type Tally, tally } from './fileStatus.ts'
import { keptText } from './keptText.ts'
import { ResultFooter, ResultView } from './ResultView.tsx'
import type { Choice, Choices, FileEntry } from './rules.ts'
import { type Files, useFiles } from './useFiles.tsx'
import { useProblemDownload } from './useProblemDownload.tsx'
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
  /** Files that were dropped on the opening screen. */
  files?: readonly File[]
  /** Stored previews to continue with. */
  previewIds?: readonly number[]
  /** Switches to the import of figures from before going live. */
  onPast?: () => void
}

/** 导入平台数据: choose files, complete what they lack, confirm, see the result. */
export function ImportDrawer({ open, onClose, onClosed, defaults = {}, onPast, ...given }: Props) {
  const files = useFiles({ defaults, ...given })
  const setup = useSetup(files)
  const runner = useSetupRun(files, setup)
  const { ended, commit, end, resume } = useCommitState(files, setup.choices)
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
        title={<DrawerTitle step={ended ? 4 : stepOf(entries, setup.choices)} />}
        footer={
          ended ? (
            <ResultFooter entries={entries} onContinue={resume} onClose={close} />
          ) : createsStores(setup) ? (
            <SetupFooter entries={entries} setup={setup} runner={runner} onClose={close} onImported={end} />
          ) : (
            <FilesFooter
              entries={entries}
              choices={setup.choices}
              writing={writing}
              onCancel={close}
              onCommit={commit}
            />
          )
        }
        placement={endSide()}
      >
        {ended ? (
          <ResultView files={files} owners={setup.choices.owners} runner={runner} onContinue={resume} />
        ) : (
          <FilesView files={files} setup={setup} runner={runner} onChoose={choose.open} onPast={onPast} />
        )}
        <DropTarget disabled={ended || writing} onFiles={choose.addFiles} />
        {choose.input}
      </Drawer>
    </TouchSize>
  )
}

/** Whether the import creates stores: the button then does both. */
function createsStores({ choices, drafts }: Setup): boolean {
  return choices.inBulk && [...drafts.values()].some(({ included }) => included)
}

/** Whether the commit has finished. Continuing removes the written files from the list. */
function useCommitState({ entries, commit, actions }: Files, choices: Choices) {
  const [ended, setEnded] = useState(false)
  return {
    ended,
    commit: async () => {
      await commit(choices)
      setEnded(true)
    },
    end: () => setEnded(true),
    resume: () => {
      for (const { key, phase } of entries) if (phase === 'written') actions.remove(key)
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
function stepOf(entries: readonly FileEntry[], choices: Choices): 1 | 2 | 3 {
  if (entries.length === 0) return 1
  const { busy, incomplete, failed, included } = tally(entries, choices)
  const writing = entries.some(({ phase }) => phase === 'writing')
  return writing || (busy + incomplete + failed === 0 && included > 0) ? 3 : 2
}

/** Asks before it closes with unwritten files; an unchanged reopened preview needs no question, as it stays stored. */
function useConfirmedClose(entries: readonly FileEntry[], onClose: () => void): () => void {
  const { modal } = App.useApp()
  const unwritten = entries.filter(({ phase, file }) => phase !== 'written' && file)
  return () => {
    if (unwritten.length === 0) return onClose()
    modal.confirm({
      title: t('还有 {n} 个文件没有导入', { n: unwritten.length }),
      content: [
        keptText(unwritten),
        t('关闭后，在这里选的店铺和客服不保留；文件在“导入记录”的“待确认”里，可以稍后继续。'),
      ]
        .filter(Boolean)
        .join(t('。')),
      okText: t('关闭'),
      okButtonProps: { danger: true },
      cancelText: t('继续处理'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: onClose,
    })
  }
}

interface DropTargetProps {
  disabled: boolean
  onFiles: (files: readonly File[]) => void
}

/**
 * Accepts files dropped anywhere in the window while the drawer is open; otherwise the browser would open a file
 * dropped outside the drawer. Shows a drop target while files are dragged over the window.
 */
function DropTarget({ disabled, onFiles }: DropTargetProps) {
  const { message } = App.useApp()
  const over = useFileDrop((data) => {
    const items = [...data.items].filter(({ kind }) => kind === 'file')
    const files = items.filter((item) => !item.webkitGetAsEntry()?.isDirectory)
    if (files.length < items.length) message.warning(t('文件夹不能直接导入，请打开后拖入里面的文件。'))
    if (!disabled) onFiles(files.flatMap((item) => item.getAsFile() ?? []))
  })
  if (!over || disabled) return null
  return (
    <div className="import-drop-veil" aria-hidden="true">
      <Icon name="upload" size={20} />
      {t('松开鼠标，加入这些文件')}
    </div>
  )
}

/** Returns whether files are dragged over the window; calls `onDrop` when they are dropped. */
function useFileDrop(onDrop: (data: DataTransfer) => void): boolean {
  const [over, setOver] = useState(false)
  const handle = useEffectEvent((event: DragEvent) => {
    const data = event.dataTransfer
    if (!data?.types.includes('Files')) return
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') onDrop(data)
  })
  useEffect(() => {
    const onDrag = (event: DragEvent) => handle(event)
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false)
    window.addEventListener('dragover', onDrag)
    window.addEventListener('drop', onDrag)
    window.addEventListener('dragleave', leave)
    return () => {
      window.removeEventListener('dragover', onDrag)
      window.removeEventListener('drop', onDrag)
      window.removeEventListener('dragleave', leave)
    }
  }, [])
  return over
}

interface FilesFooterProps {
  entries: readonly FileEntry[]
  choices: Choices
  writing: boolean
  onCancel: () => void
  onCommit: () => void
}

/** What the commit will write and what it will not, and the button that confirms it. */
function FilesFooter({ entries, choices, writing, onCancel, onCommit }: FilesFooterProps) {
  const count = tally(entries, choices)
  const problems = useProblemDownload()
  if (entries.length === 0) {
    return (
      <div className="import-foot-alone">
        <Button onClick={onCancel}>{t('取消')}</Button>
      </div>
    )
  }
  return (
    <div className="import-foot">
      <CommitSummary count={count} kept={keptText(entries)} />
      <div className="import-foot-acts">
        <Button onClick={onCancel} disabled={writing}>
          {t('取消')}
        </Button>
        {count.problemRows > 0 && (
          <Button loading={problems.busy} onClick={() => problems.download(entries)}>
            {t('下载问题行')}
          </Button>
        )}
        <Button
          type="primary"
          loading={writing}
          disabled={count.included === 0 || count.busy > 0}
          onClick={onCommit}
        >
          {count.included > 0 ? t('确认导入 {n} 个文件', { n: count.included }) : t('确认导入')}
        </Button>
      </div>
    </div>
  )
}

function CommitSummary({ count, kept }: { count: Tally; kept: string }) {
  const { included, rows } = count
  return (
    <div className="import-foot-words">
      <p>
        {included > 0 ? (
          <>
            {t('确认后写入')} <b>{t('{n} 个文件、{rows} 行', { n: included, rows: formatCount(rows) })}</b>
          </>
        ) : (
          t('还没有可以写入的文件')
        )}
        <span>{describeRemainder(count)}</span>
      </p>
      <p>{kept}</p>
    </div>
  )
}

/** What will not be written, and what can be completed later. */
function describeRemainder({ incomplete, failed, problemRows, openNicks }: Tally): string {
  const out = [
    incomplete > 0 && t('{n} 个文件还差一步', { n: incomplete }),
    failed > 0 && t('{n} 个文件不能导入', { n: failed }),
    problemRows > 0 && t('{n} 行有问题', { n: formatCount(problemRows) }),
  ].filter(Boolean)
  const parts = [
    out.length > 0 && [...out, out.length > 1 ? t('都不会写入') : t('不会写入')].join(t('，')),
    openNicks > 0 && t('{n} 个昵称以后再对应', { n: openNicks }),
  ].filter(Boolean)
  return parts.map((part) => t('；') + part).join('')
}

/** 选择文件 → 预检 → 确认 → 结果; phones show the current step only. */
function StepBar({ step }: { step: 1 | 2 | 3 | 4 }) {
  const names = [t('选择文件'), t('预检'), t('确认'), t('结果')]
  return (
    <ol className="import-steps">
      {names.map((name, index) => {
        const at = index + 1
        const state = at < step || step === 4 ? 'done' : at === step ? 'current' : 'next'
        return (
          <li
            key={name}
            className={`import-step import-step-${state}${at === step ? ' import-step-here' : ''}`}
            aria-current={at === step ? 'step' : undefined}
          >
            <span className="import-step-dot">{state === 'done' ? <Icon name="check" size={12} /> : at}</span>
            {name}
          </li>
        )
      })}
    </ol>
  )
}

const FILE_EXTENSIONS = '.xlsx,.xls,.csv,.txt'

interface FileChoice {
  /** Opens the system's file dialog. */
  open: () => void
  /** Adds files from elsewhere (dropped ones). */
  addFiles: (files: readonly File[]) => void
  /** Must be rendered somewhere in the drawer. */
  input: ReactNode
}

/** Adds files from the file dialog or by drop. Reports files that are in the list already and does not add them. */
function useFileChoice(add: (files: readonly File[]) => string[]): FileChoice {
  const { message } = App.useApp()
  const input = useRef<HTMLInputElement>(null)
  const addFiles = (files: readonly File[]) => {
    const duplicates = add(files)
    if (duplicates.length > 0) message.info(t('{names} 已在列表里', { names: duplicates.join(t('、')) }))
  }
  return {
    open: () => input.current?.click(),
    addFiles,
    input: (
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={FILE_EXTENSIONS}
        aria-label={t('选择平台导出的文件')}
        onChange={({ target }) => {
          addFiles([...(target.files ?? [])])
          // Allows the same file to be chosen again after it was removed.
          target.value = ''
        }}
      />
    ),
  }
}
