import * as z from 'zod'

export type CellPlain = string | number | boolean | readonly string[] | null | undefined

/**
 * Where a cell's value comes from, as data, so that the server can fill the same column without the screen: a `field`
 * of the row; `names` for its values, and the text `empty` for no value; `instead`, a text that replaces the value if
 * another field is true; and `outOf`, the field of the total, as in `32/34`. `words` names a text that the feature
 * computes from the whole row (cellFormatter.ts).
 */
export const CellSource = z.strictObject({
  field: z.string().min(1).max(64),
  names: z.record(z.string().max(64), z.string().max(64)).optional(),
  empty: z.string().max(64).optional(),
  instead: z.strictObject({ when: z.string().min(1).max(64), text: z.string().max(64) }).optional(),
  outOf: z.string().min(1).max(64).optional(),
  words: z.string().min(1).max(64).optional(),
})

/** The same as a column declares it, with Chinese constants as texts. */
export interface CellSource {
  field: string
  names?: Readonly<Record<string, string>> | undefined
  empty?: string | undefined
  instead?: { when: string; text: string } | undefined
  outOf?: string | undefined
  words?: string | undefined
}

/** Returns the value of a cell: that of the row's field, or its name. */
export function cellValue({ field, names, empty, instead, outOf }: CellSource, row: object): CellPlain {
  const fields = row as Record<string, unknown>
  if (instead && fields[instead.when]) return instead.text
  const value = Object.hasOwn(row, field) ? (fields[field] as CellPlain) : null
  if (outOf) return `${value}/${fields[outOf]}`
  if (value === null || value === undefined || value === '') return empty ?? value
  if (!names) return value
  const named = (one: unknown) =>
    Object.hasOwn(names, String(one)) ? (names[String(one)] ?? '') : String(one)
  return Array.isArray(value) ? value.map(named) : named(value)
}

/** Returns the source with its texts translated. */
export function translateSource(source: CellSource, say: (sentence: string) => string): CellSource {
  const { names, empty, instead, ...rest } = source
  return {
    ...rest,
    ...(names && { names: Object.fromEntries(Object.entries(names).map(([key, name]) => [key, say(name)])) }),
    ...(empty && { empty: say(empty) }),
    ...(instead && { instead: { when: instead.when, text: say(instead.text) } }),
  }
}
