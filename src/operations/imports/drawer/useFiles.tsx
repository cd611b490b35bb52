import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '#kit/clientContext.tsx'
import { refetchAll } from '#kit/query.tsx'
import { type ImportPreview, imports } from '#operations/imports/contract.ts'
import { failureFrom } from './failure.tsx'
import {
  type Choice,
  commitInput,
  type FileEntry,
  isIncluded,
  newEntry,
  nickKey,
  type Person,
} from './rules.ts'
import { useUploads } from './useUploads.tsx'

/** The files of an open import, and the actions on them. */
export interface Files {
  entries: FileEntry[]
  /** Adds files and uploads them; returns the names of those that are in the list already. */
  add: (files: readonly File[]) => string[]
  remove: (key: string) => void
  /** Uploads the file again with an additional choice. */
  choose: (key: string, choice: Choice) => void
  /** Uploads the file again without changes. */
  retry: (key: string) => void
  bind: (key: string, storeId: number | null, nick: string, person: Person | null) => void
  change: (key: string, patch: Partial<FileEntry>) => void
  /** Commits every file that can be written, one after another. */
  commit: () => Promise<void>
  undo: (entry: FileEntry) => Promise<void>
}

export function useFiles(defaults: Choice, opened?: ImportPreview): Files {
  const [entries, setEntries] = useState<FileEntry[]>(() => (opened ? [reopenedEntry(opened)] : []))
  const change = (key: string, patch: Partial<FileEntry>) =>
    setEntries((all) => all.map((entry) => (entry.key === key ? { ...entry, ...patch } : entry)))
  const uploads = useUploads(change, defaults)
  const commitActions = useCommitActions(entries, change)
  const uploadAgain = (key: string, choice: Choice) => {
    const entry = entries.find((each) => each.key === key)
    if (entry?.file) uploads.send(key, entry.file, choice, entry.preview?.id)
  }
  const choiceOf = (key: string) => entries.find((entry) => entry.key === key)?.choice ?? {}
  return {
    entries,
    add: (files) => {
      const existingKeys = new Set(entries.map(({ key }) => key))
      const newFiles = [...new Map(files.map((file) => [fileKey(file), file]))].filter(
        ([key]) => !existingKeys.has(key),
      )
      setEntries((all) => [...all, ...newFiles.map(([key, file]) => newEntry(key, file.name, file))])
      for (const [key, file] of newFiles) uploads.send(key, file, {})
      return files.filter((file) => existingKeys.has(fileKey(file))).map(({ name }) => name)
    },
    remove: (key) => {
      uploads.stop(key)
      setEntries((all) => all.filter((entry) => entry.key !== key))
    },
    choose: (key, choice) => uploadAgain(key, { ...choiceOf(key), ...choice }),
    retry: (key) => uploadAgain(key, choiceOf(key)),
    bind: (key, storeId, nick, person) => {
      const { [nickKey(storeId, nick)]: _, ...others } =
        entries.find((entry) => entry.key === key)?.people ?? {}
      change(key, { people: person ? { ...others, [nickKey(storeId, nick)]: person } : others })
    },
    change,
    ...commitActions,
  }
}

/** A file that is chosen twice has the same key. */
function fileKey({ name, size, lastModified }: File): string {
  return `${name}\n${size}\n${lastModified}`
}

function reopenedEntry(preview: ImportPreview): FileEntry {
  return { ...newEntry(`batch ${preview.id}`, preview.fileName), phase: 'read', preview }
}

type Change = (key: string, patch: Partial<FileEntry>) => void

/** Commits files one after another, and undoes them; each entry shows its own result. */
function useCommitActions(entries: readonly FileEntry[], change: Change) {
  const client = useClient()
  const queries = useQueryClient()
  const write = async (entry: FileEntry) => {
    const { key, preview } = entry
    if (!preview) return
    change(key, { phase: 'writing' })
    try {
      const input = commitInput({ ...entry, preview })
      const written = await client.call(imports.commit, input, { messagePlace: 'inPage' })
      change(key, { phase: 'written', written })
    } catch (error) {
      change(key, { phase: 'refused', failure: failureFrom(error) })
    }
  }
  return {
    commit: async () => {
      for (const entry of entries.filter(isIncluded)) await write(entry)
      void refetchAll(queries)
    },
    undo: async ({ key, written }: FileEntry) => {
      if (!written) return
      const { id, version } = written
      change(key, { written: { ...written, ...(await client.call(imports.undo, { id, version })) } })
      void refetchAll(queries)
    },
  }
}
