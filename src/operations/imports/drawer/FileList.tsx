import { t } from '#kit/text.ts'
import { FileRow } from './FileRow.tsx'
import type { FileEntry } from './rules.ts'
import type { Files } from './useFiles.tsx'
import './FileList.css'

interface Props {
  files: Files
  /** The file whose preview is shown. */
  current: string | undefined
  onShow: (key: string) => void
  onMap: (entry: FileEntry) => void
}

/** A row for each file, with what was found in it and what is still missing. */
export function FileList({ files, current, onShow, onMap }: Props) {
  return (
    <div className="import-box">
      <table className="import-files">
        <thead>
          <tr>
            <th scope="col">{t('文件')}</th>
            <th scope="col">{t('平台')}</th>
            <th scope="col">{t('店铺')}</th>
            <th scope="col">{t('日期')}</th>
            <th scope="col">{t('内容')}</th>
            <th scope="col">{t('预检')}</th>
            <th scope="col">{t('操作')}</th>
          </tr>
        </thead>
        <tbody>
          {files.entries.map((entry) => (
            <FileRow
              key={entry.key}
              entry={entry}
              files={files}
              current={entry.key === current}
              onShow={() => onShow(entry.key)}
              onMap={() => onMap(entry)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
