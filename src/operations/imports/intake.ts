import type { Day } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import { nameKey } from '#kit/fields.ts'
import { slicesOf } from '#kit/slices.ts'
import type { Findings } from './findings.ts'
import { fieldLabels } from './reader/fields.ts'
import type { FileSummary } from './reader/parse.ts'
import { KEPT_FINDINGS } from './reader/parse.ts'
import type { Placed, Places } from './reader/places.ts'
import type { StoreFacts } from './resolve.ts'
import { dayProblem } from './rules.ts'

/** One store and day of a file; a store or day that is not known is null. */
export interface FileGroup {
  store: StoreFacts | null
  /** What the file calls a store that was not found. */
  storeName: string | null
  on: Day | null
}

export type OnFrom = 'column' | 'file name' | 'chosen' | null

/** A parsed file with the days settled: the rows that stay, what else was found, and how many rows were no good. */
export interface DatedFile {
  rows: Iterable<Placed>
  /** Every day of these rows. */
  days: Set<Day | null>
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
export async function dated(
  places: Places,
  file: FileSummary,
  chosen: Day | undefined,
  today: Day,
): Promise<DatedFile> {
  const byColumn = file.onFrom === 'column'
  const ofName = file.days.find((on) => dayProblem(on, today) === null)
  const ofFile = chosen ?? ofName ?? null
  const isGood = new Uint8Array(places.length)
  const days = new Set<Day | null>()
  const problems = [...file.problems]
  for await (const slice of slicesOf(places)) {
    for (const { index, row, on } of slice) {
      const settled = byColumn ? on : ofFile
      const message = settled && dayProblem(settled, today)
      if (message) {
        problems.push({ row, column: fieldLabels.on, message })
        continue
      }
      isGood[index] = 1
      days.add(settled)
    }
  }
  const onFrom = byColumn ? 'column' : chosen ? 'chosen' : ofName ? 'file name' : null
  const { headers, unknownHeaders, skippedRows, skippedTotal, pending, otherSheets } = file
  const kept = problems.slice(0, KEPT_FINDINGS)
  return {
    rows: { [Symbol.iterator]: () => goodOnes(places, isGood, byColumn ? undefined : ofFile) },
    days,
    onFrom,
    findings: { headers, unknownHeaders, skippedRows, problems: kept, pending, otherSheets },
    problemTotal: file.problemTotal + problems.length - file.problems.length,
    skippedTotal,
  }
}

/** The places that stay, on the day of the file where there is one for all. */
function* goodOnes(places: Places, isGood: Uint8Array, on: Day | null | undefined): Generator<Placed> {
  for (const place of places) {
    if (isGood[place.index]) yield on === undefined ? place : { ...place, on }
  }
}

/** The groups of a file by store and day, and which of them each of its `count` good rows is in; -1 is none. */
export async function grouped(
  file: DatedFile,
  count: number,
  storeOf: (row: Placed) => StoreFacts | undefined,
): Promise<{ groups: FileGroup[]; groupOf: Int32Array }> {
  const groupOf = new Int32Array(count).fill(-1)
  const numbers = new Map<string, number>()
  const groups: FileGroup[] = []
  for await (const slice of slicesOf(file.rows)) {
    for (const row of slice) {
      const store = storeOf(row) ?? null
      const storeName = store ? null : (row.storeName ?? row.storeShopId ?? null)
      const key = `${store?.id ?? ''}\n${nameKey(storeName ?? '')}\n${row.on}`
      const number = numbers.get(key) ?? groups.length
      if (number === groups.length) {
        numbers.set(key, number)
        groups.push({ store, storeName, on: row.on })
      }
      if (groups.length > MAX_GROUPS) throw tooManyGroups()
      groupOf[row.index] = number
    }
  }
  return { groups, groupOf }
}

function tooManyGroups(): AppError {
  return new AppError(
    'TOO_LARGE',
    '文件里的店铺和日期超过 {n} 组，无法导入。请按店铺或按月分成几个文件后重新上传。',
    { params: { n: MAX_GROUPS } },
  )
}
