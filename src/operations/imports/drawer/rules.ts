import type * as z from 'zod'
import type { Day } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import type { CommitInput, ImportBatch, ImportGroup, ImportPreview } from '#operations/imports/contract.ts'
import type { Field } from '#operations/imports/reader/fields.ts'

/** What the user has chosen for a file because the file does not contain it. */
export interface Choice {
  storeId?: number
  storeName?: string
  on?: Day
  mapping?: Record<string, Field>
}

export interface Person {
  id: number
  name: string
}

/** A store of the files: the id of an existing one, or the key of one that is proposed. */
export type Place = number | string

/** The owners of nicks that are not bound yet, by `nickKey`: chosen by the user or proposed. They apply to all files. */
export type Owners = ReadonlyMap<string, Person>

/** What the user decides for all files together. */
export interface Choices {
  owners: Owners
  /** Whether the user can create the stores that the files name. */
  mayCreate: boolean
  /** Whether stores are created together by the import, not in the row of a file. */
  inBulk: boolean
  /** The name of the store that is created for a group before the import; undefined if none is. */
  newStoreOf: (previewId: number, group: ImportGroup) => string | undefined
}

/** Why a file could not be read or written: a message, and the file's headers if these are the reason. */
export interface Failure {
  sentence: string
  headers: string[]
  /** Uploading the same file again would fail again: the file itself is the problem. */
  lasting: boolean
}

export type CommittedImport = Omit<z.output<typeof ImportBatch>, 'status'> & {
  status: string
  counts?: { inserted: number; replaced: number; unchanged: number; removed: number; kept: number }
}

/** A file in the import drawer, from its selection to the result. */
export interface FileEntry {
  key: string
  name: string
  /** Absent for a stored preview, which cannot be uploaded again. */
  file?: File
  /** The id of a stored preview, which is being loaded. */
  storedId?: number
  phase: 'waiting' | 'reading' | 'read' | 'failed' | 'writing' | 'written' | 'refused'
  choice: Choice
  preview?: ImportPreview
  failure?: Failure
  /** Stores and days that the user has excluded, by `groupKey`. */
  excluded: readonly string[]
  /** 整店替换: also removes the nicks that are not in the file. */
  wholeStore: boolean
  /** Import the file although an identical one was imported before. */
  again: boolean
  written?: CommittedImport
  /** The file was imported together with new stores: number of its stores × days that were and were not imported. */
  setUp?: { committedGroups: number; leftGroups: number }
}

/** A chosen file that has not been uploaded yet. */
export function newEntry(key: string, name: string, file?: File): FileEntry {
  return {
    key,
    name,
    ...(file && { file }),
    phase: 'waiting',
    choice: {},
    excluded: [],
    wholeStore: false,
    again: false,
  }
}

export function groupKey(group: Pick<ImportGroup, 'storeId' | 'storeName' | 'on'>): string {
  return `${group.storeId ?? group.storeName ?? ''}\n${group.on ?? ''}`
}

export function nickKey(place: Place | null, nick: string): string {
  return `${place ?? ''}\n${nick}`
}

/** Number of rows that a group would write: its agents' and the store's own. */
export function rowsOf(group: Pick<ImportGroup, 'agentTotal' | 'store'>): number {
  return group.agentTotal + (group.store ? 1 : 0)
}

/** Whether a commit can write the group. */
export function isWritable(group: ImportGroup): boolean {
  return (
    group.storeId !== null &&
    group.on !== null &&
    group.blocks.length === 0 &&
    !group.committed &&
    rowsOf(group) > 0
  )
}

/** Whether only the store is missing, so that the group can be written once it exists. */
export function lacksOnlyStore(group: ImportGroup): boolean {
  const { storeId, on, blocks, committed } = group
  const isUnknown = storeId === null && on !== null && !committed && rowsOf(group) > 0
  return isUnknown && blocks.every(({ code }) => code === 'NO_STORE')
}

/** Whether the group is written with the user's choices: now, or after its store was created. */
export function willWrite(preview: ImportPreview, group: ImportGroup, { newStoreOf }: Choices): boolean {
  return isWritable(group) || (lacksOnlyStore(group) && newStoreOf(preview.id, group) !== undefined)
}

