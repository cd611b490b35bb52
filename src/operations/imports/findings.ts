import * as z from 'zod'

/** The results of reading a file apart from its valid rows, as stored with the batch. */
export const Findings = z.object({
  headers: z.array(z.string()),
  unknownHeaders: z.array(z.string()),
  skippedRows: z.array(z.int()),
  problems: z.array(
    z.object({
      row: z.int(),
      column: z.string(),
      message: z.string(),
      cells: z.array(z.string()).optional(),
    }),
  ),
  pending: z.array(z.string()),
  otherSheets: z.array(z.string()),
})

export type Findings = z.output<typeof Findings>
