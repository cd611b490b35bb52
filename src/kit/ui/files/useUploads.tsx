import { useState } from 'react'
import type { CallOptions } from '#kit/client.ts'
import { CallError, sentenceOf } from '#kit/failures.ts'
import { fetchWithProgress } from '#kit/fetchWithProgress.tsx'
import { MAX_FILE_BYTES, type StoredFile } from '#kit/files/storedFile.ts'
import { t } from '#kit/text.ts'

/** A file that is being sent, or one that failed; `problem` is then the reason. */
export interface Upload {
  key: number
  file: File
  share: number
  problem: string | null
}

export interface Uploads {
  list: readonly Upload[]
  /** Sends files one after the other; calls `onDone` with each stored file. */
  send: (files: readonly File[], onDone: (file: StoredFile) => void) => Promise<void>
  drop: (key: number) => void
}

let lastKey = 0

/** Sends photos and PDFs, one call per file: shrinks photos first and reports the progress. */
export function useUploads(call: (options: CallOptions) => Promise<StoredFile>): Uploads {
  const [list, setList] = useState<readonly Upload[]>([])
  const change = (key: number, changes: Partial<Upload>) =>
    setList((now) => now.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const drop = (key: number) => setList((now) => now.filter((one) => one.key !== key))
  const one = async ({ key, file: chosen }: Upload): Promise<StoredFile | null> => {
    const file = await shrinkPhoto(chosen)
    if (file.size > MAX_FILE_BYTES) {
      change(key, { problem: t('这个文件超过 10 MB，没有上传。请压缩后再选。') })
      return null
    }
    try {
      const send = fetchWithProgress((share) => change(key, { share }))
      const stored = await call({ file, messagePlace: 'inPage', send })
      drop(key)
      return stored
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
      const stored = await one(upload)
      if (stored) onDone(stored)
    }
  }
  return { list, send, drop }
}

/** Maximum length of a photo's longer side, in px; an invoice is still legible at this size. */
const MAX_SIDE = 2_000
const QUALITY = 0.82
/** A smaller PNG stays a PNG: most are screenshots, whose text a JPEG would blur. */
const SMALL_BYTES = 400 * 1024

/**
 * Reduces a photo to the size that its reader needs, rotates it upright and removes the phone's metadata on place and
 * time: even a small one is redrawn. A file that is no photo or cannot be drawn is returned unchanged; the server
 * decides on it.
 */
async function shrinkPhoto(file: File): Promise<File> {
  if (!file.type.startsWith('image/')) return file
  const [type, ending] =
    file.type === 'image/png' && file.size <= SMALL_BYTES ? ['image/png', '.png'] : ['image/jpeg', '.jpg']
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, QUALITY))
    if (!blob) return file
    return new File([blob], file.name.replace(/\.\w+$/, ending), { type })
  } catch {
    // The browser cannot draw this format.
    return file
  }
}
