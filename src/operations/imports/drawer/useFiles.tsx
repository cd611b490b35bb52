import { useQueryClient } from '@tanstack/react-query'
import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useClient } from '#kit/clientContext.tsx'
import { refetchAll } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { createWorkQueue } from '#kit/workQueue.ts'
import { type ImportPreview, imports } from '#operations/imports/contract.ts'
import { failureFrom } from './failure.tsx'
import {
  type Choice,
  type Choices,
  commitInput,
  type FileEntry,
  isIncluded,
  newEntry,
  nickKey,
  type Person,
  type Place,
} from './rules.ts'
import { type Uploads, useUploads } from './useUploads.tsx'

const MAX_CONCURRENT_READS = 4

type Change = (key: string, patch: Partial<FileEntry>) => void

/** The owners that the user chose, by `nickKey`; null if the user decides later, whatever is proposed. */
export type People = Readonly<Record<string, Person | null>>

/** The actions on one file; the same object in every render, so that the row of an unchanged file is not rendered again. */
export interface FileActions {
  remove: (key: string) => void
  /** Uploads the file again with an additional choice, or loads its preview again. */
  choose: (entry: FileEntry, choice: Choice) => void
  /** Uploads the file again without changes, or loads its preview again. */
  retry: (entry: FileEntry) => void
  /** Sets the owner of a nick of a store, for all files; undefined returns to the proposal. */
  bind: (place: Place, nick: string, person: Person | null | undefined) => void
  change: Change
}

/** The files of an open import, and the actions on them. */
export interface Files {
  entries: FileEntry[]
  people: People
  actions: FileActions
  /** Adds files and uploads them; returns the names of those that are in the list already. */
  add: (files: readonly File[]) => string[]
  /** Loads stored previews: those of the entries again, others as new entries. */
  load: (ids: readonly number[]) => Promise<void>
  /** Commits every file that can be written, one after another. */
  commit: (choices: Choices) => Promise<void>
  undo: (entry: FileEntry) => Promise<void>
}

/** What an import begins with. */
export interface Opening {
  /** What the opening screen knows; used if a file lacks it. */
  defaults: Choice
  /** An earlier preview to continue with. */
  opened?: ImportPreview | undefined
  /** Files that were dropped on the opening screen. */
  files?: readonly File[] | undefined
  /** Stored previews to continue with. */
  previewIds?: readonly number[] | undefined
}

export function useFiles(opening: Opening): Files {
  const { opened, previewIds = [], files: given } = opening
  const [entries, setEntries] = useState<FileEntry[]>(() =>
    opened ? [reopenedEntry(opened)] : previewIds.map(storedEntry),
  )
  const [people, setPeople] = useState<People>({})
  const change = useCallback<Change>(
    (key, patch) =>
      setEntries((all) => all.map((entry) => (entry.key === key ? { ...entry, ...patch } : entry))),
    [],
  )
  const uploads = useUploads(change, opening.defaults)
  const load = useStoredPreviews(setEntries)
  const commitActions = useCommitActions(entries, change)
  const actions = useMemo(
    () => fileActions({ setEntries, setPeople, change, uploads, load }),
    [change, uploads, load],
  )
  const add = (files: readonly File[]) => {
    const existingKeys = new Set(entries.map(({ key }) => key))
    const newFiles = [...new Map(files.map((file) => [fileKey(file), file]))].filter(
      ([key]) => !existingKeys.has(key),
    )
    setEntries((all) => [...all, ...newFiles.map(([key, file]) => newEntry(key, file.name, file))])
    for (const [key, file] of newFiles) uploads.send(key, file, {})
    return files.filter((file) => existingKeys.has(fileKey(file))).map(({ name }) => name)
  }
  useOnce(() => {
    if (given && given.length > 0) add(given)
    if (previewIds.length > 0) void load(previewIds)
  })
  return { entries, people, actions, add, load, ...commitActions }
}

interface ActionParts {
  setEntries: Dispatch<SetStateAction<FileEntry[]>>
  setPeople: Dispatch<SetStateAction<People>>
  change: Change
  uploads: Uploads
  load: Files['load']
}

