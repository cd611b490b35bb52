import * as z from 'zod'
import { inChinese, isSentence, type Sentence } from '#kit/text.ts'

/** A problem of a row as stored. `message` is the Chinese text, which is all that version 0.1.0 reads and writes. */
const StoredProblem = z.object({
  row: z.int(),
  column: z.string(),
  message: z.string(),
  sentence: z.custom<Sentence>(isSentence).optional(),
  cells: z.array(z.string()).optional(),
})

/** The results of reading a file apart from its valid rows, as stored with the batch. */
export const Findings = z.object({
  headers: z.array(z.string()),
  unknownHeaders: z.array(z.string()),
  skippedRows: z.array(z.int()),
  problems: z.array(
    StoredProblem.transform(({ message, sentence, ...problem }) => ({
      ...problem,
      message: sentence ?? { sentence: message },
    })),
  ),
  pending: z.array(z.string()),
  otherSheets: z.array(z.string()),
})

export type Findings = z.output<typeof Findings>

/** Converts findings to the form in which they are stored. */
export function toStoredFindings({ problems, ...findings }: Findings): z.input<typeof Findings> {
  const stored = problems.map(({ message, ...problem }) => ({
    ...problem,
    message: inChinese(message),
    sentence: message,
  }))
  return { ...findings, problems: stored }
}
