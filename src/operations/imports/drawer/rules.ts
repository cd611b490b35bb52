import type * as z from 'zod'
import type { Day } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import type { CommitInput, ImportBatch, ImportGroup, ImportPreview } from '#operations/imports/contract.ts'
import type { Field } from '#operations/imports/reader/fields.ts'

/** What a person has said about a file because the file does not say it itself. */
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

/** Why a file could not be read or written: a sentence, and the headers it has where those are the reason. */
export interface Failure {
  sentence: string
  headers: string[]
  /** Sending the same file again would fail again: it is the file, not the way. */
  lasting: boolean
}

export type Committed = Omit<z.output<typeof ImportBatch>, 'status'> & {
  status: string
  counts?: { inserted: number; replaced: number; unchanged: number; removed: number; kept: number }
}

/** A file on its way from the person's disk into the figures. */
export interface FileEntry {
  key: string
  name: string
  /** Absent where an earlier preview was opened again: then it cannot be sent anew. */
  file?: File
  phase: 'waiting' | 'reading' | 'read' | 'failed' | 'writing' | 'written' | 'refused'
  choice: Choice
  preview?: ImportPreview
  failure?: Failure
  /** Who a nick is, by `nickKey`. Kept while the file is read anew. */
  people: Record<string, Person>
  /** Stores and days that the person has left out, by `groupKey`. */
  left: readonly string[]
  /** 整店替换: standing nicks that the file does not name go. */
  wholeStore: boolean
  /** Imported although the very same file has been imported before. */
  again: boolean
  written?: Committed
}

/** A file as it was chosen, waiting to be read. */
export function newEntry(key: string, name: string, file?: File): FileEntry {
  return {
    key,
    name,
    ...(file && { file }),
    phase: 'waiting',
    choice: {},
    people: {},
    left: [],
    wholeStore: false,
    again: false,
  }
}

export function groupKey(group: Pick<ImportGroup, 'storeId' | 'storeName' | 'on'>): string {
  return `${group.storeId ?? group.storeName ?? ''}\n${group.on ?? ''}`
}

export function nickKey(storeId: number | null, nick: string): string {
  return `${storeId ?? ''}\n${nick}`
}

/** Rows that a group would write: its agents' and the store's own. */
export function rowsOf(group: Pick<ImportGroup, 'agentTotal' | 'store'>): number {
  return group.agentTotal + (group.store ? 1 : 0)
}

/** Whether nothing stands in the way of writing a group. */
export function isWritable(group: ImportGroup): boolean {
  return (
    group.storeId !== null &&
    group.on !== null &&
    group.blocks.length === 0 &&
    !group.committed &&
    rowsOf(group) > 0
  )
}

/** The groups that a confirm would write now. */
export function chosenGroups({ preview, left }: FileEntry): ImportGroup[] {
  return (preview?.groups ?? []).filter((group) => isWritable(group) && !left.includes(groupKey(group)))
}

/** Whether the very same file stands already, so that importing it again has to be wished for. */
export function isRepeated({ preview }: FileEntry): boolean {
  return Boolean(preview?.duplicateOf && preview.groups.some(isWritable))
}

/** Whether a confirm would write anything of a file. */
export function isIncluded(entry: FileEntry): boolean {
  const settled = entry.phase === 'read' && (entry.again || !isRepeated(entry))
  return settled && chosenGroups(entry).length > 0
}

/** The nicks of the chosen groups that belong to nobody yet, each once a store. */
function askedNicks(entry: FileEntry): { storeId: number; nick: string }[] {
  const asked = chosenGroups(entry).flatMap(({ storeId, unmatchedNicks }) =>
    storeId === null ? [] : unmatchedNicks.map((nick) => ({ storeId, nick })),
  )
  return [...new Map(asked.map((one) => [nickKey(one.storeId, one.nick), one])).values()]
}

/** Those of them for whom nobody has been chosen. */
export function openNicks(entry: FileEntry): { storeId: number; nick: string }[] {
  return askedNicks(entry).filter(({ storeId, nick }) => !entry.people[nickKey(storeId, nick)])
}

/** Headers that were not understood, and those that the person has said something about. */
export function headersToMap({ phase, preview, failure, choice }: FileEntry): string[] {
  const unknown = (phase === 'failed' ? failure?.headers : preview?.unknownHeaders) ?? []
  return [...new Set([...Object.keys(choice.mapping ?? {}), ...unknown])]
}

/** Whether a store chosen for the file would settle what is open: it takes only what names no store itself. */
export function asksStore({ groups }: ImportPreview): boolean {
  const open = groups.filter(({ blocks }) => blocks.some(({ code }) => code === 'NO_STORE'))
  return open.length > 0 && (groups.length === 1 || open.some(({ storeName }) => storeName === null))
}

export function asksDay({ groups }: ImportPreview): boolean {
  return groups.some(({ on }) => on === null)
}

/** What a confirm sends. */
export function commitInput(entry: FileEntry & { preview: ImportPreview }): z.input<typeof CommitInput> {
  const groups = chosenGroups(entry)
  const bindings = askedNicks(entry).flatMap(({ storeId, nick }) => {
    const person = entry.people[nickKey(storeId, nick)]
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

/** What the screen that opened the import already knows, put in where the file itself does not say it. */
export function filledIn(preview: ImportPreview, choice: Choice, given: Choice): Choice | null {
  const store = asksStore(preview) && choice.storeId === undefined ? given.storeId : undefined
  const on = asksDay(preview) && choice.on === undefined ? given.on : undefined
  if (store === undefined && on === undefined) return null
  return { ...choice, ...(store !== undefined && { storeId: store }), ...(on !== undefined && { on }) }
}

/** Row numbers as a person reads them: 6–8、11. */
export function rowRanges(rows: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const row of rows.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && row <= last[1] + 1) last[1] = row
    else ranges.push([row, row])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(t('、'))
}

/** Whether a confirm has been answered for the file, one way or the other. */
export function isOut({ phase }: FileEntry): boolean {
  return phase === 'written' || phase === 'refused'
}