function fileActions({ setEntries, setPeople, change, uploads, load }: ActionParts): FileActions {
  const sendAgain = (entry: FileEntry, choice: Choice) => {
    if (entry.file) uploads.send(entry.key, entry.file, choice, entry.preview?.id)
    else void load([previewIdOf(entry) ?? 0])
  }
  return {
    remove: (key) => {
      uploads.stop(key)
      setEntries((all) => all.filter((entry) => entry.key !== key))
    },
    choose: (entry, choice) => sendAgain(entry, { ...entry.choice, ...choice }),
    retry: (entry) => sendAgain(entry, entry.choice),
    bind: (place, nick, person) => setPeople((all) => withPerson(all, nickKey(place, nick), person)),
    change,
  }
}

/** Runs once when the component is shown; in development, React runs effects twice. */
function useOnce(run: () => void): void {
  const ran = useRef(false)
  const latest = useEffectEvent(run)
  useEffect(() => {
    if (ran.current) return
    ran.current = true
    latest()
  }, [])
}

function withPerson(people: People, key: string, person: Person | null | undefined): People {
  const { [key]: _, ...others } = people
  return person === undefined ? others : { ...others, [key]: person }
}

/** A file that is chosen twice has the same key. */
function fileKey({ name, size, lastModified }: File): string {
  return `${name}\n${size}\n${lastModified}`
}

/** A stored preview whose name is not known yet. */
function storedEntry(id: number): FileEntry {
  return { ...newEntry(`batch ${id}`, t('正在读取…')), phase: 'reading', storedId: id }
}

function reopenedEntry(preview: ImportPreview): FileEntry {
  return { ...storedEntry(preview.id), ...readPatch(preview) }
}

/** A preview that was imported meanwhile cannot be continued. */
function readPatch(preview: ImportPreview): Partial<FileEntry> {
  const name = preview.fileName
  if (preview.status === 'preview') return { phase: 'read', preview, name }
  const sentence = t('这个文件已经导入过，或导入后又撤销了，不能再继续。')
  return { phase: 'failed', name, failure: { sentence, headers: [], lasting: true } }
}

const previewIdOf = ({ preview, storedId }: FileEntry) => preview?.id ?? storedId

/** Returns the function that loads stored previews, and shows them in the entries that have them or as new entries. */
function useStoredPreviews(setEntries: Dispatch<SetStateAction<FileEntry[]>>): Files['load'] {
  const client = useClient()
  return useMemo(() => {
    const queue = createWorkQueue(MAX_CONCURRENT_READS)
    const show = (id: number, patch: Partial<FileEntry>) =>
      setEntries((all) => {
        const isShown = (entry: FileEntry) => previewIdOf(entry) === id
        const shown = all.some(isShown) ? all : [...all, storedEntry(id)]
        return shown.map((entry) => (isShown(entry) ? { ...entry, ...patch } : entry))
      })
    const load = (id: number) =>
      queue(async () => {
        try {
          show(id, readPatch(await client.call(imports.get, { id }, { messagePlace: 'inPage' })))
        } catch (error) {
          show(id, { phase: 'failed', failure: failureFrom(error) })
        }
      })
    return async (ids: readonly number[]) => {
      await Promise.all(ids.map(load))
    }
  }, [client, setEntries])
}

/** Commits files one after another, and undoes them; each entry shows its own result. */
function useCommitActions(entries: readonly FileEntry[], change: Change) {
  const client = useClient()
  const queries = useQueryClient()
  const write = async (entry: FileEntry, { owners }: Choices) => {
    const { key, preview } = entry
    if (!preview) return
    change(key, { phase: 'writing' })
    try {
      const input = commitInput({ ...entry, preview }, owners)
      const written = await client.call(imports.commit, input, { messagePlace: 'inPage' })
      change(key, { phase: 'written', written })
    } catch (error) {
      change(key, { phase: 'refused', failure: failureFrom(error) })
    }
  }
  return {
    commit: async (choices: Choices) => {
      for (const entry of entries.filter((one) => isIncluded(one, choices))) await write(entry, choices)
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
