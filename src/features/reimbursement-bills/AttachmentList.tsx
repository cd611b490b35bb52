import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useClient } from '#kit/clientContext.tsx'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { reported } from '#kit/ui/reported.tsx'
import type { Attachment } from './contractAttachments.ts'
import { attachments } from './contractAttachments.ts'
import './claims.css'

interface Props {
  files: readonly Attachment[]
  /** What can be done with each, beneath it. */
  act?: (file: Attachment) => ReactNode
}

/** Photos as small pictures that open large, papers as links that save them. */
export function AttachmentList({ files, act }: Props) {
  const [shown, setShown] = useState<Attachment | null>(null)
  if (files.length === 0) return null
  return (
    <>
      <ul className="claim-files">
        {files.map((file) => (
          <li key={file.id}>
            {file.type === 'application/pdf' ? (
              <Paper file={file} />
            ) : (
              <button
                type="button"
                onClick={() => setShown(file)}
                aria-label={t('查看{name}', { name: file.name })}
              >
                <Photo file={file} />
              </button>
            )}
            {act?.(file)}
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
        {shown && <Photo file={shown} large />}
      </Modal>
    </>
  )
}

/** A photo, fetched with the person's own right to see it. */
function Photo({ file, large }: { file: Attachment; large?: boolean }) {
  const client = useClient()
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const gone = new AbortController()
    let made: string | null = null
    client
      .download(attachments.get, { id: file.id }, { signal: gone.signal, skipErrorHandler: true })
      .then(({ blob }) => {
        if (gone.signal.aborted) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      })
      // A photo that does not come leaves its place, with its name.
      .catch(() => {})
    return () => {
      gone.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [client, file.id])
  const className = large ? 'claim-photo-large' : 'claim-photo'
  if (!url) return <span className={`${className} claim-photo-waiting`}>{file.name}</span>
  return <img className={className} src={url} alt={file.name} />
}

function Paper({ file }: { file: Attachment }) {
  const client = useClient()
  const save = async () => {
    try {
      const { name, blob } = await client.download(attachments.get, { id: file.id })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(blob)
      link.download = name
      link.click()
      URL.revokeObjectURL(link.href)
    } catch (error) {
      reported(error)
    }
  }
  return (
    <button
      type="button"
      className="claim-paper"
      onClick={() => void save()}
      aria-label={t('下载{name}', { name: file.name })}
    >
      <Icon name="file" size={20} />
      <small>{file.name}</small>
    </button>
  )
}
