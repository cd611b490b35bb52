import type { Day } from '#kit/calendar.ts'
import { readRows } from '#kit/sheets/read.ts'
import { serveWorker } from '#kit/sheets/serveWorker.ts'
import { PastReader, type PastSummary } from './pastReader.ts'

/** The input of the worker: the file, whose bytes are transferred, and today's date. */
export interface PastInput {
  bytes: Uint8Array
  today: Day
}

/** The output of the worker: first the summary of the file, then its rows as text for the database. */
export type PastPart = { summary: PastSummary } | { rows: string }

async function work({ bytes, today }: PastInput, emit: (part: PastPart) => Promise<unknown>): Promise<null> {
  const reader = new PastReader(today)
  await readRows(bytes, reader)
  await emit({ summary: reader.end() })
  for (const rows of reader.chunks) await emit({ rows })
  return null
}

await serveWorker(work)
