import { formatInstantShort } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { ImportGroup, ImportPreview } from '#operations/imports/contract.ts'
import {
  type Choices,
  type FileEntry,
  isIncluded,
  isWritable,
  nickKey,
  openNicks,
  plannedGroups,
  rowsOf,
  willWrite,
} from './rules.ts'

export type Tone = 'green' | 'blue' | 'orange' | 'red' | 'grey'

/** The status of a file: a label, and a sentence if the user should know or do something. */
export interface FileStatus {
  kind: 'busy' | 'failed' | 'step' | 'partly' | 'ready'
  tone: Tone
  label: string
  sentence?: string
}

/** Returns the status of a file before it is written. */
export function fileStatus(entry: FileEntry, choices: Choices): FileStatus {
  const { preview } = entry
  if (entry.phase === 'failed' || entry.phase === 'refused') return failedStatus(entry)
  if (entry.phase !== 'read' || !preview) return busyStatus(entry)
  const writable = preview.groups.filter((group) => willWrite(preview, group, choices))
  if (writable.length === 0) return blockedStatus(entry, preview, choices)
  if (preview.duplicateOf && !entry.again) return duplicateStatus(preview.duplicateOf)
  if (writable.length < preview.groups.length) return partialStatus(preview, writable)
  if (preview.problemTotal > 0) return problemStatus(preview)
  if (!writable.every(isWritable)) return { kind: 'ready', tone: 'blue', label: t('新建店铺后导入') }
  const open = openNicks(entry, choices.owners)
  if (open.length > 0) return unmatchedStatus(open.map(({ nick }) => nick))
  return { kind: 'ready', tone: 'green', label: t('可导入') }
}

function failedStatus({ phase, failure }: FileEntry): FileStatus {
  const label = phase === 'refused' ? t('没有写入') : t('读不了')
  return { kind: 'failed', tone: 'red', label, ...(failure && { sentence: failure.sentence }) }
}

function busyStatus({ phase }: FileEntry): FileStatus {
  const labels = { waiting: t('等待上传'), reading: t('正在预检'), writing: t('正在写入') }
  const label = labels[phase as keyof typeof labels] ?? t('已写入')
  return { kind: 'busy', tone: phase === 'waiting' ? 'grey' : 'blue', label }
}

/** No group of the file can be written as it is. */
function blockedStatus(entry: FileEntry, preview: ImportPreview, choices: Choices): FileStatus {
  const { mayCreate } = choices
  const blocks = preview.groups.flatMap((group) => group.blocks)
  const codes = new Set(blocks.map(({ code }) => code))
  const sentence = blockSentence(entry, blocks, choices)
  const step = { kind: 'step', tone: 'orange', ...(sentence && { sentence }) } as const
  if (codes.has('NO_STORE')) return { ...step, label: mayCreate ? t('待建店铺') : t('待选店铺') }
  if (codes.has('NO_DAY')) return { ...step, label: t('待补日期') }
  if (codes.has('PLATFORM_MISMATCH')) return { ...step, tone: 'red', label: t('平台不符') }
  if (codes.has('PERIOD_CLOSED')) return { ...step, tone: 'grey', label: t('已结账') }
  const label = preview.problemTotal > 0 ? problemLabel(preview) : t('没有数据')
  const why =
    preview.problemTotal > 0 ? problemSentence(preview) : t('文件里没有可以导入的行，请核对后换一个文件。')
  return { kind: 'failed', tone: 'red', label, sentence: why }
}

/** What the user does about the blocks of a file. */
function blockSentence(
  { file }: FileEntry,
  blocks: ImportGroup['blocks'],
  { mayCreate, inBulk }: Choices,
): string {
  const has = (wanted: ImportGroup['blocks'][number]['code']) => blocks.some(({ code }) => code === wanted)
  // A store can be created without the file; choosing one or a day sends the file again.
  const needsFile = has('NO_DAY') || (has('NO_STORE') && !mayCreate)
  if (!file && needsFile) return t('要补上店铺或日期，请点“添加文件”再选一次这个文件。')
  if (inBulk && has('NO_STORE')) {
    return t('这家店铺还缺资料或没有勾选，请回到“店铺和昵称”补上，或选择已有的店铺。')
  }
  return blocks[0]?.message ?? ''
}

