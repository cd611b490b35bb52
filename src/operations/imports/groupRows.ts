import type { Day } from '#kit/calendar.ts'
import { chunksOf } from '#kit/chunks.ts'
import { AppError } from '#kit/errors.ts'
import { nameKey } from '#kit/fields.ts'
import type { Findings } from './findings.ts'
import { fieldLabels } from './reader/fields.ts'
import { type FileSummary, MAX_STORED_FINDINGS } from './reader/parse.ts'
import type { IndexedPlace, Places } from './reader/places.ts'
import { dayProblem } from './rules.ts'
import type { StoreFacts } from './storeFinder.ts'

/** A store and day of a file; null if unknown. */
export interface FileGroup {
  store: StoreFacts | null
  /** The name in the file of a store that was not found. */
  storeName: string | null
  on: Day | null
}

export type DaySource = 'column' | 'file name' | 'chosen' | null

/** A parsed file with resolved days: the valid rows, the other findings, and the number of rows with problems. */
export interface DatedFile {
  rows: Iterable<IndexedPlace>
  /** All days of these rows. */
  days: Set<Day | null>
  onFrom: DaySource
  findings: Findings
  problemTotal: number
  skippedTotal: number
}

/** Maximum number of stores × days; no platform's file contains more. */
const MAX_GROUPS = 2_000

/**
 * Resolves the days: those of a column take precedence, then the user's choice, then the file name. A row with an
 * invalid day becomes a problem; an invalid day in the file name is ignored.
 */
export async function resolveDays(
  places: Places,
  file: FileSummary,
  chosen: Day | undefined,
  today: Day,
): Promise<DatedFile> {
  const byColumn = file.onFrom === 'column'
  const nameDay = file.days.find((on) => dayProblem(on, today) === null)
  const fileDay = chosen ?? nameDay ?? null
  const isValid = new Uint8Array(places.length)
  const days = new Set<Day | null>()
  const problems = [...file.problems]
  for await (const slice of chunksOf(places)) {
    for (const { index, row, on } of slice) {
      const settled = byColumn ? on : fileDay
      const message = settled && dayProblem(settled, today)
      if (message) {
        problems.push({ row, column: fieldLabels.on, message })
        continue
      }
      isValid[index] = 1
      days.add(settled)
    }
  }
  const { headers, unknownHeaders, skippedRows, skippedTotal, pending, otherSheets } = file
  const storedProblems = problems.slice(0, MAX_STORED_FINDINGS)
  return {
    rows: { [Symbol.iterator]: () => validRows(places, isValid, byColumn ? undefined : fileDay) },
    days,
    onFrom: byColumn ? 'column' : sourceOfFileDay(chosen, nameDay),
    findings: { headers, unknownHeaders, skippedRows, problems: storedProblems, pending, otherSheets },
    problemTotal: file.problemTotal + problems.length - file.problems.length,
    skippedTotal,
  }
}

function sourceOfFileDay(chosen: Day | undefined, nameDay: Day | undefined): DaySource {
  if (chosen) return 'chosen'
  return nameDay ? 'file name' : null
}

/** Yields the valid rows, with the file's day if all rows share one. */
function* validRows(
  places: Places,
  isValid: Uint8Array,
  on: Day | null | undefined,
): Generator<IndexedPlace> {
  for (const place of places) {
    if (isValid[place.index]) yield on === undefined ? place : { ...place, on }
  }
}

/** Returns the groups of a file by store and day, and the group of each of its `count` rows (-1: none). */
export async function groupRows(
  file: DatedFile,
  count: number,
  storeOf: (row: IndexedPlace) => StoreFacts | undefined,
): Promise<{ groups: FileGroup[]; groupOf: Int32Array }> {
  const groupOf = new Int32Array(count).fill(-1)
  const numbers = new Map<string, number>()
  const groups: FileGroup[] = []
  for await (const slice of chunksOf(file.rows)) {
    for (const row of slice) {
      const group = fileGroup(row, storeOf(row))
      const key = groupKey(group)
      const number = numbers.get(key) ?? groups.length
      if (number === groups.length) {
        numbers.set(key, number)
        groups.push(group)
      }
      if (groups.length > MAX_GROUPS) throw tooManyGroups()
      groupOf[row.index] = number
    }
  }
  return { groups, groupOf }
}

/** The group of a row whose store is `store`, or undefined if it was not found. */
function fileGroup({ storeName, storeShopId, on }: IndexedPlace, store: StoreFacts | undefined): FileGroup {
  if (store) return { store, storeName: null, on }
  return { store: null, storeName: storeName ?? storeShopId ?? null, on }
}

const groupKey = ({ store, storeName, on }: FileGroup) =>
  `${store?.id ?? ''}\n${nameKey(storeName ?? '')}\n${on}`

function tooManyGroups(): AppError {
  return new AppError(
    'TOO_LARGE',
    '文件里的店铺和日期超过 {n} 组，无法导入。请按店铺或按月分成几个文件后重新上传。',
    { values: { n: MAX_GROUPS } },
  )
}
