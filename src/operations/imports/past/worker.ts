import type { Day } from '#kit/calendar.ts'
import { answerParent } from '#kit/sheets/answerParent.ts'
import { readRows } from '#kit/sheets/read.ts'
import type { PastSummary } from './reading.ts'
import { PastReader } from './reading.ts'

/** What the worker is given: the file, moved to it, and the day of today. */
export interface PastInput {
  bytes: Uint8Array
  today: Day
}

/** What the worker says: first what the file holds, then its rows as text for the database. */
export type PastPart = { summary: PastSummary } | { rows: string }

async function work({ bytes, today }: PastInput, emit: (part: PastPart) => Promise<unknown>): Promise<null> {
  const reader = new PastReader(today)
  await readRows(bytes, reader)
  await emit({ summary: reader.end() })
  for (const rows of reader.slices) await emit({ rows })
  return null
}

await answerParent(work)
