import * as z from 'zod'
import { countFields, moneyFields, rateFields, secondsFields } from './reader/fields.ts'

const Count = z.int().nullable().optional()
/** The measures of a row as in its file: absent without a column, null if the cell has no value. */
export const metrics = {
  ...(Object.fromEntries([...countFields, ...rateFields, ...moneyFields].map((field) => [field, Count])) as {
    [K in (typeof countFields | typeof rateFields | typeof moneyFields)[number]]: typeof Count
  }),
  ...(Object.fromEntries(secondsFields.map((field) => [field, z.number().nullable().optional()])) as {
    [K in (typeof secondsFields)[number]]: z.ZodOptional<z.ZodNullable<z.ZodNumber>>
  }),
}
