import { Modal } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import type * as z from 'zod'
import { useClient } from '#kit/clientContext.tsx'
import type { Endpoint } from '#kit/contract.ts'
import { CallError } from '#kit/failures.ts'
import type { StoredFile } from '#kit/files/storedFile.ts'
import { t } from '#kit/text.ts'
import { failureMessage, loadFailureText } from '#kit/ui/FailureDetails.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import './files.css'

/** An endpoint that returns a stored file by its id. */
export type FileEndpoint = Endpoint & { input: z.ZodType<{ id: string }, { id: string }> }

interface Props {
  /** Returns each file; it checks the reader's permission. */
  endpoint: FileEndpoint
  files: readonly StoredFile[]
  /** Actions shown below each file. */
  renderAction?: (file: StoredFile) => ReactNode
}

/** Photos as thumbnails that open large, PDFs as buttons that save them. */
export function FileList({ endpoint, files, renderAction }: Props) {
  const [shown, setShown] = useState<StoredFile | null>(null)
  if (files.length === 0) return null
  return (
    <>
      <ul className="kept-files">
        {files.map((file) => (
          <li key={file.id}>
            {file.type === 'application/pdf' ? (
              <Paper endpoint={endpoint} file={file} />
            ) : (
              <button
                type="button"
                onClick={() => setShown(file)}
                aria-label={t('查看{name}', { name: file.name })}
              >
                <Photo endpoint={endpoint} file={file} />
              </button>
            )}
            {renderAction?.(file)}
          </li>
        ))}
      </ul>
      <Modal
        open={shown !== null}
        onCancel={() => setShown(null)}
        footer={null}
        title={shown?.name}
        width="min(920px, 96vw)"
        destroyOnHidden
      >
        {shown && <Photo endpoint={endpoint} file={shown} large />}
      </Modal>
    </>
  )
}

interface FileProps {
  endpoint: FileEndpoint
  file: StoredFile
}

/** A photo, fetched with the user's own session. */
function Photo({ endpoint, file, large }: FileProps & { large?: boolean }) {
  const client = useClient()
  const [url, setUrl] = useState<string | null>(null)
  const [error, setError] = useState<CallError | null>(null)
  useEffect(() => {
    const gone = new AbortController()
    let made: string | null = null
    client
      .download(endpoint, { id: file.id }, { signal: gone.signal, messagePlace: 'inPage' })
      .then(({ blob }) => {
        if (gone.signal.aborted) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      })
      .catch((failure: unknown) => {
        if (gone.signal.aborted) return
        if (!(failure instanceof CallError)) throw failure
        setError(failure)
      })
    return () => {
      gone.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [client, endpoint, file.id])
  const className = large ? 'kept-photo-large' : 'kept-photo'
  if (!url) {
    return (
      <span
        className={`${className} kept-photo-waiting`}
        title={error ? `${loadFailureText(error)} ${failureMessage(error)}` : undefined}
      >
        {error ? t('{name}没有加载成功', { name: file.name }) : file.name}
      </span>
    )
  }
  return <img className={className} src={url} alt={file.name} />
}

function Paper({ endpoint, file }: FileProps) {
  const client = useClient()
  const save = async () => {
    try {
      const { name, blob } = await client.download(endpoint, { id: file.id })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(blob)
      link.download = name
      link.click()
      URL.revokeObjectURL(link.href)
    } catch (error) {
      ignoreShownErrors(error)
    }
  }
  return (
    <button
      type="button"
      className="kept-paper"
      onClick={() => void save()}
      aria-label={t('下载{name}', { name: file.name })}
    >
      <Icon name="file" size={20} />
      <small>{file.name}</small>
    </button>
  )
}
