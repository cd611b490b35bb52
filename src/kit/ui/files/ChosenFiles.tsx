import { App, Button } from 'antd'
import { formatBytes } from '#kit/files/formatBytes.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { PhotoButton } from './PhotoButton.tsx'
import './files.css'

interface Props {
  id?: string | undefined
  files: readonly File[]
  /** Maximum number of files. */
  max: number
  onChange: (files: readonly File[]) => void
}

/** Files that were chosen and are sent later: name, size and a button to remove each. */
export function ChosenFiles({ id, files, max, onChange }: Props) {
  const { message } = App.useApp()
  const add = (more: readonly File[]) => {
    const all = [...files, ...more]
    if (all.length > max) void message.warning(t('最多 {n} 个文件，其余的没有选上。', { n: max }))
    onChange(all.slice(0, max))
  }
  return (
    <div className="chosen-files">
      {files.length > 0 && (
        <ul>
          {files.map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one file may be chosen twice
            <li key={at}>
              <Icon name="file" size={16} />
              <span className="kept-upload-name">{file.name}</span>
              <small>{formatBytes(file.size)}</small>
              <Button
                type="link"
                size="small"
                aria-label={t('移除 {name}', { name: file.name })}
                onClick={() => onChange(files.filter((other) => other !== file))}
              >
                {t('移除')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {files.length < max && <PhotoButton id={id} label={t('拍照或选文件')} onFiles={add} />}
    </div>
  )
}
