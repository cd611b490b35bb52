import type * as z from 'zod'
import { AppError } from './errors.ts'
import { word } from './text.ts'
import { fieldErrors } from './validation.ts'

/** Parses an input with a schema; throws INVALID with a sentence per field. */
export function validate<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const result = schema.safeParse(raw, { reportInput: true })
  if (result.success) return result.data
  const fields = fieldErrors(schema, result.error)
  const first = Object.values(fields)[0] ?? word('内容不正确')
  throw new AppError('INVALID', '{first}。', { values: { first }, data: { fields } })
}
