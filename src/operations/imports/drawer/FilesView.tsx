import { Button } from 'antd'
import { useState } from 'react'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { FileList } from './FileList.tsx'
import { FilePreview } from './FilePreview.tsx'
import { FirstChoice } from './FirstChoice.tsx'
import { tally } from './fileStatus.ts'
import { HeaderMapping } from './HeaderMapping.tsx'
import type { FileEntry } from './rules.ts'
import { TemplateMenu } from './TemplateMenu.tsx'
import type { Files } from './useFiles.tsx'

interface Props {
  files: Files
  onChoose: () => void
  onPast: (() => void) | undefined
}

/** The list of files, and the preview of one of them. */
export function FilesView({ files, onChoose, onPast }: Props) {
  const [shown, setShown] = useState<string>()
  const [mapping, setMapping] = useState<FileEntry | null>(null)
  const { entries } = files
  if (entries.length === 0) return <FirstChoice onChoose={onChoose} onPast={onPast} />
  const readable = entries.filter(({ phase, preview }) => phase === 'read' && preview)
  const current = readable.find(({ key }) => key === shown) ?? readable[0]
  return (
    <div className="import-files-view">
      <div className="import-bar">
        <p>
          <b>{t('{n} 个文件', { n: entries.length })}</b>
          <span role="status">{progressOf(entries)}</span>
        </p>
        <TemplateMenu />
        <Button icon={<Icon name="plus" />} onClick={onChoose}>
          {t('添加文件')}
        </Button>
      </div>
      <FileList files={files} current={current?.key} onShow={setShown} onMap={setMapping} />
      {current?.preview && (
        <FilePreview
          key={current.key}
          files={files}
          entry={current}
          preview={current.preview}
          onMap={() => setMapping(current)}
        />
      )}
      <HeaderMapping
        entry={mapping}
        onClose={() => setMapping(null)}
        onDone={(key, choice) => files.choose(key, { mapping: choice })}
      />
    </div>
  )
}

/** The progress of the files as text, which screen readers announce. */
function progressOf(entries: readonly FileEntry[]): string {
  const { files, busy, included, incomplete, failed } = tally(entries)
  if (entries.some(({ phase }) => phase === 'writing')) return t('正在写入，请不要关闭窗口')
  if (busy > 0) return t('正在预检，已完成 {n}/{all}', { n: files - busy, all: files })
  const parts = [
    included > 0 && t('{n} 个可导入', { n: included }),
    incomplete > 0 && t('{n} 个还差一步', { n: incomplete }),
    failed > 0 && t('{n} 个不能导入', { n: failed }),
  ]
  return parts.filter(Boolean).join(t('，'))
}
