import * as z from 'zod'
import { innerOf } from './validation.ts'

/** The fields of an object schema, also if it is optional or part of a pipe; `{}` if it is not an object. */
export function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>
  const inner = innerOf(schema)
  return inner ? shapeOf(inner) : {}
}

/** Whether a schema accepts the value. */
export function accepts(schema: z.ZodType | undefined, value: unknown): boolean {
  return schema?.safeParse(value).success ?? false
}
