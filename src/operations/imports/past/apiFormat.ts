import type * as z from 'zod'
import { ADDED_HEADERS, locateColumns } from './columns.ts'
import type { PastFile, PastReason, PastRow, PastRowState, PastStatus } from './contract.ts'
import type { PastProblem } from './pastReader.ts'
import type { findFaults, findFiles, findRows } from './queries.ts'
import { reasonSentence } from './rules.ts'

type FileRow = Awaited<ReturnType<typeof findFiles>>['items'][number]
type Row = Awaited<ReturnType<typeof findRows>>['items'][number]
type FaultRow = Awaited<ReturnType<typeof findFaults>>['items'][number]

const NO_COUNTS: Record<PastRowState, number> = { create: 0, update: 0, same: 0, conflict: 0, error: 0 }

/** Converts a file to API format. */
export function toPastFile(row: FileRow): PastFile {
  const headers = row.headers as string[]
  const readColumns = new Set(locateColumns(headers).map(({ at }) => at))
  return {
    ...row,
    from: row.fromOn,
    to: row.toOn,
    status: row.status as PastStatus,
    counts: { ...NO_COUNTS, ...(row.counts as Partial<typeof NO_COUNTS>) },
    unknownHeaders: headers.filter(
      (header, at) => header !== '' && !readColumns.has(at) && !ADDED_HEADERS.includes(header),
    ),
    createdAt: row.createdAt.toISOString(),
    committedAt: row.committedAt?.toISOString() ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
  }
}

/** Converts a row to API format. */
export function toPastRow({ problem, reason, firstRow, ...row }: Row): z.input<typeof PastRow> {
  const faults = faultsOf({ ...row, problem, reason, firstRow })
  return { ...row, faults }
}

/** Returns the problems of a row: those found by the reader, or the reason why the row has no effect. */
export function faultsOf({
  reason,
  problem,
  storeName: name,
  on,
  firstRow,
}: Pick<FaultRow, 'reason' | 'problem' | 'storeName' | 'on' | 'firstRow'>) {
  if (reason === null) return []
  if (reason !== 'unread') {
    const message = reasonSentence(reason as Exclude<PastReason, 'unread'>, { name, on, firstRow })
    return [{ column: '', message }]
  }
  return storedProblems(problem ?? '')
}

/** Reads the problems of a row. Version 0.1.0 stored one line per problem: header, tab, message in Chinese. */
function storedProblems(stored: string): PastProblem[] {
  if (/^\[\{.*"message":/s.test(stored)) return JSON.parse(stored)
  return stored.split('\n').map((line) => {
    const [column = '', sentence = ''] = line.split('\t')
    return { column, message: { sentence } }
  })
}
