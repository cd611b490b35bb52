import * as z from 'zod'
import { innerOf } from './validation.ts'

/** The fields of an object schema, also where it has been made optional or piped on; `{}` where it is no object. */
export function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>
  const inner = innerOf(schema)
  return inner ? shapeOf(inner) : {}
}

/** Whether a schema takes the value. */
export function accepts(schema: z.ZodType | undefined, value: unknown): boolean {
  return schema?.safeParse(value).success ?? false
}
