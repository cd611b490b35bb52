import * as z from 'zod'

/** A field of a multipart form, or of a query string, with JSON as text. */
export function jsonField<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .max(20_000)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: '{label}不是正确的 JSON' })
        return z.NEVER
      }
    })
    .pipe(schema)
}
