import { Button, Progress } from 'antd'
import { t } from '#kit/text.ts'
import type { Upload, Uploads } from './useUploads.tsx'
import './files.css'

interface Props {
  uploads: Uploads
  /** Retries a failed upload. */
  onRetry: (upload: Upload) => void
}

/** Uploads in progress, and failed ones with the reason and a button to retry. */
export function UploadList({ uploads, onRetry }: Props) {
  if (uploads.list.length === 0) return null
  return (
    <ul className="kept-uploads" aria-live="polite">
      {uploads.list.map((upload) => (
        <li key={upload.key}>
          <span className="kept-upload-name">{upload.file.name}</span>
          {upload.problem === null ? (
            <Progress
              percent={Math.round(upload.share * 100)}
              size="small"
              aria-label={t('正在上传{name}', { name: upload.file.name })}
            />
          ) : (
            <>
              <span className="kept-wrong">{upload.problem}</span>
              <Button type="link" onClick={() => onRetry(upload)}>
                {t('重新上传')}
              </Button>
              <Button type="link" onClick={() => uploads.drop(upload.key)}>
                {t('不传了')}
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
