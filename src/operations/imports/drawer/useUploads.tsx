import { useEffect, useMemo, useRef, useState } from 'react'
import { useClient } from '#kit/clientContext.tsx'
import { CallError } from '#kit/failures.ts'
import { t } from '#kit/text.ts'
import { createWorkQueue } from '#kit/workQueue.ts'
import { imports } from '#operations/imports/contract.ts'
import { failureFrom } from './failure.tsx'
import { type Choice, type FileEntry, withDefaults } from './rules.ts'

const MAX_CONCURRENT = 2
const MAX_BYTES = 20 * 1024 * 1024

type Change = (key: string, patch: Partial<FileEntry>) => void

/** Uploads of files for reading; the same object in every render. */
export interface Uploads {
  /** Uploads a file with the user's choices; `instead` is its earlier preview. */
  send: (key: string, file: File, choice: Choice, instead?: number) => void
  stop: (key: string) => void
}

/**
 * Uploads files for reading, two at a time; uploading a file again cancels its earlier upload. `defaults` is what the
 * opening screen knows: it is used only if the file lacks it, because the file's own data takes precedence.
 */
export function useUploads(change: Change, defaults: Choice): Uploads {
  const client = useClient()
  const running = useRunning()
  const [given] = useState(defaults)
  return useMemo(
    () => createUploads({ client, change, defaults: given, running: running.current }),
    [client, change, given, running],
  )
}

interface UploadParts {
  client: ReturnType<typeof useClient>
  change: Change
  defaults: Choice
  running: Map<string, AbortController>
}

function createUploads({ client, change, defaults, running }: UploadParts): Uploads {
  const queue = createWorkQueue(MAX_CONCURRENT)
  const stop = (key: string) => running.get(key)?.abort()

  const read = async (
    key: string,
    file: File,
    choice: Choice,
    signal: AbortSignal,
    instead?: number,
  ): Promise<void> => {
    change(key, { phase: 'reading' })
    try {
      if (file.size > MAX_BYTES) throw tooLarge(file)
      const preview = await client.call(imports.preview, formOf(choice, instead), {
        file,
        signal,
        messagePlace: 'inPage',
      })
      const completed = withDefaults(preview, choice, defaults)
      if (completed) return await read(key, file, completed, signal, preview.id)
      change(key, { phase: 'read', choice, preview, name: file.name })
    } catch (error) {
      if (!signal.aborted) change(key, { phase: 'failed', failure: failureFrom(error) })
    }
  }

  const send = (key: string, file: File, choice: Choice, instead?: number): void => {
    stop(key)
    const controller = new AbortController()
    running.set(key, controller)
    change(key, { phase: 'waiting', choice })
    void queue(async () => {
      if (!controller.signal.aborted) await read(key, file, choice, controller.signal, instead)
    })
  }
  return { send, stop }
}

/** The running uploads by file; they are aborted when the drawer is removed. */
function useRunning() {
  const running = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const all = running.current
    return () => {
      for (const controller of all.values()) controller.abort()
    }
  }, [])
  return running
}

function formOf({ storeId, on, mapping }: Choice, instead?: number) {
  return {
    ...(storeId !== undefined && { storeId }),
    ...(on !== undefined && { on }),
    ...(instead !== undefined && { instead }),
    ...(mapping && Object.keys(mapping).length > 0 && { mapping: JSON.stringify(mapping) }),
  }
}

function tooLarge(file: File): CallError {
  const text = t('文件有 {n} MB，超过 20 MB。请按店铺或按月分开导出后再选择。', {
    n: Math.ceil(file.size / 1024 / 1024),
  })
  return new CallError(text, { kind: 'message', level: 'error', text }, { kind: 'refused', status: 413 })
}
