import * as z from 'zod'

/** A figure corrected by hand. `stays`: the file contains the old value, so the correction remains in effect. */
export const CorrectedFigure = z.object({
  nick: z.string().nullable(),
  measure: z.string(),
  oldValue: z.int().nullable(),
  newValue: z.int().nullable(),
  reason: z.string(),
  createdByName: z.string(),
  stays: z.boolean(),
})