/** The groups that a commit would write now. */
export function chosenGroups({ preview, excluded }: FileEntry): ImportGroup[] {
  return (preview?.groups ?? []).filter((group) => isWritable(group) && !excluded.includes(groupKey(group)))
}

/** The groups that are written with the user's choices. */
export function plannedGroups({ preview, excluded }: FileEntry, choices: Choices): ImportGroup[] {
  if (!preview) return []
  return preview.groups.filter(
    (group) => willWrite(preview, group, choices) && !excluded.includes(groupKey(group)),
  )
}

/** Whether an identical file was imported before, so that the user must confirm another import. */
export function isDuplicate({ preview }: FileEntry): boolean {
  return Boolean(preview?.duplicateOf && preview.groups.some(isWritable))
}

/** Whether anything of a file is written. */
export function isIncluded(entry: FileEntry, choices: Choices): boolean {
  const settled = entry.phase === 'read' && (entry.again || !isDuplicate(entry))
  return settled && plannedGroups(entry, choices).length > 0
}

/** Returns the unmatched nicks of the chosen groups, once per store. */
export function nicksToMatch(entry: FileEntry): { storeId: number; nick: string }[] {
  const nicks = chosenGroups(entry).flatMap(({ storeId, unmatchedNicks }) =>
    storeId === null ? [] : unmatchedNicks.map((nick) => ({ storeId, nick })),
  )
  return [...new Map(nicks.map((one) => [nickKey(one.storeId, one.nick), one])).values()]
}

/** Returns the unmatched nicks without an owner. */
export function openNicks(entry: FileEntry, owners: Owners): { storeId: number; nick: string }[] {
  return nicksToMatch(entry).filter(({ storeId, nick }) => !owners.has(nickKey(storeId, nick)))
}

/** Returns the headers that were not recognised, and those that the user has mapped. */
export function headersToMap({ phase, preview, failure, choice }: FileEntry): string[] {
  const unknown = (phase === 'failed' ? failure?.headers : preview?.unknownHeaders) ?? []
  return [...new Set([...Object.keys(choice.mapping ?? {}), ...unknown])]
}

/** Whether choosing a store for the file would help: it applies only to rows that name no store. */
export function needsStore({ groups }: ImportPreview): boolean {
  const open = groups.filter(({ blocks }) => blocks.some(({ code }) => code === 'NO_STORE'))
  return open.length > 0 && (groups.length === 1 || open.some(({ storeName }) => storeName === null))
}

export function needsDay({ groups }: ImportPreview): boolean {
  return groups.some(({ on }) => on === null)
}

/** The input of the commit. */
export function commitInput(
  entry: FileEntry & { preview: ImportPreview },
  owners: Owners,
): z.input<typeof CommitInput> {
  const groups = chosenGroups(entry)
  const bindings = nicksToMatch(entry).flatMap(({ storeId, nick }) => {
    const person = owners.get(nickKey(storeId, nick))
    return person ? [{ nick, staffId: person.id, storeId }] : []
  })
  return {
    id: entry.preview.id,
    version: entry.preview.version,
    groups: groups.flatMap(({ storeId, on }) => (storeId !== null && on !== null ? [{ storeId, on }] : [])),
    ...(bindings.length > 0 && { bindings }),
    ...(entry.wholeStore && { replaceWholeStore: true }),
  }
}

/** Adds what the opening screen knows if the file lacks it; returns null if there is nothing to add. */
export function withDefaults(preview: ImportPreview, choice: Choice, defaults: Choice): Choice | null {
  const store = needsStore(preview) && choice.storeId === undefined ? defaults.storeId : undefined
  const on = needsDay(preview) && choice.on === undefined ? defaults.on : undefined
  if (store === undefined && on === undefined) return null
  return { ...choice, ...(store !== undefined && { storeId: store }), ...(on !== undefined && { on }) }
}

/** Formats row numbers as ranges: 6–8、11. */
export function formatRowRanges(rows: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const row of rows.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && row <= last[1] + 1) last[1] = row
    else ranges.push([row, row])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(t('、'))
}

/** Whether the commit of the file has finished, successfully or not. */
export function isFinished({ phase }: FileEntry): boolean {
  return phase === 'written' || phase === 'refused'
}
