import * as z from 'zod'

/** A figure corrected by hand, and whether it stays: only where the file says what was corrected. */
export const CorrectedFigure = z.object({
  nick: z.string().nullable(),
  measure: z.string(),
  oldValue: z.int().nullable(),
  newValue: z.int().nullable(),
  reason: z.string(),
  createdByName: z.string(),
  stays: z.boolean(),
})
