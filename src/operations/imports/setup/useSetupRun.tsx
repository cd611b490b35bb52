import { useState } from 'react'
import type * as z from 'zod'
import { fieldsOf } from '#kit/failures.ts'
import { useAction } from '#kit/query.tsx'
import { failureFrom } from '#operations/imports/drawer/failure.tsx'
import {
  chosenGroups,
  type FileEntry,
  groupKey,
  isDuplicate,
  isIncluded,
  isWritable,
  nickKey,
} from '#operations/imports/drawer/rules.ts'
import type { Files } from '#operations/imports/drawer/useFiles.tsx'
import { importSetup, MAX_FILES, type SetupRun } from './contract.ts'
import { type NewStatus, type OwnedNick, problemsByStore, runInput, type StoreDraft } from './storeDrafts.ts'
import type { Setup } from './useSetup.tsx'

/** What a run creates: all included stores, or a single one with its own status and head. */
export interface RunOptions {
  drafts: readonly StoreDraft[]
  status: NewStatus
  leaderId: number | undefined
  commit: boolean
}

export interface SetupRunner {
  isRunning: boolean
  /** The last run that created something. */
  result: SetupRun | null
  /** Why the last run was refused, in general and for each store and part. */
  failure: string | null
  problems: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Sends a run; returns whether it was carried out. */
  run: (options: RunOptions) => Promise<boolean>
  undo: () => Promise<void>
  /** Removes the message about a part that the user changes. */
  touch: (key: string) => void
}

type RunAnswer = z.output<typeof importSetup.run.output>

/** Creates the stores of the files and imports them; the files show what became of them. */
export function useSetupRun(files: Files, setup: Setup): SetupRunner {
  const send = useAction(importSetup.run, { messagePlace: 'inPage' })
  const takeBack = useAction(importSetup.undo)
  const [result, setResult] = useState<SetupRun | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [problems, setProblems] = useState<SetupRunner['problems']>({})
  const run = async (options: RunOptions) => {
    const sent = entriesOf(files.entries, setup, options)
    const input = runInput({
      ...options,
      files: sent.map(fileInput),
      nicks: ownedNicks(setup, sent, options),
    })
    for (const { key } of sent) files.actions.change(key, { phase: 'writing' })
    setFailure(null)
    setProblems({})
    try {
      const answer = await send.mutateAsync(input)
      setResult(answer.setup)
      await showOutcome(files, sent, answer)
      return true
    } catch (error) {
      setFailure(failureFrom(error).sentence)
      setProblems(problemsByStore(fieldsOf(error) ?? {}, input.stores))
      // What the files contain may have changed meanwhile: another user may have imported one of them.
      await files.load(sent.map(({ preview }) => preview.id))
      return false
    }
  }
  return {
    isRunning: send.isPending,
    result,
    failure,
    problems,
    run,
    undo: async () => {
      if (!result) return
      setResult(await takeBack.mutateAsync({ id: result.id, version: result.version }))
    },
    touch: (key) => {
      const { [key]: _, ...others } = problems
      setProblems(others)
    },
  }
}

type ReadEntry = FileEntry & { preview: NonNullable<FileEntry['preview']> }

const isRead = (entry: FileEntry): entry is ReadEntry => entry.phase === 'read' && entry.preview !== undefined

/** The files of a run: those with a store to create and, for an import, all that can be written then. */
function entriesOf(
  entries: readonly FileEntry[],
  { stores, choices }: Setup,
  { drafts, commit }: RunOptions,
): ReadEntry[] {
  const created = new Set(drafts.filter(({ included }) => included).map(({ key }) => key))
  const ids = new Set(stores.flatMap(({ key, fileIds }) => (created.has(key) ? fileIds : [])))
  return entries
    .filter(isRead)
    .filter((entry) => (commit && isIncluded(entry, choices)) || ids.has(entry.preview.id))
    .slice(0, MAX_FILES)
}

/** A file with what the user left out; both lists name existing stores only. */
function fileInput(entry: ReadEntry) {
  const { preview, wholeStore, again } = entry
  const isSkipped = isDuplicate(entry) && !again
  const written = new Set(isSkipped ? [] : chosenGroups(entry).map(groupKey))
  const leave = preview.groups.flatMap((group) => {
    const { storeId, on } = group
    const isLeft = isWritable(group) && !written.has(groupKey(group))
    return isLeft && storeId !== null && on !== null ? [{ storeId, on }] : []
  })
  return {
    id: preview.id,
    version: preview.version,
    ...(leave.length > 0 && { leave }),
    ...(wholeStore && { replaceWholeStore: true }),
  }
}

/** The nicks with an owner that occur in the files; for a run without an import, those of its stores only. */
function ownedNicks(
  { nicks, choices }: Setup,
  sent: readonly ReadEntry[],
  { commit }: RunOptions,
): OwnedNick[] {
  const ids = new Set(sent.map(({ preview }) => preview.id))
  return nicks.flatMap(({ nick, storeKey, storeId, fileIds }) => {
    const owner = choices.owners.get(nickKey(storeId ?? storeKey, nick))
    const isSent = fileIds.some((id) => ids.has(id)) && (commit || storeKey !== null)
    return owner && isSent ? [{ nick, storeKey, storeId, staffId: owner.id }] : []
  })
}

/** Shows what was imported of each file; what was left is loaded again. */
async function showOutcome(
  files: Files,
  sent: readonly ReadEntry[],
  { files: outcomes }: RunAnswer,
): Promise<void> {
  const reload: number[] = []
  for (const { key, preview } of sent) {
    const outcome = outcomes.find(({ id }) => id === preview.id)
    if (outcome?.status !== 'committed') reload.push(preview.id)
    else {
      const { committedGroups, leftGroups, restId } = outcome
      files.actions.change(key, { phase: 'written', setUp: { committedGroups, leftGroups } })
      if (restId !== null) reload.push(restId)
    }
  }
  await files.load(reload)
}
