import { useState } from 'react'
import { useClient } from '#kit/clientContext.tsx'
import { CallError, sentenceOf } from '#kit/failures.ts'
import { fetchTelling } from '#kit/fetchTelling.tsx'
import { t } from '#kit/text.ts'
import type { Attachment } from './contractAttachments.ts'
import { attachments, MAX_ATTACHMENT_BYTES } from './contractAttachments.ts'
import { shrinkPhoto } from './shrinkPhoto.tsx'

/** A file on its way, or one that did not arrive: then with why. */
export interface Upload {
  key: number
  file: File
  share: number
  problem: string | null
}

export interface Uploads {
  list: readonly Upload[]
  /** Sends files one after the other; each that has arrived is handed to `onDone`. */
  send: (files: readonly File[], onDone: (attachment: Attachment) => void) => Promise<void>
  drop: (key: number) => void
}

let lastKey = 0

/** Sends photos and papers of a claim: made smaller first, with how far each is. */
export function useUploads(claimId: number): Uploads {
  const client = useClient()
  const [list, setList] = useState<readonly Upload[]>([])
  const change = (key: number, changes: Partial<Upload>) =>
    setList((now) => now.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const drop = (key: number) => setList((now) => now.filter((one) => one.key !== key))
  const one = async ({ key, file: chosen }: Upload): Promise<Attachment | null> => {
    const file = await shrinkPhoto(chosen)
    if (file.size > MAX_ATTACHMENT_BYTES) {
      change(key, { problem: t('这个文件超过 10 MB，没有上传。请压缩后再选。') })
      return null
    }
    try {
      const send = fetchTelling((share) => change(key, { share }))
      const options = { file, skipErrorHandler: true, send }
      const attachment = await client.call(attachments.add, { id: claimId }, options)
      drop(key)
      return attachment
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      change(key, { problem: sentenceOf(error.notice) || error.message })
      return null
    }
  }
  const send: Uploads['send'] = async (files, onDone) => {
    const added = files.map((file) => {
      lastKey += 1
      return { key: lastKey, file, share: 0, problem: null }
    })
    setList((now) => [...now, ...added])
    for (const upload of added) {
      const attachment = await one(upload)
      if (attachment) onDone(attachment)
    }
  }
  return { list, send, drop }
}
