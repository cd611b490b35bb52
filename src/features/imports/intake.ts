import type { Day } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import { nameKey } from '#kit/fields.ts'
import { fill } from '#kit/text.ts'
import type { Findings } from './findings.ts'
import { KEPT_FINDINGS } from './findings.ts'
import { storableText } from './jsonText.ts'
import { fieldLabels } from './reader/fields.ts'
import type { ParsedFile } from './reader/parse.ts'
import type { StoreRow } from './reader/rows.ts'
import type { StoreFacts } from './resolve.ts'
import { dayProblem } from './rules.ts'
import { slicesOf } from './slices.ts'

/** A good row, an agent's or (without a nick) a store's own. */
export type FileRow = StoreRow & { nick?: string }

/** One store and day of a file, with its rows; a store or day that is not known is null. */
export interface FileGroup {
  store: StoreFacts | null
  /** What the file calls a store that was not found. */
  storeName: string | null
  on: Day | null
  rows: FileRow[]
}

export type OnFrom = 'column' | 'file name' | 'chosen' | null

/** A parsed file with the days settled: rows, what else was found, and how many rows were no good. */
export interface DatedFile {
  rows: FileRow[]
  onFrom: OnFrom
  findings: Findings
  problemTotal: number
  skippedTotal: number
}

/** More stores × days than any file of a platform holds. */
const MAX_GROUPS = 2_000

/**
 * Settles the days: a column's wins, then the importer's choice, then the file's name. A row of a day that cannot be is
 * a problem; a name that tells such a day tells none.
 */
export async function dated(file: ParsedFile, chosen: Day | undefined, today: Day): Promise<DatedFile> {
  const byColumn = file.onFrom === 'column'
  const ofName = file.days.find((on) => dayProblem(on, today) === null)
  const ofFile = chosen ?? ofName ?? null
  const rows: FileRow[] = []
  const problems = [...file.problems]
  let problemRows = new Set(problems.map(({ row }) => row)).size
  for (const list of [file.storeRows, file.rows]) {
    for await (const slice of slicesOf<FileRow>(list)) {
      for (const row of slice) {
        const on = byColumn ? row.on : ofFile
        const message = on && dayProblem(on, today)
        if (message) problems.push({ row: row.row, column: fieldLabels.on, message })
        if (message) problemRows += 1
        else rows.push({ ...row, on })
      }
    }
  }
  const onFrom = byColumn ? 'column' : chosen ? 'chosen' : ofName ? 'file name' : null
  return {
    rows,
    onFrom,
    findings: {
      headers: file.headers,
      unknownHeaders: file.unknownHeaders,
      skippedRows: file.skippedRows.slice(0, KEPT_FINDINGS),
      problems: problems.slice(0, KEPT_FINDINGS),
      pending: file.pending,
      otherSheets: file.otherSheets,
    },
    problemTotal: problemRows,
    skippedTotal: file.skippedRows.length,
  }
}

/**
 * Puts the rows into groups by store and day. Two spellings of one store meet here, so that the same nick may stand
 * twice: said twice the same it counts once, told differently it stops the import.
 */
export async function grouped(
  file: DatedFile,
  storeOf: (row: FileRow) => StoreFacts | undefined,
): Promise<FileGroup[]> {
  const groups = new Map<string, Gathering>()
  for await (const slice of slicesOf(file.rows)) {
    for (const read of slice) {
      const row = read.nick === undefined ? read : { ...read, nick: storableText(read.nick) }
      const store = storeOf(row) ?? null
      const storeName = store ? null : (row.storeName ?? row.storeShopId ?? null)
      const key = `${store?.id ?? ''}\n${nameKey(storeName ?? '')}\n${row.on}`
      const group: Gathering = groups.get(key) ?? { store, storeName, on: row.on, rows: [], seen: new Map() }
      groups.set(key, group)
      if (groups.size > MAX_GROUPS) throw tooManyGroups()
      if (isRepeated(group.seen.get(row.nick), row)) {
        file.skippedTotal += 1
        file.findings.skippedRows.push(row.row)
        continue
      }
      group.rows.push(row)
      group.seen.set(row.nick, row)
    }
  }
  return [...groups.values()].map(({ seen, ...group }) => group)
}

/** A group while its rows come in; `seen` by nick. */
type Gathering = FileGroup & { seen: Map<string | undefined, FileRow> }

/** The figures of a row, without where they stand. */
export function measuresOf({ row, nick, storeName, storeShopId, on, pending, ...measures }: FileRow) {
  return measures
}

function isRepeated(before: FileRow | undefined, row: FileRow): boolean {
  if (!before) return false
  if (JSON.stringify(measuresOf(before)) === JSON.stringify(measuresOf(row))) return true
  const who = row.nick === undefined ? '同一店铺' : fill('客服“{nick}”', { nick: row.nick })
  throw new AppError(
    'INVALID',
    '第 {first} 行和第 {second} 行都是{who}同一天的数据，数字却不一致，无法判断以哪一行为准。请核对后删去错误的一行再上传。',
    { params: { first: before.row, second: row.row, who }, data: { rows: [before.row, row.row] } },
  )
}

function tooManyGroups(): AppError {
  return new AppError(
    'TOO_LARGE',
    '文件里的店铺和日期超过 {n} 组，无法导入。请按店铺或按月分成几个文件后重新上传。',
    { params: { n: MAX_GROUPS } },
  )
}