function duplicateStatus(earlier: NonNullable<ImportPreview['duplicateOf']>): FileStatus {
  const sentence = t('同一个文件已由{name}在 {at} 导入过，再导入不会累加。', {
    name: earlier.createdByName,
    at: formatInstantShort(earlier.committedAt),
  })
  return { kind: 'step', tone: 'orange', label: t('重复'), sentence }
}

function partialStatus(preview: ImportPreview, writable: readonly ImportGroup[]): FileStatus {
  const open = preview.groups.filter((group) => !writable.includes(group))
  const why = open.flatMap(({ blocks }) => blocks)[0]?.message ?? ''
  const label = t('{n}/{all} 组可导入', { n: writable.length, all: preview.groups.length })
  return { kind: 'partly', tone: 'orange', label, sentence: why }
}

function problemStatus(preview: ImportPreview): FileStatus {
  return { kind: 'partly', tone: 'red', label: problemLabel(preview), sentence: problemSentence(preview) }
}

function problemLabel({ problemTotal }: ImportPreview): string {
  return t('{n} 行有问题', { n: problemTotal })
}

function problemSentence({ problems, problemTotal }: ImportPreview): string {
  const [first] = problems
  if (!first) return t('有的行没有通过预检，请下载问题行查看。')
  const rows = [...new Set(problems.map(({ row }) => row))].slice(0, 3)
  const more = problemTotal > rows.length ? t('等 {n} 行', { n: problemTotal }) : t('行')
  const alike = problems.every(({ column, message }) => column === first.column && message === first.message)
  const values = { rows: rows.join(t('、')), more, row: first.row, why: problemText(first) }
  return alike || problems.length === 1
    ? t('第 {rows} {more}：{why}', values)
    : t('第 {rows} {more}，如第 {row} 行：{why}', values)
}

/** Formats the column and the reason of a problem as one sentence. */
export function problemText({ column, message }: { column: string; message: string }): string {
  return column && !message.includes(column) ? t('{column}：{message}', { column, message }) : message
}

function unmatchedStatus(nicks: string[]): FileStatus {
  const [first = ''] = nicks
  const sentence =
    nicks.length === 1
      ? t('“{nick}”是谁？可以先导入', { nick: first })
      : t('“{nick}”等 {n} 个是谁？可以先导入', { nick: first, n: nicks.length })
  return { kind: 'ready', tone: 'orange', label: t('{n} 个昵称待对应', { n: nicks.length }), sentence }
}

/** The numbers in the footer of the drawer. */
export interface Tally {
  files: number
  busy: number
  /** Files that a commit would write, and their rows. */
  included: number
  rows: number
  /** Files that need input from the user. */
  incomplete: number
  failed: number
  problemRows: number
  /** Nicks without an owner, each counted once over all files. */
  openNicks: number
}

export function tally(entries: readonly FileEntry[], choices: Choices): Tally {
  const included = entries.filter((entry) => isIncluded(entry, choices))
  const kinds = entries.map((entry) => fileStatus(entry, choices).kind)
  const count = (kind: FileStatus['kind']) => kinds.filter((one) => one === kind).length
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
  return {
    files: entries.length,
    busy: count('busy'),
    included: included.length,
    rows: sum(included.flatMap((entry) => plannedGroups(entry, choices)).map(rowsOf)),
    incomplete: count('step'),
    failed: count('failed'),
    problemRows: sum(entries.map(({ preview }) => preview?.problemTotal ?? 0)),
    openNicks: new Set(
      included.flatMap((entry) =>
        openNicks(entry, choices.owners).map((one) => nickKey(one.storeId, one.nick)),
      ),
    ).size,
  }
}
